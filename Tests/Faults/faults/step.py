"""One change of a history, compared with the previous state."""

from dataclasses import dataclass

from faults import operations
from faults.history import Attempt
from faults.pages import Line, Page, Revision


@dataclass
class Step:
    page: Page
    row: Line
    source: Revision
    revision: Revision
    # The live revision, if this is a change of the draft.
    live: Revision | None
    # The matching attempt, if one was found.
    attempt: Attempt | None

    def _faults(self, *expectations):
        """The violations among the expectations."""
        name = f"revision {self.revision.number}, {self.attempt or self.row.action},"
        return [f"{name} {fault}" for holds, fault in expectations if not holds]

    def _numbers(self):
        """The revisions that may have created the order. A draft's order that equals live's becomes the live one."""
        live = self.live
        return [live.since if live and live.order == self.revision.order else self.revision.number]

    def order_faults(self):
        source, revision, attempt = self.source, self.revision, self.attempt
        made = operations.applied(attempt.change, source.order) if attempt else revision.order
        return self._faults(
            (sorted(revision.order) == sorted(self.page.placements(revision.tree)), f"is torn: {revision.order}"),
            (revision.tree == source.tree, "changed more than the order"),
            (self.row.before["order"] == source.order, "was made from another order than the audit log says"),
            (self.row.after["order"] == revision.order, "has another order than the audit log says"),
            (revision.since in self._numbers(), f"has the order of revision {revision.since}"),
            (made == revision.order, f"is not what its change makes of {source.order}: {revision.order}"),
            (
                attempt is None or attempt.seen in (None, source.since),
                f"changed the order of revision {source.since}, but its If-Match named {attempt and attempt.seen}",
            ),
        )

    def block_faults(self):
        row, attempt = self.row, self.attempt
        was, has = (self.page.placements(each.tree) for each in (self.source, self.revision))
        changed = sorted(code for code in was.keys() | has.keys() if was.get(code) != has.get(code))
        faults = self._faults(
            (self.revision.order == self.source.order, "changed the order"),
            (changed == [row.subject], f"changed the blocks {changed}"),
        )
        if row.subject not in was or row.subject not in has:
            return faults
        old, new = self.page.block(was[row.subject]), self.page.block(has[row.subject])
        return faults + self._faults(
            ((row.before["block"], row.after["block"]) == (old, new), "has other blocks than the audit log says"),
            (attempt is None or operations.merged(attempt.change, old) == new, "is not what its patch makes of it"),
        )
