"""The reference model: the effect of each operation on a page (docs/api.md, docs/decisions/0006 to 0013)."""

import copy

from edits import Refused, edited, exported, imported, text, valid
from merging import Content, merge
from ordering import EXISTING, INCOMING
from states import Draft, Outcome, Release, Takeover, joined, still_open


class Page:
    """A page, its draft, its releases and its takeovers at a time that only `now` advances."""

    def __init__(self, content, now):
        self.now, self.draft, self.takeovers = now, None, []
        self.releases = [Release(now, 0, content)]
        # Every content so far, as text.
        self.seen = {text(exported(content))}

    # State

    def live_at(self, instant):
        past = [one for one in self.releases if not one.cancelled and one.at <= instant]
        return max(past, key=lambda one: (one.at, one.number))

    @property
    def live(self):
        return self.live_at(self.now)

    @property
    def pending(self):
        return self.later_than(self.now, float("inf"))

    def later_than(self, instant, number):
        later = [one for one in self.releases if not one.cancelled and (one.at, one.number) > (instant, number)]
        return sorted(later, key=lambda one: (one.at, one.number))

    @property
    def takeover(self):
        active = (one for one in self.takeovers if not one.cancelled and one.begin <= self.now < one.end)
        return next(active, None)

    def drafted(self):
        """The draft as returned: merged with later changes of live; the live content without a draft."""
        if not self.draft:
            return self.live.content, [], []
        content, found = self.draft.content, []
        if self.draft.base.number != self.live.number:
            content, found = self.merge(self.draft.base.content, self.live.content, content, EXISTING)
        return content, joined(self.draft.conflicts, found), found

    @property
    def has_draft(self):
        """A draft that equals live does not exist, unless it has open conflicts."""
        content, conflicts, _ = self.drafted()
        return content != self.live.content or bool(conflicts)

    def keep_draft(self, content, conflicts):
        """Stores the draft as merged with live."""
        self.draft = Draft(content, self.live, conflicts)
        if not self.has_draft:
            self.draft = None

    @staticmethod
    def merge(old, new, target, prefer):
        return merge(old, new, target, prefer, valid)

    # Operations

    def apply(self, op, matches=None):
        """Performs an operation. `matches` is whether its If-Match matches; None if it has none."""
        if op.get("dry"):
            outcome = self.copied().apply({**op, "dry": False}, matches)
            # Nothing was created.
            outcome.status = 200 if outcome.status == 201 else outcome.status
            return outcome
        try:
            return getattr(self, op["do"], self.change)(op, matches)
        except Refused as refusal:
            return Outcome(refusal.status)
        finally:
            states = [one.content for one in self.pending] + [self.live.content, self.drafted()[0]]
            self.seen |= {text(exported(content)) for content in states}

    def copied(self):
        """A copy for an attempt; contents are immutable and therefore shared."""
        other = copy.copy(self)
        other.releases = [copy.copy(one) for one in self.releases]
        other.draft, other.takeovers, other.seen = copy.copy(self.draft), list(self.takeovers), set()
        return other

    def time(self, op, _):
        self.now += op["milliseconds"]
        return Outcome(200)

    def change(self, op, matches):
        """A change of the order, a block or its cards."""
        live = self.live
        content, conflicts, found = self.drafted() if op["stage"] == "draft" else (live.content, [], [])
        if op["do"] not in ("order", "create") and op["code"] not in content.blocks:
            raise Refused(404 if matches is None else 412)
        if matches is False:
            raise Refused(412)
        new = edited(content, op)
        status = 201 if op["do"] in ("create", "add_card") else 200
        if op["stage"] == "live":
            return Outcome(status, self.made_live(new) if new != content else [])
        if new != content:
            conflicts = still_open(conflicts, op)
        self.keep_draft(new, conflicts)
        return Outcome(status, [("draft", found)] if found else [])

    def made_live(self, new):
        """Makes a content live now, and merges the change into later releases."""
        old, carried, release = self.live, [], Release(self.now, len(self.releases), new)
        if self.has_draft:
            content, conflicts, caught = self.drafted()
            content, found = self.merge(old.content, new, content, INCOMING)
            self.released(release)
            self.keep_draft(content, joined(conflicts, found))
            if self.draft:
                carried.append(("draft", joined(caught, found)))
        else:
            self.released(release)
            self.draft = None
        return carried + self.carried(old.content, new, release, INCOMING)

    def released(self, release):
        self.releases.append(release)
        return release

    def carried(self, old, new, release, prefer):
        """Merges a change into the releases after one."""
        result, base = [], new
        for later in self.later_than(release.at, release.number):
            later.content, found = self.merge(old, new, later.content, prefer)
            later.base, base = base, later.content
            result.append((later, found))
        return result

    def publish(self, op, matches):
        if not self.has_draft:
            raise Refused(404 if matches is None else 412)
        if matches is False:
            raise Refused(412)
        at = self.now if op["ahead"] is None else self.now + op["ahead"]
        if op["ahead"] is not None and at <= self.now:
            raise Refused(422)
        content, conflicts, _ = self.drafted()
        before = self.live_at(at)
        if before.number != self.live.number:
            content, found = self.merge(self.live.content, before.content, content, EXISTING)
            conflicts = joined(conflicts, found)
        self.draft = None
        base = None if op["ahead"] is None else before.content
        release = self.released(Release(at, len(self.releases), content, base))
        prefer = INCOMING if op["ahead"] is None else EXISTING
        carried = self.carried(before.content, content, release, prefer)
        return Outcome(201, carried, release, conflicts)

    def cancel(self, op, _):
        release = next((one for one in self.releases if one.id == op["release"]), None)
        if not release:
            raise Refused(404)
        if release.cancelled or release.at <= self.now:
            raise Refused(409)
        release.cancelled = True
        carried = self.carried(release.content, release.base, release, EXISTING)
        if op.get("into"):
            carried += self.put_into_draft(release)
        return Outcome(200, carried)

    def put_into_draft(self, release):
        """Moves the changes of a planned release to the draft."""
        content, conflicts, caught = self.drafted()
        # A block that an earlier release adds and this one changes is included.
        old, new = release.base, release.content
        missing = {
            code
            for code in old.blocks
            if code in new.blocks and code not in content.blocks and old.blocks[code] != new.blocks[code]
        }
        old = Content(
            [code for code in old.order if code not in missing],
            {code: old.blocks[code] for code in old.blocks if code not in missing},
            old.data,
        )
        content, found = self.merge(old, new, content, INCOMING)
        self.keep_draft(content, joined(conflicts, found))
        return [("draft", joined(caught, found))] if self.draft else []

    def reschedule(self, op, _):
        release = next((one for one in self.releases if one.id == op["release"]), None)
        if not release:
            raise Refused(404)
        if release.cancelled or release.at <= self.now:
            raise Refused(409)
        at = self.now + op["ahead"]
        if at <= self.now:
            raise Refused(422)
        others = [one for one in self.pending if one is not release]
        if all(self.follows(one, release.at, release) == self.follows(one, at, release) for one in others):
            release.at = at
            return Outcome(200)
        # The release is removed from later ones, and planned again.
        release.cancelled = True
        without = self.carried(release.content, release.base, release, EXISTING)
        before = max(
            (one for one in self.releases if not one.cancelled and not self.follows(one, at, release)),
            key=lambda one: (one.at, one.number),
        )
        release.content, found = self.merge(release.base, before.content, release.content, EXISTING)
        release.base, release.at, release.cancelled = before.content, at, False
        again = self.carried(before.content, release.content, release, EXISTING)
        return Outcome(200, ([(release, found)] if found else []) + self.together(without, again))

    @staticmethod
    def follows(one, at, release):
        """Whether a release comes after another one that takes effect at an instant."""
        return (one.at, one.number) > (at, release.number)

    @staticmethod
    def together(first, second):
        """The effects of two steps on the releases, without duplicates."""
        conflicts = {id(release): found for release, found in first}
        both = [(release, joined(conflicts.pop(id(release), []), found)) for release, found in second]
        return both + [(release, found) for release, found in first if id(release) in conflicts]

    def discard(self, op, matches):
        if not self.draft:
            raise Refused(404 if matches is None else 412)
        if matches is False:
            raise Refused(412)
        self.draft = None
        return Outcome(200)

    def restore(self, op, matches):
        """`content` is that of the revision; None if the revision does not exist."""
        if matches is False:
            raise Refused(412)
        if op["content"] is None:
            raise Refused(404)
        carried = self.made_live(op["content"])
        return Outcome(201, carried, made=self.live)

    def replace_page(self, op, matches):
        new = imported(op["document"])
        if matches is False:
            raise Refused(412)
        return Outcome(200, self.made_live(new) if new != self.live.content else [])

    def replace_draft(self, op, matches):
        new = imported(op["document"])
        if matches is False:
            raise Refused(412)
        # A whole page resolves all conflicts.
        self.keep_draft(new, [])
        return Outcome(200)

    def take_over(self, op, _):
        begin = max(self.now, self.now + op["ahead"])
        end = self.now + op["ahead"] + op["length"]
        if end <= begin:
            raise Refused(422)
        if any(not one.cancelled and one.begin < end and begin < one.end for one in self.takeovers):
            raise Refused(409)
        self.takeovers.append(Takeover(begin, end))
        return Outcome(201, made=self.takeovers[-1])

    def cancel_takeover(self, op, _):
        takeover = next((one for one in self.takeovers if one.id == op["takeover"]), None)
        if not takeover:
            raise Refused(404)
        if takeover.cancelled or takeover.end <= self.now:
            raise Refused(409)
        takeover.cancelled = True
        return Outcome(200)
