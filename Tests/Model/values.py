"""That no value is lost, without the model: each value that was written is in live, in the draft, in a planned release
or in a conflict that was returned, until an operator overwrites or deletes it where it was.
"""

import re

from edits import text

VALUE = re.compile(r'"(v\w*\.)"')


def values(thing):
    return set(VALUE.findall(text(thing)))


class Values:
    def __init__(self, run):
        self.run, self.states = run, {"live": set(), "draft": set()}
        self.written, self.found_in_conflicts = set(), set()
        self.cancelled, self.changed, self.due = set(), None, False

    def before(self, op):
        """Notes what an operation may take away."""
        if op["do"] == "cancel":
            release = next((one for one in self.run.model.releases if one.id == op["release"]), None)
            self.cancelled = values(release.content.blocks) if release else set()

    def after(self, op):
        """Notes what an operator wrote or took away."""
        kind = op["do"]
        if kind == "restore":
            # What is restored is not merged: a planned release may undo it.
            self.written -= values(op["content"].blocks)
        self.changed = {"discard": "draft", "restore": "live", "replace_page": "live"}.get(kind, op.get("stage"))
        body = [op.get(name) for name in ("block", "patch", "card", "document") if name in op]
        # What was there before came from elsewhere: a restored revision, for one.
        self.written |= values([one.get("blocks", one) for one in body]) - self.states.get(self.changed, set())
        # What only the cancelled release had is known once the others are read.
        self.due = kind == "cancel"

    def returned(self, lists):
        for conflicts in lists:
            self.found_in_conflicts |= values(conflicts)

    def state(self, stage, blocks):
        """Notes what a stage has now."""
        now = values(blocks)
        if self.changed == stage:
            self.written -= self.states[stage] - now
            self.changed = None
        self.states[stage] = now

    def check(self, planned):
        """Checks that nothing is lost; `planned` has the blocks of each planned release."""
        there = self.states["live"] | self.states["draft"] | self.found_in_conflicts | values(planned)
        self.written -= self.cancelled - there
        self.cancelled, self.due = set(), False
        lost = self.written - there
        assert not lost, f"{sorted(lost)} are in no state of the page and in no conflict"
