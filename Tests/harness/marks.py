"""Parameter values of tests that only script/verify runs."""

import pytest


def long(*values):
    """Parameter values that only script/verify runs."""
    return [pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.long) for value in values]


def short_and_long(short, *others):
    """Parameter values for the same behaviour: script/test runs only the first one, script/verify all of them."""
    return [short, *long(*others)]
