"""The order of a merge's result, implemented from docs/decisions/0008."""

INCOMING, EXISTING = "incoming", "existing"


def moved(old, new):
    """The moved elements of both lists: all except a longest increasing subsequence.

    There may be several longest subsequences. Like in the program, each length has the smallest possible end.
    """
    place = {element: index for index, element in enumerate(element for element in old if element in new)}
    common = [element for element in new if element in place]
    ends, previous = [], {}
    for element in common:
        length = sum(place[end] < place[element] for end in ends)
        previous[element] = ends[length - 1] if length else None
        ends[length : length + 1] = [element]
    stays, element = set(), ends[-1] if ends else None
    while element is not None:
        stays.add(element)
        element = previous[element]
    return set(common) - stays


def after(element, order):
    """The predecessor of an element; None for the first."""
    index = order.index(element)
    return order[index - 1] if index else None


def merge_order(old, new, target, elements, prefer):
    """The order of exactly these elements, and for each one that both sides moved, the side whose position it has."""
    old, new, target = ([element for element in order if element in elements] for order in (old, new, target))
    added = {element for element in new if element not in old}

    def met(order):
        agree = [e for e in new if e in order] == [e for e in order if e in new]
        return set() if agree else moved(old, new) & moved(old, order)

    def put(order, staying):
        placed = (moved(old, new) | added) - staying
        result = [element for element in order if element not in placed]
        before = None
        for element in new:
            if element in staying:
                continue
            if element in placed:
                result.insert(0 if before is None else result.index(before) + 1, element)
            before = element
        return result

    def staying(order):
        """The elements that both sides moved or added, unless they are already at the position of the change."""
        stays, before = set(), None
        for element in new:
            if element in met(order) | added & set(order) and after(element, order) != before:
                stays.add(element)
            else:
                before = element
        return stays

    if prefer != EXISTING:
        return put(target, set()), {element: INCOMING for element in met(target)}
    result, stays = target, None
    while stays is None or put(result, stays) != result:
        result = put(result, stays) if stays is not None else result
        stays = staying(result)
    return result, {element: EXISTING if element in stays else INCOMING for element in met(target)}
