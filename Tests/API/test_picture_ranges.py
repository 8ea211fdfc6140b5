"""Range requests for pictures (RFC 9110, 14), to which both HTTP paths send the same responses."""

from conftest import normal
from harness.pictures import jpeg, svg
from http2 import HTTP2
from secure import Secure
from test_pictures import identity, uploaded

HUGE = "9" * 40
# The expected result of each range for a picture of 700 bytes: a pair is a 206, None is a 416, WHOLE is a 200.
WHOLE = "whole"
CASES = {
    "bytes=0-0": (0, 0),
    "bytes=0-99": (0, 99),
    "bytes=100-199": (100, 199),
    "bytes=699-699": (699, 699),
    "bytes=0-": (0, 699),
    "bytes=650-": (650, 699),
    "bytes=-1": (699, 699),
    "bytes=-50": (650, 699),
    "bytes=-700": (0, 699),
    "bytes=-701": (0, 699),
    "bytes=600-700": (600, 699),
    "bytes=0-5000": (0, 699),
    f"bytes=5-{HUGE}": (5, 699),
    f"bytes=-{HUGE}": (0, 699),
    f"bytes=5-{2**63 - 1}": (5, 699),
    f"bytes=-{2**63}": (0, 699),
    "bytes=007-0009": (7, 9),
    "BYTES=0-9": (0, 9),
    "bytes= 0-9 ": (0, 9),
    f"bytes={'0' * 50}1-2": (1, 2),
    "bytes=700-": None,
    "bytes=700-800": None,
    "bytes=-0": None,
    "bytes=-000": None,
    f"bytes={HUGE}-": None,
    f"bytes={2**63 - 1}-{2**63 - 1}": None,
    f"bytes={HUGE}-{HUGE}": None,
    "bytes=9-5": WHOLE,
    f"bytes={HUGE}-5": WHOLE,
    f"bytes={HUGE}9-{HUGE}8": WHOLE,
    "bytes=0-0,2-3": WHOLE,
    "bytes=0-0, -1": WHOLE,
    "bytes=0-0,": WHOLE,
    "bytes=": WHOLE,
    "bytes=-": WHOLE,
    "bytes=--1": WHOLE,
    "bytes=+1-2": WHOLE,
    "bytes=1 - 2": WHOLE,
    "bytes=a-b": WHOLE,
    "bytes=0x1-2": WHOLE,
    "bytes=1-2-3": WHOLE,
    "bytes": WHOLE,
    "bytes 0-1": WHOLE,
    "=0-1": WHOLE,
    "": WHOLE,
    "items=0-1": WHOLE,
    "bytess=0-1": WHOLE,
    "seconds=0-1": WHOLE,
    "bytes=\u0661-2": WHOLE,
    "bytes==0-1": WHOLE,
    "none": WHOLE,
}


def photo():
    content = jpeg(80, 60, bytes(700))
    return jpeg(80, 60, bytes(700 - (len(content) - 700)))


def outcome(response, content):
    """The result of a response, in the notation of the table; fails if status, fields and body are inconsistent."""
    if response.status == 416:
        assert response.headers["Content-Range"] == f"bytes */{len(content)}" and response.headers["ETag"] is None
        assert response.json["type"] == "urn:homeblocks:problem:range" and response.headers["Cache-Control"] == "no-store"
        return None
    assert response.headers["Accept-Ranges"] == "bytes" and response.headers["ETag"] == f'"{identity(content)}"'
    assert response.headers["Content-Length"] == str(len(response.body)) and "immutable" in response.headers["Cache-Control"]
    if response.status == 200:
        assert response.body == content and response.headers["Content-Range"] is None
        return WHOLE
    assert response.status == 206
    first, last = map(int, response.headers["Content-Range"].removeprefix("bytes ").removesuffix(f"/{len(content)}").split("-"))
    assert response.body == content[first : last + 1]
    return first, last


def test_each_range_has_its_bytes(server):
    content = photo()
    assert len(content) == 700
    path = uploaded(server, content, "image/jpeg")["url"]
    connection = server.connect()
    found = {}
    for requested in CASES:
        head = {"Range": requested.encode().decode("latin-1")}
        responses = [server.get(path, head, connection=connection) for _ in range(2)]
        assert responses[0].body == responses[1].body or responses[0].status == 416
        found[requested] = outcome(responses[1], content)
    assert found == CASES
    for head in ({}, {"If-Range": f'"{identity(content)}"'}):
        assert outcome(server.get(path, head, connection=connection), content) == WHOLE


