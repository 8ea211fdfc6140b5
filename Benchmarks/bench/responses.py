"""Single requests, which check that both sides send the same response before they are compared under load."""

import http.client
from dataclasses import dataclass
from urllib.parse import urlsplit

from harness import Failure


@dataclass
class Response:
    status: int
    headers: dict
    body: bytes
    # The bytes of head and body together.
    size: int

    @property
    def tag(self):
        return self.headers.get("etag")


def ask(url, headers=None, method="GET", body=None):
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=60)
    try:
        connection.request(method, parts.path + ("?" + parts.query if parts.query else ""), body, headers or {})
        response = connection.getresponse()
        content = response.read()
        head = len(f"HTTP/1.1 {response.status} {response.reason}\r\n\r\n")
        head += sum(len(name) + len(value) + 4 for name, value in response.getheaders())
        return Response(
            response.status, {name.lower(): value for name, value in response.getheaders()}, content, head + len(content)
        )
    finally:
        connection.close()


def require(url, headers=None, status=200, **request):
    """Requires a response with a status, and returns it."""
    response = ask(url, headers, **request)
    if response.status != status:
        raise Failure(f"{url} answered {response.status} instead of {status}: {response.body[:300]!r}")
    return response


def same_bytes(ours, theirs, headers):
    """Returns both sides' responses to the same request; fails if their bodies differ."""
    pair = require(ours, headers), require(theirs, headers)
    for name in ("content-type", "content-encoding"):
        if pair[0].headers.get(name) != pair[1].headers.get(name):
            raise Failure(f"the two sides differ in {name}: {[side.headers.get(name) for side in pair]}")
    if pair[0].body != pair[1].body:
        raise Failure(f"the two sides serve different bytes: {len(pair[0].body)} and {len(pair[1].body)} of them")
    if not all(side.tag for side in pair):
        raise Failure("a side sends no ETag")
    return pair
