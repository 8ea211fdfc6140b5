"""Decoding like published apps: a single missing, null or wrong value anywhere, and nothing is shown."""

import re
from urllib.parse import urlsplit


class Undecodable(Exception):
    """A value that a model cannot decode, and its path."""

    def __init__(self, path, reason):
        super().__init__(f"{'/'.join(map(str, path)) or '(root)'}: {reason}")


class Kind:
    """A type of a model: `accepts` returns whether a value has it, `sample` is a value of this type."""

    def __init__(self, name, accepts, sample):
        self.name, self.accepts, self.sample = name, accepts, sample

    def decode(self, value, path=()):
        if not self.accepts(value):
            raise Undecodable(path, f"{value!r:.80} is no {self.name}")

    def fields(self, value, path):
        """The paths below a value that the model names, with their kinds, and whether they are required."""
        return iter(())


class List(Kind):
    def __init__(self, element):
        self.element, self.sample = element, [element.sample]

    def decode(self, value, path=()):
        if not isinstance(value, list):
            raise Undecodable(path, f"{value!r:.80} is no list")
        for place, element in enumerate(value):
            self.element.decode(element, (*path, place))

    def fields(self, value, path):
        for place, element in enumerate(value if isinstance(value, list) else []):
            yield (*path, place), self.element
            yield from self.element.fields(element, (*path, place))


class Record(Kind):
    """An object whose `required` members must be present; the `optional` ones may be absent or null."""

    def __init__(self, required, optional=None):
        self.required, self.optional = required, optional or {}
        self.sample = {name: kind.sample for name, kind in {**self.optional, **self.required}.items()}

    def decode(self, value, path=()):
        if not isinstance(value, dict):
            raise Undecodable(path, f"{value!r:.80} is no object")
        for name, kind in self.required.items():
            if name not in value:
                raise Undecodable((*path, name), "is missing")
            kind.decode(value[name], (*path, name))
        for name, kind in self.optional.items():
            if value.get(name) is not None:
                kind.decode(value[name], (*path, name))

    def fields(self, value, path):
        if not isinstance(value, dict):
            return
        for name, kind in {**self.required, **self.optional}.items():
            yield (*path, name), kind
            if name in value:
                yield from kind.fields(value[name], (*path, name))


class Either(Kind):
    """The first of several kinds that accepts the value."""

    def __init__(self, *kinds):
        self.kinds, self.sample = kinds, kinds[0].sample

    def decode(self, value, path=()):
        reasons = []
        for kind in self.kinds:
            try:
                return kind.decode(value, path)
            except Undecodable as reason:
                reasons.append(str(reason))
        raise Undecodable(path, "; ".join(reasons))

    def fields(self, value, path):
        for kind in self.kinds:
            yield from kind.fields(value, path)


def is_integer(value):
    """Strict languages do not accept a number with a fraction or an exponent as an integer."""
    return isinstance(value, int) and not isinstance(value, bool) and -(2**63) <= value < 2**63


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_address(value):
    """Whether every version of the URL classes parses it: ASCII, and on the web a host, a valid port and no user."""
    if not isinstance(value, str) or not re.fullmatch(r"(?:[A-Za-z0-9._~:/?#@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*", value):
        return False
    try:
        parts = urlsplit(value)
        port = parts.port
    except ValueError:
        return False
    if parts.scheme not in ("http", "https"):
        return True
    return bool(parts.hostname) and port != 0 and "@" not in parts.netloc


def choice(*values):
    return Kind(" or ".join(values), lambda value: isinstance(value, str) and value in values, values[0])


INTEGER = Kind("integer", is_integer, 7)
NUMBER = Kind("number", is_number, 0.5)
ADDRESS = Kind("address", is_address, "/text")
TEXT = Kind("text", lambda value: isinstance(value, str), "text")
FLAG = Kind("flag", lambda value: isinstance(value, bool), True)
NULL = Kind("null", lambda value: value is None, None)
ANY = Kind("value", lambda value: True, {"x": 1})
OBJECT = Kind("object", lambda value: isinstance(value, dict), {"x": 1})


def all_of(names, kind):
    return dict.fromkeys(names.split(), kind)
