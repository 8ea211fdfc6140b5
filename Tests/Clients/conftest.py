import pytest

from harness.server import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One program for the tests of a module; each has a page of its own."""
    server = Server(tmp_path_factory.mktemp("clients"))
    yield server
    if server.runs:
        server.kill()
