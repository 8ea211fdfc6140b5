"""The merge of docs/decisions/0008, implemented from that text and independently of the program."""

from dataclasses import dataclass, field

from ordering import EXISTING, INCOMING, after, merge_order

# The card list of each layout that the tests use, and the layout that is pinned to the end.
CARDS = {"MALL_AD": "list", "MALL_BOTTOM_FLOAT": "headerList"}
PINNED = "MALL_BOTTOM_FLOAT"
# The layout of each feed's cards.
FEEDS = {"ads": "MALL_AD", "floats": "MALL_BOTTOM_FLOAT"}
MOST_BLOCKS = 1000


# The rule of a card without one.
ALWAYS = {"audience": None, "enabled": True, "from": None, "until": None}


class Absent:
    """A missing value."""

    def __repr__(self):
        return "absent"

    def __deepcopy__(self, _):
        return self


ABSENT = Absent()


@dataclass
class Content:
    """A page: its order, its blocks by code, and its page-level fields."""

    order: list
    blocks: dict
    data: dict = field(default_factory=dict)


def by_id(cards):
    """Cards by id; equal ids are distinguished by their order."""
    result = {}
    for card in cards:
        count = sum(other["id"] == card["id"] for other in result.values())
        result[f"{count + 1} id {card['id']}"] = card
    return result


def card_ids(block):
    """The ids of a block's cards."""
    return [str(card["id"]) for card in block["content"]["extInfo"][CARDS[block["showType"]]]]


def ruled(block, rules):
    """A block with other rules for its cards; empty rules are removed."""
    rules = {id: rule for id, rule in rules.items() if rule != ALWAYS}
    rest = {name: value for name, value in block.items() if name != "cards"}
    return rest | ({"cards": rules} if rules else {})


class Merge:
    """Merges the members and cards of two changes of one value."""

    def __init__(self, prefer, cards=None):
        self.prefer, self.cards, self.conflicts = prefer, cards, []

    def note(self, pointer, kept, incoming, existing):
        self.conflicts.append((pointer, kept, incoming, existing))
        return incoming if kept == INCOMING else existing

    def value(self, old, new, target, pointer=""):
        if new == old:
            return target
        if target == old or target == new:
            return new
        # A client endpoint excludes the members of a feed.
        is_whole = pointer == "/source" and any(isinstance(side, dict) and "client" in side for side in (old, new, target))
        if isinstance(new, dict) and isinstance(target, dict) and not is_whole:
            return self.members(old if isinstance(old, dict) else {}, new, target, pointer)
        if pointer == self.cards and all(isinstance(side, list) for side in (old, new, target)):
            return self.list(old, new, target, pointer)
        return self.note(pointer, self.prefer, new, target)

    def members(self, old, new, target, pointer):
        result = {}
        for name in sorted({*old, *new, *target}):
            sides = (side.get(name, ABSENT) for side in (old, new, target))
            value = self.value(*sides, f"{pointer}/{name}")
            if value is not ABSENT:
                result[name] = value
        return result

    def list(self, old, new, target, pointer):
        count = len(self.conflicts)
        result = self.list_once(old, new, target, pointer)
        if Merge(self.prefer, self.cards).list_once(old, new, result, pointer) == result:
            return result
        # Cards with the same id were confused with each other.
        del self.conflicts[count:]
        return self.note(pointer, self.prefer, new, target)

    def list_once(self, old, new, target, pointer):
        old, new, target = (by_id(side) for side in (old, new, target))
        result = {}
        for index, (key, card) in enumerate(target.items()):
            value = self.value(old.get(key, ABSENT), new.get(key, ABSENT), card, f"{pointer}/{index}")
            if value is not ABSENT:
                result[key] = value
        for index, (key, card) in enumerate(new.items()):
            if key in target:
                continue
            if key not in old:
                result[key] = card
            elif old[key] != card:
                self.note(f"{pointer}/{index}", EXISTING, card, ABSENT)
        order, kept = merge_order(list(old), list(new), list(target), set(result), self.prefer)
        if kept:
            self.note(pointer, kept[min(kept)], list(new.values()), list(target.values()))
        return [result[key] for key in order]


def merge(old, new, target, prefer, valid):
    """Applies the change from `old` to `new` to `target`; returns the result and the conflicts.

    - valid: returns whether a block is valid.
    """
    result, conflicts = dict(target.blocks), []

    def conflict(code, pointer, kept, incoming, existing):
        sides = {"incoming": incoming, "existing": existing}
        there = {name: value for name, value in sides.items() if value is not ABSENT}
        conflicts.append({"blockCode": code, "pointer": pointer, "kept": kept, **there})

    codes = sorted({*old.blocks, *new.blocks}, key=lambda code: code in new.blocks)
    for code in codes:
        was, now, own = (side.blocks.get(code, ABSENT) for side in (old, new, target))
        if was == now or own == now:
            continue
        value, found = block(was, now, own, len(result), prefer, valid)
        for one in found:
            conflict(code, *one)
        result.pop(code, None)
        if value is not ABSENT:
            result[code] = value
    fields = Merge(prefer)
    data = fields.value(old.data, new.data, target.data)
    for one in fields.conflicts:
        conflict(None, *one)
    order = []
    for pinned in (False, True):
        codes = {code for code, value in result.items() if (value["showType"] == PINNED) == pinned}
        part, kept = merge_order(old.order, new.order, target.order, codes, prefer)
        order += part
        for code, side in kept.items():
            positions = ({"after": after(code, one.order)} for one in (new, target))
            conflict(code, "/order", side, *positions)
    return Content(order, result, data), conflicts


def block(old, new, target, count, prefer, valid):
    """The row of the decision's table for a changed block: its result and the conflicts."""
    if target == old:
        if old is ABSENT and count >= MOST_BLOCKS:
            return target, [("", EXISTING, new, target)]
        return new, []
    if new is ABSENT:
        return (new if prefer == INCOMING else target), [("", prefer, new, target)]
    if old is ABSENT or target is ABSENT:
        return target, [("", EXISTING, new, target)]
    merging = Merge(prefer, f"/content/extInfo/{CARDS[target['showType']]}")
    rules = [side.get("cards", {}) for side in (old, new, target)]
    ids = sorted({id for side in rules for id in side})
    # Rules are merged member by member, including those that only one side has.
    sides = (
        side | ({"cards": {id: known.get(id, ALWAYS) for id in ids}} if ids else {})
        for side, known in zip((old, new, target), rules)
    )
    result = merging.value(*sides)
    lost = [id for id, rule in result.get("cards", {}).items() if rule != ALWAYS and id not in card_ids(result)]
    result = ruled(result, {id: rule for id, rule in result.get("cards", {}).items() if id not in lost})
    conflicts = [one for one in merging.conflicts if not any(within(one[0], f"/cards/{id}") for id in lost)]
    for id in lost:
        was, incoming, existing = (known.get(id, ABSENT) for known in rules)
        if (incoming is ABSENT and existing == was) or (existing is ABSENT and incoming == was):
            continue
        conflicts.append((f"/cards/{id}", INCOMING if incoming is ABSENT else EXISTING, incoming, existing))
    if not valid(result):
        return target, [("", EXISTING, new, target)]
    return result, conflicts


def within(pointer, other):
    return pointer == other or pointer.startswith(f"{other}/")
