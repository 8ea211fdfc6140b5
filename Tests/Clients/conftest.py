import pytest

from harness.server import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One program for the tests of a module; each has a page of its own."""
    with Server(tmp_path_factory.mktemp("clients")) as server:
        yield server