def test_if_range_accepts_only_the_current_strong_validator(server):
    content = photo()
    path, tag = uploaded(server, content, "image/jpeg")["url"], f'"{identity(content)}"'
    for condition, expected in (
        (tag, (0, 9)),
        (f" {tag} ", (0, 9)),
        (f"W/{tag}", WHOLE),
        ('"other"', WHOLE),
        (tag.strip('"'), WHOLE),
        ("*", WHOLE),
        ("", WHOLE),
        (f"{tag}, {tag}", WHOLE),
        ("Tue, 24 Nov 2026 05:44:13 GMT", WHOLE),
        (f'{tag[:-1]}-gzip"', WHOLE),
    ):
        response = server.get(path, {"Range": "bytes=0-9", "If-Range": condition})
        assert outcome(response, content) == expected, condition
    # An unsatisfiable range is an error only if the condition is true.
    assert outcome(server.get(path, {"Range": "bytes=700-", "If-Range": f"W/{tag}"}), content) == WHOLE
    assert outcome(server.get(path, {"Range": "bytes=700-", "If-Range": tag}), content) is None
    # If-None-Match is evaluated before the range.
    response = server.get(path, {"Range": "bytes=0-9", "If-None-Match": tag})
    assert (response.status, response.body, response.headers["Content-Range"]) == (304, b"", None)
    assert outcome(server.get(path, {"Range": "bytes=0-9", "If-None-Match": '"other"'}), content) == (0, 9)


def test_head_ignores_ranges(server):
    content = photo()
    path = uploaded(server, content, "image/jpeg")["url"]
    for requested in ("bytes=0-9", "bytes=700-"):
        response = server.send("HEAD", path, headers={"Range": requested})
        assert (response.status, response.body, response.headers["Content-Length"]) == (200, b"", "700")
        assert response.headers["Accept-Ranges"] == "bytes" and response.headers["Content-Range"] is None


def test_ranges_of_a_compressed_picture_are_ignored(server):
    content = svg("<!--" + "a" * 2000 + "-->")
    path = uploaded(server, content, "image/svg+xml")["url"]
    whole = server.get(path, {"Accept-Encoding": "gzip"})
    part = server.get(path, {"Accept-Encoding": "gzip", "Range": "bytes=0-9"})
    assert whole.status == part.status == 200 and whole.body == part.body
    for response in (whole, part):
        assert response.headers["Content-Encoding"] == "gzip" and response.headers["Accept-Ranges"] is None
    assert outcome(server.get(path, {"Range": "bytes=0-9"}), content) == (0, 9)
    assert outcome(server.get(path, {"Accept-Encoding": "identity", "Range": "bytes=-9"}), content) == (
        len(content) - 9,
        len(content) - 1,
    )


def test_the_parts_of_a_large_picture_can_be_joined(server):
    content = jpeg(800, 600, bytes(range(255)) * 900)
    path, size = uploaded(server, content, "image/jpeg")["url"], 65_537
    parts = [server.get(path, {"Range": f"bytes={start}-{start + size - 1}"}) for start in range(0, len(content), size)]
    assert {part.status for part in parts} == {206} and b"".join(part.body for part in parts) == content


CONDITIONS = [
    [],
    [("if-range", '"{tag}"')],
    [("if-range", 'W/"{tag}"')],
    [("if-none-match", '"{tag}"')],
    [("accept-encoding", "gzip")],
]


def requests(pair):
    """The requests for both servers: method, path and header fields."""
    for content, kind in ((photo(), "image/jpeg"), (svg("<!--" + "a" * 2000 + "-->"), "image/svg+xml")):
        [path] = {uploaded(server, content, kind)["url"] for server in pair}
        for method in ("GET", "HEAD"):
            for requested in CASES:
                if requested.isascii():
                    yield method, path, [("range", requested)]
            for fields in CONDITIONS:
                fields = [(name, value.replace("{tag}", identity(content))) for name, value in fields]
                for ranges in (
                    [],
                    [("range", "bytes=0-9")],
                    [("range", "bytes=5000-")],
                    [("range", "bytes=0-9"), ("range", "bytes=2-3")],
                ):
                    yield method, path, fields + ranges


def test_both_paths_send_the_same_parts(pair):
    for method, path, fields in requests(pair):
        head = f"{method} {path} HTTP/1.1\r\nHost: a\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields)
        # The first request may read the picture from the database, the second one gets it from memory.
        request = f"{head}\r\n{head}Connection: close\r\n\r\n".encode()
        responses = [normal(server.raw(request)) for server in pair]
        assert responses[0] == responses[1] and responses[0].count(b"HTTP/1.1 ") == 2, request


def test_both_paths_send_the_same_parts_over_http_2(pair, tmp_path):
    requested = list(requests(pair))
    servers = []
    for name, server, env in (("fast", pair[0], {}), ("plain", pair[1], {"HOMEBLOCKS_HTTP_FAST_PATH": "false"})):
        folder = tmp_path / name
        folder.mkdir()
        servers.append(Secure(server, folder, **env))
    try:
        clients = [HTTP2(server) for server in servers]
        for method, path, fields in requested:
            responses = []
            for client in clients:
                stream = client.open(client.head(path, fields, method=method, authority="x"))
                status, content = client.response(stream)
                if isinstance(content, dict):
                    content = content | {"requestId": "*"}
                fields_received = [
                    (
                        name,
                        "*" if name in ("date", "x-request-id", "content-length") and status == 416 or name == "date" else value,
                    )
                    for name, value in client.fields[stream]
                ]
                responses.append((status, fields_received, content))
            assert responses[0] == responses[1], (method, path, fields)
        assert all(client.closed is None for client in clients)
        [client.__exit__() for client in clients]
    finally:
        [server.stop() for server in servers]
