"""Requests over HTTP/2 that are malformed or too large: the stream alone fails."""

import pytest

from http2 import HTTP2
from test_tls import Secure, secure  # noqa: F401

GOOD = 200
BAD = 400, "PROTOCOL_ERROR"


def sized(name, size):
    """A field that has so many bytes with its name."""
    return name, "x" * (size - len(name))


@pytest.mark.parametrize(
    "head",
    [
        {"path": "/so rt"}, {"path": "/sort\x00"}, {"path": "/sort\r\nX: 1"}, {"path": "sort"}, {"path": ""},
        {"path": None}, {"method": "GE T"}, {"method": ""}, {"method": None}, {"scheme": None}, {"scheme": "ht tp"},
        {"authority": "a b"}, {"authority": ""}, {"authority": "a@b"}, {"authority": None},
        {"fields": [("x", "a\x00b")]}, {"fields": [("x", "a\nb")]}, {"fields": [("x", "a\rb")]},
        {"fields": [("x y", "a")]}, {"fields": [("X", "a")]}, {"fields": [("", "a")]}, {"fields": [(":x", "a")]},
        {"fields": [("x", "a"), (":path", "/sort")]}, {"fields": [("connection", "close")]},
        {"fields": [("transfer-encoding", "chunked")]}, {"fields": [("te", "gzip")]},
        {"fields": [("host", "other")]}, {"fields": [("host", "a"), ("host", "a")], "authority": None},
        {"fields": [("host", "a b")], "authority": None}, {"fields": [("content-length", "1")]},
    ],
    ids=str,
)
def test_a_malformed_request_fails_alone(secure, head):
    with HTTP2(secure) as client:
        before = client.open(client.head())
        malformed = client.open(client.head(**head))
        after = client.open(client.head())
        assert client.response(malformed)[0] in BAD
        # The others of the connection have their responses, and it goes on.
        assert client.response(before)[0] == client.response(after)[0] == GOOD
        assert client.response(client.open(client.head()))[0] == GOOD
        assert client.closed is None


@pytest.mark.parametrize(
    "fields, expected",
    [
        ([sized("x", 8 << 10)], GOOD),
        ([sized("x", (8 << 10) + 1)], 431),
        ([sized("x", 17_000)], 431),
        ([sized("x", 60_000)], 431),
        ([sized(f"x{number}", 8000) for number in range(4)], GOOD),
        ([sized(f"x{number}", 8000) for number in range(5)], 431),
        ([(f"x{number}", "1") for number in range(96)], GOOD),
        ([(f"x{number}", "1") for number in range(150)], 431),
    ],
    ids=["8 KiB", "more than 8 KiB", "17 KB", "60 KB", "32 KB in four", "40 KB in five", "100 fields", "150 fields"],
)
def test_the_limits_of_headers_are_those_of_http_1_and_end_the_stream_alone(secure, fields, expected):
    with HTTP2(secure) as client:
        for body in (None, b"{}"):
            before = client.open(client.head())
            large = client.open(client.head(fields=fields, **({"method": "POST"} if body else {})), body)
            status, problem = client.response(large)
            if expected == GOOD:
                assert status == (401 if body else GOOD)
            else:
                assert status == expected and "32 KiB" in problem["detail"]
            assert client.response(before)[0] == client.response(client.open(client.head()))[0] == GOOD
        assert client.closed is None


def test_host_alone_names_the_server(secure):
    with HTTP2(secure) as client:
        host = client.head(fields=[("host", client.authority)], authority=None)
        assert client.response(client.open(host))[0] == GOOD
        both = client.head(fields=[("host", client.authority)])
        assert client.response(client.open(both))[0] == GOOD
