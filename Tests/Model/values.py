"""Checks without the model that no value is lost: each written value is in live, in the draft, in a planned release or
in a returned conflict, until an operator overwrites or deletes it there.
"""

import re

from edits import text

VALUE = re.compile(r'"(v\w*\.)"')


def values(thing):
    return set(VALUE.findall(text(thing)))


def placed(thing, place=()):
    """Each value with its location: the block, the members on the path, and the ids of cards."""
    if isinstance(thing, dict):
        parts = thing.items()
    elif isinstance(thing, list):
        parts = ((one.get("blockCode", one.get("id")) if isinstance(one, dict) else "", one) for one in thing)
    else:
        return {(place, thing)} if values(thing) else set()
    return {found for name, part in parts for found in placed(part, (*place, str(name)))}


class Values:
    def __init__(self, run):
        self.run, self.states = run, {"live": set(), "draft": set()}
        self.written, self.found_in_conflicts = set(), set()
        self.cancelled, self.changed, self.body, self.due = set(), None, set(), False

    def before(self, op):
        """Records the values that an operation may remove."""
        if op["do"] == "cancel":
            release = next((one for one in self.run.model.releases if one.id == op["release"]), None)
            self.cancelled = placed(list(release.content.blocks.values())) if release else set()

    def after(self, op):
        """Records the state that an operator changed, and the sent values."""
        kind = op["do"]
        self.changed = {"discard": "draft", "restore": "live", "replace_page": "live", "replace_draft": "draft"}.get(
            kind, op.get("stage")
        )
        self.body = values([op.get(name) for name in ("block", "patch", "card", "document")])
        # The values that only the cancelled release had are known once the others are read.
        self.due = kind == "cancel"

    def returned(self, lists):
        for conflicts in lists:
            self.found_in_conflicts |= values(conflicts)

    def state(self, stage, blocks):
        """Records the current values of a stage, with those that an operator wrote or removed there."""
        now, before = placed(blocks), self.states[stage]
        if self.changed == stage:
            self.written -= before - now
            self.written |= {one for one in now - before if one[1] in self.body}
            self.changed = None
        self.states[stage] = now

    def check(self, planned):
        """Checks that nothing is lost; `planned` has the blocks of each planned release."""
        states = set().union(*self.states.values(), *map(placed, planned))
        self.written -= self.cancelled - states
        self.cancelled, self.due = set(), False
        there = self.found_in_conflicts | {value for _, value in states}
        lost = sorted(one for one in self.written if one[1] not in there)
        assert not lost, f"{lost} are in no state of the page and in no conflict"
