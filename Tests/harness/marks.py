"""Parameter values of tests that only script/verify runs, and the names of cases in a loop."""

import contextlib

import pytest


@contextlib.contextmanager
def case(*values):
    """Adds the values of a case to the message of a failure."""
    try:
        yield
    except Exception as failure:
        failure.add_note(f"case: {values}")
        raise


def long(*values):
    """Parameter values that only script/verify runs."""
    return [pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.long) for value in values]


def short_and_long(short, *others):
    """Parameter values for the same behaviour: script/test runs only the first one, script/verify all of them."""
    return [short, *long(*others)]
