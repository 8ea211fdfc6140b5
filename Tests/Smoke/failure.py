class Failure(Exception):
    """What was not as it must be."""


def require(condition, what):
    if not condition:
        raise Failure(what)
