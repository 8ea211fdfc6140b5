"""The effect of a single change on a page's content: orders, blocks and cards (docs/api.md)."""

import copy
import json

from merging import ALWAYS, CARDS, FEEDS, PINNED, Content, card_ids, ruled


class Refused(Exception):
    def __init__(self, status):
        super().__init__(status)
        self.status = status


def resource(block):
    """A block with all of its members, as returned by the server."""
    usual = dict.fromkeys(("audience", "fallback", "from", "localizations", "until")) | {"enabled": True}
    block = usual | copy.deepcopy(block)
    source = {name: value for name, value in (block.pop("source", None) or {}).items() if value is not None}
    if source:
        block["source"] = source if "client" in source else source | {"positions": source.get("positions", [])}
    return ruled(block, {id: ALWAYS | rule for id, rule in (block.get("cards") or {}).items() if rule is not None})


def valid(block):
    """Whether a block fits its layout."""
    name = CARDS.get(block["showType"])
    heading = block["content"].get("uiElement", {}).get("subTitle")
    if name is None or not isinstance(block["content"].get("extInfo", {}).get(name), list):
        return False
    source = block.get("source", {})
    if len(source.keys() & {"feed", "client"}) != (1 if source else 0) or source.keys() >= {"client", "positions"}:
        return False
    if "feed" in source and FEEDS.get(source["feed"]) != block["showType"]:
        return False
    if any(card_ids(block).count(id) != 1 for id in block.get("cards", {})):
        return False
    return (heading is None or isinstance(heading.get("title"), str)) and isinstance(block["enabled"], bool)


def checked(block):
    block = resource(block)
    if not valid(block):
        raise Refused(422)
    return block


def settled(order, blocks):
    """An order with the pinned blocks at the end."""
    return sorted(order, key=lambda code: blocks[code]["showType"] == PINNED)


def merge_patch(patch, value):
    """JSON Merge Patch (RFC 7396)."""
    if not isinstance(patch, dict):
        return patch
    result = dict(value) if isinstance(value, dict) else {}
    for name, change in patch.items():
        if change is None:
            result.pop(name, None)
        else:
            result[name] = merge_patch(change, result.get(name))
    return result


def stepped(order, moves, name):
    """An order with moves applied."""
    order = list(order)
    for move in moves:
        element = move[name]
        others = [other for other in order if other != element]
        if element not in order:
            raise Refused(422)
        order = others
        if "to" in move:
            place = {"start": 0, "end": len(order)}.get(move["to"], move["to"])
            if not 0 <= place <= len(order):
                raise Refused(422)
        else:
            other = move.get("before", move.get("after"))
            if other not in order:
                raise Refused(422)
            place = order.index(other) + ("after" in move)
        order.insert(place, element)
    return order


def ordered(content, change):
    if "order" in change:
        order = change["order"]
    elif "index" in change:
        ranks = change["index"]
        if len(set(ranks.values())) != len(ranks):
            raise Refused(422)
        order = sorted(ranks, key=ranks.get)
    else:
        order = stepped(content.order, change["moves"], "block")
    if sorted(order) != sorted(content.order) or order != settled(order, content.blocks):
        raise Refused(422)
    return Content(order, content.blocks, content.data)


def created(content, op):
    block = op["block"]
    code = block["blockCode"]
    if code in content.blocks:
        raise Refused(409)
    block = checked(block)
    try:
        order = stepped([*content.order, code], [{"block": code, **op["place"]}], "block")
    except Refused:
        raise Refused(400) from None
    blocks = content.blocks | {code: block}
    return Content(settled(order, blocks), blocks, content.data)


def card_order(ids, change):
    """The indices of cards in a new order; an id means the first card with it."""

    def index(name):
        if name not in ids:
            raise Refused(422)
        return ids.index(name)

    if "order" in change:
        order = [index(name) for name in change["order"]]
        if sorted(order) != list(range(len(ids))):
            raise Refused(422)
        return order
    return stepped(range(len(ids)), [{**move, "card": index(move["card"])} for move in change["moves"]], "card")


def carded(block, op):
    """A block with a change of its cards applied."""
    block = copy.deepcopy(block)
    info, name = block["content"]["extInfo"], CARDS[block["showType"]]
    cards, ids = info[name], [str(card["id"]) for card in info[name]]
    if op["do"] == "add_card":
        place = {"start": 0, "end": len(cards)}.get(op["to"], op["to"])
        cards.insert(place, op["card"])
    elif op["do"] == "remove_card":
        if op["index"] >= len(cards):
            raise Refused(404)
        del cards[op["index"]]
    else:
        info[name] = [cards[index] for index in card_order(ids, op["change"])]
    # A rule is removed with its card.
    return checked(ruled(block, {id: rule for id, rule in block.get("cards", {}).items() if id in card_ids(block)}))


def edited(content, op):
    """A page's content with a change of its order, a block or cards applied.

    Raises Refused with the status of the response.
    """
    if op["do"] == "order":
        return ordered(content, op["change"])
    if op["do"] == "create":
        return created(content, op)
    code = op["code"]
    blocks = dict(content.blocks)
    if op["do"] == "delete":
        del blocks[code]
        return Content([one for one in content.order if one != code], blocks, content.data)
    if op["do"] == "put":
        blocks[code] = checked(op["block"])
    elif op["do"] == "patch":
        blocks[code] = checked(merge_patch(op["patch"], blocks[code]))
        if blocks[code]["blockCode"] != code:
            raise Refused(422)
    else:
        blocks[code] = carded(blocks[code], op)
    return Content(settled(content.order, blocks), blocks, content.data)


def imported(document):
    """A page's content from the document of an import."""
    blocks = [checked(block) for block in document["blocks"]]
    order = [block["blockCode"] for block in blocks]
    if len(set(order)) != len(order):
        raise Refused(422)
    content = Content(order, {block["blockCode"]: block for block in blocks}, document["data"])
    if settled(order, content.blocks) != order:
        raise Refused(422)
    return content


def exported(content):
    """The members of a page's export that have its content."""
    return {"data": content.data, "blocks": [content.blocks[code] for code in content.order]}


def text(value):
    """The canonical text of a JSON value."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
