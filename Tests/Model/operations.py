"""Random operations with few blocks, cards, fields and values, so that changes often overlap.

An operation is a dictionary that is valid in any state, so that a sequence stays valid when parts of it are removed.
"""

from merging import CARDS, FEEDS, PINNED
from pages import CODES, IDS, LAYOUT, block, card

CHANGES = [
    "rule",
    "source",
    "create",
    "patch",
    "put",
    "delete",
    "edit_card",
    "edit_card",
    "remove_card",
    "order_cards",
    "order",
    "order",
]
# Overlapping changes: two changes of the draft with a release of the first in between, or one of the draft and of live.
SCRIPTS = [
    ["draft", "publish later", "draft", "wait"],
    ["draft", "publish later", "draft", "wait", "draft"],
    ["draft", "publish later", "draft", "publish later", "cancel"],
    ["draft", "publish later", "draft", "publish later", "live"],
    ["draft", "publish later", "draft", "publish later", "reschedule"],
    ["draft", "publish later", "draft", "into draft"],
    ["draft", "live"],
]


class Generator:
    def __init__(self, random, prefix=""):
        self.random, self.prefix, self.count, self.recent = random, prefix, 0, ["again"]
        # The block that is changed more often for a while.
        self.favourite = "A"
        # The remaining steps of a script, and its current stage.
        self.script, self.kind, self.stage = [], "order", None

    def value(self):
        """A value, usually a unique one, so that it can be found again."""
        if self.random.random() < 0.2:
            return self.random.choice(self.recent)
        self.count += 1
        self.recent = [*self.recent[-2:], f"v{self.prefix}{self.count}."]
        return self.recent[-1]

    def operation(self, page):
        """The next operation, usually one that is possible on the page."""
        kinds = {
            "order": 14,
            "create": 12,
            "patch": 22,
            "put": 5,
            "delete": 5,
            "order_cards": 6,
            "add_card": 6,
            "remove_card": 5,
            "edit_card": 10,
            "rule": 9,
            "source": 6,
            "publish": 10,
            "cancel": 3,
            "reschedule": 4,
            "discard": 1,
            "restore": 2,
            "replace_page": 2,
            "replace_draft": 2,
            "take_over": 1,
            "cancel_takeover": 1,
            "time": 9,
            "retry": 2,
        }
        if not self.script and self.random.random() < 0.06:
            self.script, self.kind = list(self.random.choice(SCRIPTS)), self.random.choice(CHANGES)
        if self.script:
            return self.scripted(page, self.script.pop(0))
        kind = self.random.choices(list(kinds), kinds.values())[0]
        op = getattr(self, kind)(page)
        op.setdefault("do", kind)
        if kind in ("time", "retry"):
            return op
        if kind not in ("cancel", "reschedule", "take_over", "cancel_takeover"):
            op["match"] = self.random.choices([None, "fresh", "old"], [6, 2, 2])[0]
        op["repeat"] = self.random.random() < 0.15
        if kind not in ("publish", "cancel", "reschedule", "discard", "restore", "take_over", "cancel_takeover"):
            op["dry"] = self.random.random() < 0.07
        return op

    def scripted(self, page, step):
        """A step of a script: usually the same kind of change each time."""
        if step in ("draft", "live"):
            kind = self.kind if self.random.random() < 0.7 else self.random.choice(CHANGES)
            self.stage = step
            op = getattr(self, kind)(page)
            self.stage = None
        elif step == "publish later":
            kind, op = "publish", {"ahead": self.rounded(page, self.random.choice([1000, 1500, 2000]))}
        elif step in ("cancel", "into draft"):
            kind, op = "cancel", {"release": 0, "pending": True, "into": step == "into draft"}
        elif step == "reschedule":
            kind, op = step, {"release": 0, "pending": True, "ahead": self.rounded(page, 2500)}
        else:
            instant = page.pending[0].at if page.pending else page.now + 1
            kind, op = "time", {"milliseconds": instant - page.now}
        return {"do": kind, "repeat": False, **op}

    def staged(self, page):
        if self.stage:
            return self.stage, (page.live.content if self.stage == "live" else page.drafted()[0])
        stage = self.random.choice(["live", "draft", "draft"] if page.draft else ["live", "draft"])
        return stage, (page.live.content if stage == "live" else page.drafted()[0])

    def chosen(self, page):
        """A stage and one of its blocks; sometimes one that does not exist."""
        stage, content = self.staged(page)
        there = content.order if content.order and self.random.random() < 0.97 else CODES
        if self.favourite in there and self.random.random() < 0.5:
            there = [self.favourite]
        elif self.random.random() < 0.2:
            self.favourite = self.random.choice(CODES)
        code = self.random.choice(there)
        return stage, code, content.blocks.get(code)

    def cards_of(self, block):
        return block["content"]["extInfo"][CARDS[block["showType"]]] if block else []

    def target(self, count, elements=()):
        choices = [{"to": "start"}, {"to": "end"}, {"to": self.random.randint(0, count)}]
        for element in elements:
            choices += [{"before": element}, {"after": element}]
        return self.random.choice(choices)

    def moves(self, name, elements):
        elements = elements or ["A"]
        moves = []
        for _ in range(self.random.randint(1, 2)):
            element = self.random.choice(elements)
            others = [other for other in elements if other != element] if name == "block" else []
            moves.append({name: element, **self.target(max(0, len(elements) - 1), others)})
        return moves

    def order(self, page):
        stage, content = self.staged(page)
        free = [code for code in content.order if content.blocks[code]["showType"] != PINNED]
        pinned = [code for code in content.order if code not in free]
        form = self.random.choice(["order", "index", "moves", "moves"])
        if form == "moves":
            elements = content.order if self.random.random() < 0.1 or not free else free
            return {"stage": stage, "change": {"moves": self.moves("block", elements)}}
        self.random.shuffle(free)
        self.random.shuffle(pinned)
        order = free + pinned
        if self.random.random() < 0.08:
            order = order[1:]
        change = {"order": order} if form == "order" else {"index": {code: 3 * rank for rank, code in enumerate(order)}}
        return {"stage": stage, "change": change}

    def cards(self):
        numbers = self.random.sample(IDS, self.random.randint(0, 3))
        return [card(number, self.value()) for number in numbers]

    def create(self, page):
        stage, content = self.staged(page)
        missing = [code for code in CODES if code not in content.blocks]
        code = self.random.choice(missing if missing and self.random.random() < 0.9 else CODES)
        if self.favourite in missing:
            code = self.favourite
        others = self.random.sample(CODES, 2) if self.random.random() < 0.1 else content.order
        place = self.target(len(content.order), others)
        return {"stage": stage, "code": code, "block": block(code, self.value(), self.cards()), "place": place}

    def patch(self, page):
        stage, code, _ = self.chosen(page)
        heading = {"content": {"uiElement": {"subTitle": {"title": self.value()}}}}
        picture = {"content": {"uiElement": {"subTitle": {"titleImgUrl": self.random.choice([self.value(), None])}}}}
        kind = {"content": {"uiElement": {"rcmdShowType": self.random.choice([self.value(), None])}}}
        button = {"content": {"uiElement": {"button": self.random.choice([{"text": self.value(), "action": "orpheus:y"}, None])}}}
        gone = {"content": {"uiElement": {"subTitle": None}}}
        hidden = {"enabled": self.random.random() < 0.5}
        broken = self.random.choice([{"blockCode": "Z"}, {"showType": "NO_SUCH"}, {"content": {"extInfo": None}}])
        weights = [8, 4, 3, 3, 1, 3, 0.5]
        patch = self.random.choices([heading, picture, kind, button, gone, hidden, broken], weights)[0]
        return {"stage": stage, "code": code, "patch": patch}

    def put(self, page):
        stage, code, _ = self.chosen(page)
        layout = self.random.choice(list(CARDS)) if self.random.random() < 0.2 else LAYOUT.get(code)
        return {"stage": stage, "code": code, "block": block(code, self.value(), self.cards(), layout)}

    def delete(self, page):
        stage, code, _ = self.chosen(page)
        return {"stage": stage, "code": code}

    def order_cards(self, page):
        stage, code, there = self.chosen(page)
        ids = [str(one["id"]) for one in self.cards_of(there)]
        if self.random.random() < 0.5:
            return {"stage": stage, "code": code, "change": {"moves": self.moves("card", ids)}}
        self.random.shuffle(ids)
        return {"stage": stage, "code": code, "change": {"order": ids}}

    def add_card(self, page):
        stage, code, there = self.chosen(page)
        used = [one["id"] for one in self.cards_of(there)]
        free = [number for number in IDS if number not in used] or [max(used) + 1]
        to = self.random.choice(["start", "end", 0, 1, 2])
        return {"stage": stage, "code": code, "card": card(self.random.choice(free), self.value()), "to": to}

    def remove_card(self, page):
        stage, code, there = self.chosen(page)
        return {"stage": stage, "code": code, "index": self.random.randint(0, max(0, len(self.cards_of(there)) - 1))}

    def edit_card(self, page):
        stage, code, there = self.chosen(page)
        cards = [dict(one) for one in self.cards_of(there)]
        if cards:
            name = self.random.choice(["title", "title", "badge", "subtitle"])
            self.random.choice(cards)[name] = self.value()
        name = CARDS[there["showType"] if there else LAYOUT[code]]
        return {"do": "patch", "stage": stage, "code": code, "patch": {"content": {"extInfo": {name: cards}}}}

    def rule(self, page):
        """A rule for a card; sometimes for one that does not exist."""
        stage, code, there = self.chosen(page)
        ids = [str(one["id"]) for one in self.cards_of(there)] + (["9"] if self.random.random() < 0.05 else [])
        rule = self.random.choice(
            [
                {"enabled": False},
                {"enabled": True},
                {"audience": {"platforms": ["ios"]}},
                {"audience": {"platforms": ["web"]}},
                {"audience": None},
                None,
            ]
        )
        return {"do": "patch", "stage": stage, "code": code, "patch": {"cards": {self.random.choice(ids or ["1"]): rule}}}

    def source(self, page):
        """The feed of a block, usually a matching one, with the positions of its own cards; or a client endpoint."""
        stage, code, there = self.chosen(page)
        fits = [name for name, layout in FEEDS.items() if there and layout == there["showType"]]
        feed = self.random.choice(fits if fits and self.random.random() < 0.9 else [*FEEDS, "none"])
        positions = sorted(self.random.sample(range(5), self.random.randint(0, 2)))
        source = self.random.choice(
            [
                {"feed": feed},
                {"feed": feed, "positions": positions},
                {"positions": positions},
                None,
                {"client": "https://app.example/own"},
                {"client": "https://app.example/own", "feed": None, "positions": None},
            ]
        )
        return {"do": "patch", "stage": stage, "code": code, "patch": {"source": source}}

    def publish(self, page):
        ahead = self.random.choice([None, None, 500, 1000, 1500, 2000, 3000, 0])
        return {"ahead": None if ahead is None else self.rounded(page, ahead)}

    @staticmethod
    def rounded(page, ahead):
        """An instant; they are multiples of half a second, so that some are equal."""
        return ahead and (page.now + ahead) // 500 * 500 - page.now

    def cancel(self, page):
        return {**self.release(page), "into": self.random.random() < 0.4}

    def reschedule(self, page):
        return {**self.release(page), "ahead": self.rounded(page, self.random.choice([0, 500, 1000, 1500, 2000, 3000]))}

    def release(self, page):
        """A planned release; sometimes one that has taken effect, or none."""
        releases = [one for one in page.releases if one.base] if self.random.random() < 0.1 else page.pending
        return {"release": self.random.randrange(len(releases)) if releases else 99, "pending": releases == page.pending}

    def discard(self, page):
        return {}

    def retry(self, page):
        return {}

    def restore(self, page):
        return {"back": self.random.randint(0, 25)}

    def replace_page(self, page):
        stage, content = self.staged(page)
        blocks = [dict(content.blocks[code]) for code in content.order]
        if blocks and self.random.random() < 0.4:
            blocks.remove(self.random.choice(blocks))
        if blocks and self.random.random() < 0.4:
            code = self.random.choice(blocks)["blockCode"]
            blocks = [block(code, self.value(), self.cards()) if one["blockCode"] == code else one for one in blocks]
        blocks.sort(key=lambda one: (one["showType"] == PINNED, self.random.random() if self.random.random() < 0.2 else 0))
        data = {"theme": self.value()} if self.random.random() < 0.5 else content.data
        return {"document": {"page": {"title": "A page"}, "data": data, "blocks": blocks}}

    def replace_draft(self, page):
        return self.replace_page(page)

    def take_over(self, page):
        return {"ahead": self.random.choice([-500, 500, 1000, 2000]), "length": self.random.choice([500, 1000, 1500])}

    def cancel_takeover(self, page):
        return {"takeover": self.random.randint(0, 2)}

    def time(self, page):
        """Advances the time, usually to an instant at which something happens or to immediately before it."""
        instants = [one.at for one in page.pending] or [page.now + 700]
        instant = self.random.choice([*instants, page.now + 300])
        return {"milliseconds": max(1, instant - page.now - self.random.choice([0, 0, 1]))}
