"""Values of a test's parameter that only script/verify has."""

import pytest


def long(*values):
    """Values of a parameter that only script/verify has."""
    return [pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.long) for value in values]


def short_and_long(short, *others):
    """Values of a parameter that change how the same behaviour is shown: script/test has the first, script/verify all."""
    return [short, *long(*others)]
