"""Fixtures and helpers for the tests that send requests to the running program."""

import contextlib
import re

import pytest

from harness import ROOT, databases
from harness.prepared import made_once
from harness.server import Server
from secure import Secure

# Recorded replies of a real server, if a folder with some is next to the project's.
CAPTURES = sorted(ROOT.parent.glob("*/captures/home-page-2021.json"))


def visible(order):
    """The starter sections of an order that every client gets, whatever its context."""
    return [code for code in order if code not in ("HOMEPAGE_BLOCK_LAB_PLAYLIST", "HOMEPAGE_BLOCK_NEW_YEAR_PLAYLIST")]


def normal(stream):
    """The bytes of responses with dates and request ids replaced, which differ each time; both must be well-formed."""
    for pattern, replacement in (
        (rb"\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n", rb"\r\nDate: *\r\n"),
        (rb"\r\nX-Request-Id: [0-9a-f]{20,32}\r\n", rb"\r\nX-Request-Id: *\r\n"),
        (rb'"requestId":"[0-9a-f]{20,32}"', rb'"requestId":"*"'),
        # The length varies with the request id, which has no leading zeros.
        (rb"(application/problem\+json\r\n(?:.+\r\n)*?Content-Length: )\d+", rb"\1*"),
    ):
        stream = re.sub(pattern, replacement, stream)
    return stream


@pytest.fixture(scope="session")
def starter(tmp_path_factory):
    """The database that a first start creates, and the admin token that it prints."""

    def make(folder):
        server = Server(folder)
        server.stop()
        return databases.template(server.database), server.token

    return made_once(tmp_path_factory, "starter", make)


@pytest.fixture
def server(tmp_path, starter):
    """A server with the starter pages. Its database exists already, so that it starts faster."""
    content, token = starter
    server = Server(tmp_path, token=token, database=databases.restored(content, tmp_path))
    yield server
    if server.runs:
        server.kill()


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory, starter):
    """A server with the starter pages, shared by all tests that do not change it."""
    content, token = starter
    folder = tmp_path_factory.mktemp("shared")
    server = Server(folder, token=token, database=databases.restored(content, folder))
    yield server
    if server.runs:
        server.kill()


@pytest.fixture
def secure(server, tmp_path):
    secure = Secure(server, tmp_path)
    yield secure
    if secure.runs:
        secure.stop()


@pytest.fixture
def stored(starter):
    """What a server of `start` finds in its folder. A module that tests first starts overrides it."""
    content, token = starter
    return lambda folder: {"token": token, "database": databases.restored(content, folder)}


@pytest.fixture
def start(tmp_path, stored):
    """Starts servers, each with its own environment."""
    servers = []

    def start(**env):
        folder = tmp_path / str(len(servers))
        folder.mkdir()
        servers.append(Server(folder, env, **stored(folder)))
        return servers[-1]

    yield start
    for server in servers:
        if server.runs:
            server.kill()


@pytest.fixture(scope="session")
def office(tmp_path_factory):
    """The database of a company with four operators, each with a session."""
    from reviewing import Office

    return made_once(tmp_path_factory, "office", Office)


@pytest.fixture
def people(server, office):
    """The operators of a company, on a server whose mall needs one approval."""
    from reviewing import company

    return company(server, office)


@pytest.fixture(scope="session")
def staff(tmp_path_factory):
    from sessions import Staff

    def make(folder):
        server = Server(folder)
        try:
            return Staff(server)
        finally:
            if server.runs:
                server.kill()

    return made_once(tmp_path_factory, "staff", make)


@pytest.fixture
def pair(tmp_path, stored):
    """Two servers with the same content: one with the fast path for reads, one without."""
    shared = {"HOMEBLOCKS_LOG_FORMAT": "json", "HOMEBLOCKS_AUDIENCE_ATTRIBUTES": "city=beijing,shanghai;member=none,vip"}
    with contextlib.ExitStack() as stack:
        servers = []
        for name, env in (("fast", {}), ("plain", {"HOMEBLOCKS_HTTP_FAST_PATH": "false"})):
            folder = tmp_path / f"pair-{name}"
            folder.mkdir()
            server = Server(folder, shared | env, **stored(folder))
            servers.append(stack.enter_context(server))
        yield tuple(servers)


@pytest.fixture
def capture():
    """A recorded response of a real server. Without one, the test is skipped."""
    if not CAPTURES:
        pytest.skip("no recorded response available")
    return CAPTURES[0]
