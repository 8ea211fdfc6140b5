"""Operations on orders and blocks: a second implementation to compare responses with."""


def applied(change, order):
    """The result of a change of an order."""
    if "order" in change:
        return list(change["order"])
    order = list(order)
    for move in change["moves"]:
        order.remove(move["block"])
        order.insert(place(move, order), move["block"])
    return order


def place(move, order):
    """The index of a moved block among the others."""
    if "before" in move:
        return order.index(move["before"])
    if "after" in move:
        return order.index(move["after"]) + 1
    return {"start": 0, "end": len(order)}.get(move["to"], move["to"])


def merged(patch, value):
    """Applies a JSON Merge Patch."""
    if not isinstance(patch, dict):
        return patch
    result = dict(value) if isinstance(value, dict) else {}
    for name, member in patch.items():
        if member is None:
            result.pop(name, None)
        else:
            result[name] = merged(member, result.get(name))
    return result


def some_moves(chance, order):
    """One to three moves of every form."""
    return {"moves": [some_move(chance, order) for _ in range(chance.randint(1, 3))]}


def some_move(chance, order):
    block, other = chance.sample(order, 2)
    form = chance.choice(["before", "after", "to", "place"])
    if form == "to":
        return {"block": block, "to": chance.choice(["start", "end"])}
    if form == "place":
        return {"block": block, "to": chance.randrange(len(order))}
    return {"block": block, form: other}


def some_order(chance, order):
    return {"order": chance.sample(order, len(order))}


def titled(text):
    """A patch with a new heading for a block."""
    return {"content": {"uiElement": {"subTitle": {"title": text}}}}
