"""The reference model: what each operation does to a page (docs/api.md, docs/decisions/0006 to 0013)."""

import copy

from edits import Refused, edited, exported, imported, text, valid
from merging import merge
from ordering import EXISTING, INCOMING
from states import Draft, Outcome, Release, Takeover, joined, still_open


class Page:
    """A page, its draft, its releases and its takeovers at a time that only `now` advances."""

    def __init__(self, content, now):
        self.now, self.draft, self.takeovers = now, None, []
        self.releases = [Release(now, 0, content)]
        # Every content that there was, as text.
        self.seen = {text(exported(content))}

    # What there is

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
        """The draft as it is read: merged with what has become live since; without one, what is live."""
        if not self.draft:
            return self.live.content, [], []
        content, found = self.draft.content, []
        if self.draft.base.number != self.live.number:
            content, found = self.merge(self.draft.base.content, self.live.content, content, EXISTING)
        return content, joined(self.draft.conflicts, found), found

    @staticmethod
    def merge(old, new, target, prefer):
        return merge(old, new, target, prefer, valid)

    # What operators do

    def apply(self, op, matches=None):
        """Makes an operation. `matches` says whether its If-Match holds; None: it has none."""
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
        """A copy for an attempt; contents are never changed, so both have the same."""
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
        if self.draft or new != content:
            self.draft = Draft(new, live, conflicts)
        return Outcome(status, [("draft", found)] if found else [])

    def made_live(self, new):
        """Makes a content live now, and merges that into what will be live later."""
        old, carried = self.live, []
        if self.draft:
            content, conflicts, caught = self.drafted()
            content, found = self.merge(old.content, new, content, INCOMING)
            self.draft = Draft(content, None, joined(conflicts, found))
            carried.append(("draft", joined(caught, found)))
        release = self.released(Release(self.now, len(self.releases), new))
        if self.draft:
            self.draft.base = release
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
        if not self.draft:
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
        return Outcome(200, self.carried(release.content, release.base, release, EXISTING))

    def discard(self, op, matches):
        if not self.draft:
            raise Refused(404 if matches is None else 412)
        if matches is False:
            raise Refused(412)
        self.draft = None
        return Outcome(200)

    def restore(self, op, matches):
        """`content` is that of the revision; None: there is no such revision."""
        if matches is False:
            raise Refused(412)
        if op["content"] is None:
            raise Refused(404)
        if self.draft:
            content, conflicts, _ = self.drafted()
            self.draft = Draft(content, None, conflicts)
        release = self.released(Release(self.now, len(self.releases), op["content"]))
        if self.draft:
            self.draft.base = release
        return Outcome(201, made=release)

    def replace_page(self, op, matches):
        new = imported(op["document"])
        if matches is False:
            raise Refused(412)
        return Outcome(200, self.made_live(new) if new != self.live.content else [])

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
