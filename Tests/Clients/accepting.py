"""Sends changed sections to a server, and decodes all accepted ones like the apps."""

import copy
import json
from collections import Counter

from decoding import Undecodable
from mutations import ABSENT, merge_patch, mutated
from netease_model import BLOCK, MENUS, PAGE
from netease_views import show

BATCH = 100
# Client endpoints, which published apps do not know, and invalid ones, which must be rejected.
SOURCES = [{"client": "https://api.example.com/own?a=b"}, {"client": "http://localhost:9000/own"}]
BAD_SOURCES = [
    {"client": "http://api.example.com/own"},
    {"client": "https://a@api.example.com/own"},
    {"client": "orpheus://own"},
    {"client": None},
    {"feed": "none"},
    {"client": "https://api.example.com", "feed": "none"},
    {},
    [],
    "https://api.example.com",
    {"client": "https://api.example.com", "positions": [0]},
]
# The layout that old apps cannot show.
NEW_LAYOUT, OLD_VERSION = "HOMEPAGE_SLIDE_PLAYABLE_MLOG", "1.0"
# The query of an app that gets this form of a section.
QUERIES = {
    "content": "&platform=ios&appVersion=9.0",
    "localization": "&platform=ios&appVersion=9.0&locale=en",
    "fallback": f"&platform=ios&appVersion={OLD_VERSION}",
}


def shortened(block):
    """A starter section with few cards, so that many fit into a request, and without a window and an audience."""
    content = copy.deepcopy(block["content"])
    for card in content.get("creatives") or []:
        if card.get("resources"):
            card["resources"] = card["resources"][:1]
    if "creatives" in content:
        content["creatives"] = content["creatives"][:2]
    if isinstance(content.get("extInfo"), list):
        content["extInfo"] = content["extInfo"][:1]
    elif "extInfo" in content:
        content["extInfo"]["banners"] = content["extInfo"]["banners"][:2]
    return {"blockCode": block["blockCode"], "showType": block["showType"], "content": content}


def starter_blocks(server):
    """The starter sections, one of each layout, and the clips in their other layout."""
    page = server.api("GET", "/api/pages/music/export").json
    blocks = {block["showType"]: shortened(block) for block in reversed(page["blocks"])}
    clips = copy.deepcopy(blocks["SHUFFLE_MLOG"])
    blocks[NEW_LAYOUT] = clips | {"showType": NEW_LAYOUT}
    return list(blocks.values())


class Failure(AssertionError):
    pass


