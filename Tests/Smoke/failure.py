class Failure(Exception):
    """A failed check."""


def require(condition, what):
    if not condition:
        raise Failure(what)
