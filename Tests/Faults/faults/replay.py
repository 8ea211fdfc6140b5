"""Replays a page's history change by change, and checks that it agrees with the requests and responses of the writers.

The audit log has the order of the changes, and each acknowledged response identifies its entry. From entry to entry,
the replay knows the live revision and the draft, and so the base and the content that each revision must have.
"""

import sqlite3

from faults.history import BLOCK, ORDER, PUBLISH
from faults.matching import Matching
from faults.pages import Page
from faults.step import Step


class Replay:
    """A history that is compared with a database, as a whole or in parts as it grows."""

    def __init__(self, history, page="music"):
        self.history, self.page = history, page
        self.revisions, self.number, self.line, self.release = {}, 0, 0, 0
        self.live = self.draft = None
        self.judged = 0
        self.faults = []

    def begin(self, database, is_copy=False):
        """Starts with the current state."""
        with Page(database, self.page, is_copy) as page:
            self._read(page)
            self.line = max((row.id for row in page.audit(0)), default=0)
            self.release, self.live = page.releases(0)[-1]
            self.draft = (page.draft() or [None])[0]
        self.origin = dict(self.revisions), self.number, self.line, self.release, self.live, self.draft
        return self

    def again(self):
        """A new replay with the same beginning."""
        other = Replay(self.history, self.page)
        other.origin = self.origin
        other.revisions, other.number, other.line, other.release, other.live, other.draft = self.origin
        other.revisions = dict(other.revisions)
        return other

    def advance(self, database, is_copy=False, until=float("inf")):
        """Continues to the current state, while there are no writes. `until` is the time of the copy, if it is one."""
        attempts = self.history.attempts[self.judged :]
        self.judged += len(attempts)
        self.matching = Matching(attempts)
        try:
            with Page(database, self.page, is_copy) as page:
                self._walk(page)
        except sqlite3.DatabaseError as error:
            self.faults.append(f"{database} cannot be read: {error}")
        self.matching.judge(self.revisions, self.faults, until)
        return self

    def _walk(self, page):
        self._read(page)
        released = [number for row in page.audit(self.line) for number in self._pass(page, row)]
        for number in sorted(self.unnamed):
            self.faults.append(f"revision {number} ({self.revisions[number].cause}) belongs to no complete change: torn")
        self._compare(page, released)

    def _expect(self, holds, fault):
        if not holds:
            self.faults.append(fault)

    def _read(self, page):
        """Reads the new revisions, which no processed entry of the audit log has named yet."""
        self.unnamed = set()
        for revision in page.revisions(self.number):
            self._expect(revision.number == self.number + 1, f"revision {self.number + 1} is missing")
            self.number = revision.number
            self.revisions[self.number] = revision
            self.unnamed.add(self.number)

    def _pass(self, page, row):
        """Checks one change and its propagation; returns the revision that it released."""
        self.line = row.id
        number = row.after.get("revision")
        is_publication, is_draft = row.action == PUBLISH, row.action in (f"draft.{ORDER}", f"draft.{BLOCK}")
        if not is_publication and not is_draft and row.action not in (f"live.{ORDER}", f"live.{BLOCK}"):
            self.faults.append(f"line {row.id} of the audit log says {row.action}, which nobody requested")
            return []
        if number not in self.unnamed:
            self.faults.append(f"line {row.id} of the audit log names revision {number}, which does not exist: torn")
            return []
        self.unnamed.discard(number)
        revision = self.revisions[number]
        attempt = self.matching.find(row, number, self.faults)
        if not is_publication:
            self._end_draft(page, revision, is_draft)
        present = self.draft if is_draft and self.draft else self.live
        self._expect(
            revision.parent == row.before.get("revision") == present,
            f"revision {number} ({row.action}) was made from {revision.parent} and its line of the audit log says "
            f"{row.before.get('revision')}, but the current one was {present}: the history is not linear",
        )
        if is_publication:
            self._check_published(revision)
        elif revision.parent in self.revisions:
            live = self.revisions.get(self.live) if is_draft else None
            step = Step(page, row, self.revisions[revision.parent], revision, live, attempt)
            self.faults += step.order_faults() if row.action.endswith(ORDER) else step.block_faults()
        if is_draft:
            self.draft = number
            return []
        self.live = number
        if is_publication:
            self.draft = None
        self._carry(number)
        return [number]

    def _end_draft(self, page, revision, is_draft):
        """Continues without a draft if a draft that equals live was removed, as the following revision shows.

        Such a draft is kept while it has an open conflict, which is not in the history.
        """
        if self.draft is None or not self._equals_live(page):
            return
        merge = self.revisions.get(revision.number + 1)
        follows = revision if is_draft else merge
        if follows is None or follows.parent != self.draft:
            self.draft = None

    def _equals_live(self, page):
        """Whether the draft has no changes."""
        draft, live = self.revisions.get(self.draft), self.revisions.get(self.live)
        if draft is None or live is None or draft.order != live.order:
            return False
        return draft.tree == live.tree or page.placements(draft.tree) == page.placements(live.tree)

    def _check_published(self, revision):
        draft = self.revisions.get(self.draft)
        is_it = draft is not None and (draft.tree, draft.order) == (revision.tree, revision.order)
        self._expect(is_it, f"revision {revision.number} is not the current draft, {self.draft}")

    def _carry(self, number):
        """Checks the propagation to the draft in the same transaction."""
        merge = self.revisions.get(number + 1)
        if self.draft is None or merge is None or merge.cause != "merge":
            return
        self.unnamed.discard(merge.number)
        self._expect(merge.parent == self.draft, f"revision {merge.number} was not made from the draft, {self.draft}")
        self._expect(sorted(merge.order) == sorted(self.revisions[number].order), f"revision {merge.number} is torn")
        self.draft = merge.number

    def _compare(self, page, released):
        """Compares the live revision and the draft with the tables."""
        rows = page.releases(self.release)
        found = [revision for _, revision in rows]
        self._expect(found == released, f"the releases are of the revisions {found}, the audit log says {released}: torn")
        self.release = rows[-1][0] if rows else self.release
        draft = page.draft()
        if draft is None and self._equals_live(page):
            self.draft = None
        expected = self.draft and (self.draft, self.live)
        self._expect(draft == expected, f"the draft and its base are {draft}, expected {expected}")

    def compare_served(self, client):
        """Checks that the server serves the result of the history."""
        served, live = client.get(f"/sort?page={self.page}").data, self.revisions[self.live]
        self._expect(
            (served["revision"], served["order"]) == (live.since, live.order),
            f"the server shows the order of revision {served['revision']}, live is that of {live.since}",
        )
