"""The model satisfies the rules of docs/decisions/0008."""

import copy
import random

import pytest

from edits import resource, settled, text, valid
from merging import ALWAYS, CARDS, FEEDS, Content, card_ids, merge, ruled
from ordering import EXISTING, INCOMING
from pages import CODES, IDS, block, card
from values import values


class Pages:
    """Random contents, each derived from another one."""

    def __init__(self, seed):
        self.random, self.count = random.Random(seed), 0

    def value(self):
        self.count += 1
        return f"v{self.count}." if self.random.random() < 0.8 else "v0."

    def shuffled(self, elements):
        elements = list(elements)
        for _ in range(self.random.choice([0, 0, 1, 2])):
            if elements:
                elements.insert(self.random.randrange(len(elements)), elements.pop(self.random.randrange(len(elements))))
        return elements

    def cards(self, cards):
        result = []
        for one in cards:
            if self.random.random() < 0.85:
                name = self.random.choice(["title", "badge"])
                result.append({**one, name: self.value()} if self.random.random() < 0.25 else one)
        free = [number for number in IDS if number not in [one["id"] for one in cards]]
        if free and self.random.random() < 0.3:
            result.append(card(self.random.choice(free), self.value()))
        return self.shuffled(result)

    def changed(self, content):
        blocks = {}
        for code, one in content.blocks.items():
            chance = self.random.random()
            if chance < 0.12:
                continue
            one = copy.deepcopy(one)
            if chance < 0.5:
                heading = one["content"]["uiElement"]
                heading[self.random.choice(["rcmdShowType", "more"])] = self.value()
                if self.random.random() < 0.4:
                    heading["subTitle"] = self.random.choice([None, {"title": self.value()}])
                info, name = one["content"]["extInfo"], CARDS[one["showType"]]
                info[name] = self.cards(info[name])
                rules = dict(one.get("cards", {}))
                if info[name] and self.random.random() < 0.4:
                    rule = ALWAYS | self.random.choice([{"enabled": False}, {"until": self.value()}, {"from": self.value()}, {}])
                    rules[str(self.random.choice(info[name])["id"])] = rule
                if self.random.random() < 0.2:
                    fits = [name for name, layout in FEEDS.items() if layout == one["showType"]]
                    one["source"] = {"feed": self.random.choice(fits), "positions": [self.random.randint(0, 3)]}
                one = ruled(one, {id: rule for id, rule in rules.items() if id in card_ids(one)})
            blocks[code] = one
        added = [code for code in CODES if code not in content.blocks and self.random.random() < 0.2]
        for code in added:
            blocks[code] = resource(block(code, self.value(), self.cards([])))
        order = self.shuffled([code for code in content.order if code in blocks])
        for code in added:
            order.insert(self.random.randint(0, len(order)), code)
        return Content(settled(order, blocks), blocks, {"theme": self.value()})

    def sides(self):
        """A page and two changed versions of it, which have some changes in common."""
        old = self.changed(self.changed(Content([], {}, {})))
        both = self.changed(old)
        return old, self.changed(self.random.choice([old, both])), self.changed(self.random.choice([old, both]))


@pytest.mark.parametrize("prefer", [INCOMING, EXISTING])
def test_a_merge_loses_nothing_and_is_idempotent(prefer):
    pages = Pages(7)
    for _ in range(500):
        old, new, target = pages.sides()
        result, conflicts = merge(old, new, target, prefer, valid)
        assert sorted(result.order) == sorted(result.blocks) and result.order == settled(result.order, result.blocks)
        assert all(map(valid, result.blocks.values()))
        assert merge(old, old, target, prefer, valid) == (target, [])
        assert merge(old, new, old, prefer, valid) == (new, [])
        assert merge(old, new, new, prefer, valid) == (new, [])
        assert merge(old, new, result, prefer, valid)[0] == result, (text(vars(old)), text(vars(new)), text(vars(target)))
        there = values(result.blocks)
        for side, content in (("incoming", new), ("existing", target)):
            returned = values([one.get(side) for one in conflicts])
            assert values(content.blocks) - values(old.blocks) <= there | returned, side