class Trial:
    """A page of the family; counts the attempts, the accepted changes, and the sections shown in each form."""

    def __init__(self, server, page, random):
        self.server, self.page, self.random = server, page, random
        self.blocks = starter_blocks(server)
        self.newest = {name: self.blocks[-1][name] for name in ("showType", "content")}
        self.places = {block["showType"]: list(BLOCK.fields(block["content"], ())) for block in self.blocks}
        self.tried, self.taken, self.shown = 0, 0, Counter()

    def api(self, method, path, body=None):
        response = self.server.api(method, f"/api/pages/{self.page}{path}", body)
        assert response.status in (200, 201, 409, 422), response.body
        return response

    def put(self, blocks, data=None):
        body = {"page": {"slug": self.page, "client": "netease"}, "data": data or {}, "blocks": blocks}
        return self.api("PUT", "/export", body)

    def check(self, what, decode):
        try:
            decode()
        except Undecodable as reason:
            raise Failure(f"was taken, but the apps cannot read it: {what}: {reason}") from None

    def document(self, query=""):
        response = self.server.get(f"/homepage?page={self.page}{query}")
        assert response.status == 200, response.body
        return response.json

    def batch(self, count):
        """Imports many sections with one change each. The response names rejected ones, and the rest is sent again, so
        that each is accepted or rejected individually."""
        waiting = {}
        for number in range(count):
            block = self.random.choice(self.blocks)
            content, path, new = mutated(self.places[block["showType"]], block["content"], self.random)
            # A fallback in the new layout would never be shown.
            hidden = block["showType"] == NEW_LAYOUT
            form = self.random.choice(["content", "content", "localization", "content" if hidden else "fallback"])
            what = f"{form} of {block['showType']}, {'/'.join(map(str, path))} = {new!r:.120}"
            # Codes that do not belong to a layout, so that one page can have many sections of a layout.
            made = {**block, "blockCode": f"M{number}"}
            if form == "content":
                made["content"] = content
            elif form == "localization":
                made["localizations"] = {"en": merge_patch(block["content"], content)}
            else:
                made |= self.newest
                made["fallback"] = {"showType": block["showType"], "content": content}
            if self.random.random() < 0.25:
                made["source"] = self.random.choice(SOURCES if self.random.random() < 0.8 else BAD_SOURCES)
                what += f", source {made['source']}"
            waiting[number] = (form, made, what)
        self.tried += count
        while waiting:
            numbers = list(waiting)
            response = self.put([waiting[number][1] for number in numbers])
            if response.status == 200:
                break
            refused = {numbers[int(error["pointer"].split("/")[2])] for error in response.json["errors"]}
            assert refused, response.body
            for number in refused:
                del waiting[number]
        self.taken += len(waiting)
        sources = {number: made.get("source") for number, (_, made, _) in waiting.items()}
        assert all(source in [None, *SOURCES] for source in sources.values()), sources
        for form in QUERIES:
            taken = {number: what for number, (own, _, what) in waiting.items() if own == form}
            self.check_document(taken, form, sources)

    def check_document(self, taken, form, sources):
        """Decodes the sections with a change in a form, as received by apps that get this form."""
        document = self.document(QUERIES[form])
        self.check("a page without its sections", lambda: PAGE.decode(document | {"data": document["data"] | {"blocks": []}}))
        shown = {block["blockCode"]: block for block in document["data"]["blocks"]}
        for number, what in taken.items():
            if block := shown.get(f"M{number}"):
                self.shown[form] += 1
                self.check(what, lambda block=block: (BLOCK.decode(block), show(block)))
                # A fallback has another layout, for which the endpoint's response is not suitable.
                source = {} if form == "fallback" else sources[number] or {}
                assert block.get("clientSource") == source.get("client"), what
                assert "source" not in block, what

    def single(self):
        """Changes one live section by a merge patch or card by card, and then restores it."""
        block = self.random.choice(self.blocks)
        assert self.put(self.blocks[:9]).status == 200
        code, path = block["blockCode"], f"/live/blocks/{block['blockCode']}"
        block = self.api("GET", path).json["data"]
        block = {name: block[name] for name in ("blockCode", "showType", "content")}
        for _ in range(8):
            self.tried += 1
            what, response = self.changed(block, path)
            if response.status != 422:
                self.taken += 1
                document = self.document()
                self.check(
                    what, lambda document=document: (PAGE.decode(document), [show(shown) for shown in document["data"]["blocks"]])
                )
                if block["showType"] == "DRAGON_BALL":
                    menus = self.server.get(f"/homepage/dragon/ball?page={self.page}").json
                    self.check(what, lambda menus=menus: MENUS.decode(menus))
                back = self.api("PUT", f"/live/blocks/{code}", {n: block[n] for n in ("showType", "content")})
                assert back.status == 200, back.body

    def changed(self, block, path):
        content, place, new = mutated(self.places[block["showType"]], block["content"], self.random)
        what = f"{block['showType']}, {'/'.join(map(str, place))} = {new!r:.120}"
        cards = block["content"].get("creatives") or []
        way = self.random.random()
        if cards and place[0] == "creatives" and len(place) > 1 and way < 0.5:
            if new is ABSENT or len(place) == 2 and place[1] >= len(content["creatives"]):
                return f"a card less: {what}", self.api("DELETE", f"{path}/creatives/{place[1]}")
            card = content["creatives"][place[1]] if place[1] < len(content["creatives"]) else {}
            return f"a card more: {what}", self.api("POST", f"{path}/creatives", card)
        if cards and way < 0.1:
            index = self.random.randrange(len(cards))
            return f"{block['showType']} without card {index}", self.api("DELETE", f"{path}/creatives/{index}")
        patch = {"content": merge_patch(block["content"], content)}
        return f"a patch of {what}", self.api("PATCH", path, patch)

    def page_fields(self):
        """Changes one of the page-level fields."""
        usual = self.document()["data"]
        data = {"pageConfig": usual["pageConfig"], "guideToast": usual["guideToast"]}
        places = list(PAGE.required["data"].fields(data, ()))
        data, path, new = mutated(places, data, self.random)
        self.tried += 1
        if self.put(self.blocks[:1], data).status == 200:
            self.taken += 1
            self.check(f"page, {'/'.join(map(str, path))} = {new!r}", lambda: PAGE.decode(self.document()))

    def run(self, count):
        """Makes this many changes: most in imports, every twentieth in the other ways."""
        assert self.put(self.blocks[:1]).status in (200, 201)
        while self.tried < count * 0.95:
            self.batch(min(BATCH, count - self.tried))
        while self.tried < count:
            self.single()
            self.page_fields()
        assert self.api("DELETE", "").status == 200
        return json.dumps({"tried": self.tried, "taken": self.taken, "shown": self.shown})
