"""Random changes of one field of the published models."""

import copy
import json

from decoding import List, Record


class Absent:
    """A removed value."""

    def __repr__(self):
        return "(absent)"

    def __deepcopy__(self, memo):
        return self


ABSENT = Absent()
VALUES = [
    None,
    True,
    False,
    0,
    1,
    -1,
    1.5,
    7.0,
    1e3,
    -0.0,
    9e18,
    float(2**53),
    2**63,
    -(2**63),
    "",
    "x",
    "7",
    "true",
    [],
    {},
    [None],
    [1],
    ["x"],
    [[]],
    [{}],
    {"x": 1},
    {"title": None},
    {"title": 1},
    {"imageUrl": None},
    {"playCount": "1"},
    "voiceList",
    "list",
    "song",
    "dragon_ball",
    "ARTIST",
    "green",
    "blue",
    "orpheus",
    "client_customized",
    "EP",
    "EP/Single",
    "Live",
    "mp3",
    "flac",
    "NEW_ALBUM_HOMEPAGE",
    "NEW_SONG_HOMEPAGE",
    "songRcmdFromComment",
    "orpheus://x",
    "/assets/x.svg",
    "orpheus://歌单/1",
    "/a b[c]",
    "https://",
    "https://h:99999/a",
    "https://a@h/",
    "https://例子.cn/图.jpg",
]


def fits(kind, value):
    try:
        kind.decode(value)
    except Exception:
        return False
    return True


def get(value, path):
    for name in path:
        value = value[name]
    return value


def put(value, path, new):
    """Sets the value at a path, or removes it."""
    parent = get(value, path[:-1])
    if new is ABSENT:
        if isinstance(parent, list):
            parent.pop(path[-1])
        else:
            parent.pop(path[-1], None)
    else:
        parent[path[-1]] = new


def mutated(places, content, random):
    """A content with one of some fields changed, and the path and value of the change.

    Often that field is in a record that was added for it.
    """
    content = json.loads(json.dumps(content))
    path, kind = random.choice(places)
    if isinstance(kind, Record) and path[-1] not in get(content, path[:-1]) and random.random() < 0.7:
        # A missing record: add a valid one, and change a field in it.
        put(content, path, copy.deepcopy(kind.sample))
        path, kind = random.choice([(path, kind), *kind.fields(kind.sample, path)])
    new = changed(get_or_none(content, path), kind, random)
    put(content, path, copy.deepcopy(new))
    return content, path, new


def get_or_none(content, path):
    try:
        return get(content, path)
    except (KeyError, IndexError):
        return None


def changed(old, kind, random):
    choice = random.random()
    if choice < 0.2:
        return ABSENT
    if choice < 0.35:
        return None
    if choice < 0.5:
        return kind.sample
    if choice < 0.6 and isinstance(old, list) and isinstance(kind, List):
        return random.choice([[], old[1:], old + old[:1], old[::-1], [*old, None], [*old, kind.element.sample]])
    if choice < 0.6 and isinstance(old, dict):
        return random.choice([{}, {**old, "later": [1]}, {name: None for name in old}])
    return random.choice(VALUES)


def merge_patch(old, new):
    """The JSON Merge Patch from one value to another; None if it does not exist, since a patch cannot add null."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    patch = {name: None for name in old if name not in new}
    for name, value in new.items():
        if name not in old or not same(old[name], value):
            if isinstance(value, dict) and not isinstance(old.get(name), dict) and name in old:
                patch[name] = value
            else:
                patch[name] = merge_patch(old.get(name), value) if isinstance(value, dict) else value
    return patch


def same(left, right):
    return type(left) is type(right) and left == right
