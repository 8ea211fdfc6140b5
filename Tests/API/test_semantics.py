"""The requirements of HTTP for methods, targets, preconditions and connections (RFC 9110, RFC 9112)."""

import json
import socket

import jsonpatch

from harness.marks import case
from harness.wire import Wire
from publishing import MALL, done, refused


def each(pair, request):
    """The responses of both HTTP paths to the same bytes: head, body and connection of each."""
    for server in pair:
        with Wire(server) as wire:
            head, body = wire.send(request).response(has_body=not request.startswith(b"HEAD"))
            yield head, body, wire


def status(head):
    return int(head.split()[1])


def test_an_http_1_0_connection_is_closed_even_with_keep_alive(pair):
    for line in (b"", b"Connection: keep-alive\r\n", b"Connection: Keep-Alive\r\n"):
        for head, body, wire in each(pair, b"GET /homepage HTTP/1.0\r\nHost: x\r\n" + line + b"\r\n"):
            assert status(head) == 200 and json.loads(body)["code"] == 200
            # The response does not announce keep-alive, and the connection is closed.
            assert b"keep-alive" not in head.lower()
            assert wire.rest() == b""


def test_a_read_with_a_failing_if_match_is_rejected(pair):
    tag = pair[0].get("/homepage").headers["ETag"].encode()
    cases = [
        (tag, 200),
        (b"*", 200),
        (b'"x", ' + tag, 200),
        (b'"x"', 412),
        (b"W/" + tag, 412),
        (b"x", 400),
        (b"", 400),
        (b" \t", 400),
        (b",", 400),
        (b'"x', 400),
    ]
    for method in (b"GET", b"HEAD"):
        for value, expected in cases:
            request = method + b" /homepage HTTP/1.1\r\nHost: x\r\nIf-Match: " + value + b"\r\n"
            for head, body, _ in each(pair, request + b"\r\n"):
                assert status(head) == expected, (method, value)
                assert expected != 412 or method == b"HEAD" or b"If-Match" in body
            for head, _, _ in each(pair, request + b"If-None-Match: " + tag + b"\r\n\r\n"):
                assert status(head) == (304 if expected == 200 else expected), (method, value)
    for head, _, _ in each(pair, b'GET /none HTTP/1.1\r\nHost: x\r\nIf-Match: "x"\r\n\r\n'):
        assert status(head) == 404


def test_a_malformed_condition_that_only_saves_a_transfer_is_ignored(pair):
    """Without the condition the response is complete, which is correct for every client (RFC 9110, 13.2.2 and 14.2)."""
    for field in (
        b"If-None-Match: ",
        b"If-None-Match: x",
        b"If-None-Match: ,",
        b'If-None-Match: "x',
        b"If-Range: ",
        b"If-Range: x\r\nRange: bytes=0-1",
        b"Range: ",
        b"If-Modified-Since: x",
        b"If-Unmodified-Since: ",
    ):
        for head, body, _ in each(pair, b"GET /homepage HTTP/1.1\r\nHost: x\r\n" + field + b"\r\n\r\n"):
            assert status(head) == 200 and json.loads(body)["code"] == 200, field


def test_a_change_with_a_malformed_if_match_is_rejected(server):
    """Ignoring the field would overwrite another operator's change."""
    order = server.order("mall")
    change = {"moves": [{"block": order[1], "to": "start"}]}
    for value in ("", " ", ",", "x", '"x', "* *"):
        with case(value):
            refused(server.api("PUT", f"{MALL}/live/order", change, headers={"If-Match": value}), 400)
            refused(server.sort(change, page="mall", headers={"If-Match": value}), 400)
    assert server.order("mall") == order


def test_an_operators_read_has_the_same_etag_as_its_changes(server):
    tag = done(server.api("GET", f"{MALL}/live/order")).headers["ETag"]
    done(server.api("GET", f"{MALL}/live/order", headers={"If-Match": tag}))
    refused(server.api("GET", f"{MALL}/live/order", headers={"If-Match": '"x"'}), 412)


ENCODED = {
    "/hom%65page": "/homepage",
    "/%68omepage/dragon/ball?page=mall": "/homepage/dragon/ball?page=mall",
    "/homepage/blocks/%48OMEPAGE%5FBANNER": "/homepage/blocks/HOMEPAGE_BANNER",
    "http://x/s%6Frt?page=mall": "/sort?page=mall",
}
OTHER_PATHS = ["/homepage%2Fblocks", "/homepage%", "/homepage%6", "/homepage%zz", "/%2e%2e/homepage", "/homep%C3%A4ge"]


def test_a_percent_encoded_letter_in_a_path_equals_the_letter(pair):
    for target, same in ENCODED.items():
        bodies = {body for _, body, _ in each(pair, f"GET {target} HTTP/1.1\r\nHost: x\r\n\r\n".encode())}
        assert bodies == {pair[0].get(same).body}, target
    for target in OTHER_PATHS:
        for head, _, _ in each(pair, f"GET {target} HTTP/1.1\r\nHost: x\r\n\r\n".encode()):
            assert status(head) in (400, 404), target


def test_an_unknown_method_is_not_implemented_and_a_known_one_not_allowed(pair):
    for method, expected in (("PROPFIND", 501), ("LOCK", 501), ("TRACE", 405), ("QUERY", 405), ("DELETE", 405)):
        for head, body, _ in each(pair, f"{method} /homepage HTTP/1.1\r\nHost: x\r\n\r\n".encode()):
            assert status(head) == expected and json.loads(body)["status"] == expected, method
            assert (b"\r\nAllow: GET, HEAD" in head) == (expected == 405)


UNKNOWN_METHODS = ["BREW", "get", "GETS", "X", "PROPFINDS", "M-SEARCH2", "a!#$%&'*+-.^_`|~9", "B" * 64]


def test_any_token_is_a_valid_method_that_keeps_the_connection_open(pair):
    for server in pair:
        for method in UNKNOWN_METHODS:
            with Wire(server) as wire:
                for target in ("/homepage", "/pages", "/none"):
                    head, body = wire.send(f"{method} {target} HTTP/1.1\r\nHost: x\r\n\r\n".encode()).response()
                    assert status(head) == 501 and b"Connection: close" not in head, (method, target)
                    assert json.loads(body)["type"] == "urn:homeblocks:problem:not-implemented" and method.encode() not in body
                assert status(wire.send(b"GET /pages HTTP/1.1\r\nHost: x\r\n\r\n").response()[0]) == 200


HOST = b" /pages HTTP/1.1\r\nHost: x\r\n"
AMONG_OTHERS = {
    "without bodies": ([b"GET" + HOST + b"\r\n", b"BREW" + HOST + b"\r\n", b"GET" + HOST + b"\r\n"], [200, 501, 200]),
    "behind a body": ([b"GET" + HOST + b"Content-Length: 3\r\n\r\nabc", b"BREW" + HOST + b"\r\n"], [200, 501]),
    "behind chunks": (
        [b"GET" + HOST + b"Transfer-Encoding: chunked\r\n\r\n6\r\na\r\n\r\nb\r\n0\r\n\r\n", b"BREW" + HOST + b"\r\n"],
        [200, 501],
    ),
    "behind an empty line": ([b"GET" + HOST + b"\r\n\r\n", b"BREW" + HOST + b"\r\n"], [200, 501]),
    "with a body": ([b"BREW" + HOST + b"Content-Length: 11\r\n\r\nBREW /a\r\n\r\n", b"GET" + HOST + b"\r\n"], [501, 200]),
}


def test_an_unknown_method_is_recognized_anywhere_in_the_stream(pair):
    for server in pair:
        for name, (requests, expected) in AMONG_OTHERS.items():
            stream = b"".join(requests)
            cuts = [[stream], requests, *([stream[:at], stream[at:]] for at in range(1, len(stream), 7))]
            cuts.append([stream[at : at + 1] for at in range(len(stream))])
            for pieces in cuts:
                with Wire(server) as wire:
                    wire.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    for piece in pieces:
                        wire.send(piece)
                    assert [status(wire.response()[0]) for _ in expected] == expected, (name, pieces)
                    assert wire.end().rest() == b"", name


NO_REQUESTS = [
    b"BREW\r\n\r\n",
    b"BREW /homepage\r\n\r\n",
    b"BREW homepage HTTP/1.1\r\nHost: x\r\n\r\n",
    b"BREW /homepage HTTP/2.0\r\nHost: x\r\n\r\n",
    b"BREW /homepage HTTP/1.1\r\n\r\n",
    b"BREW\t/homepage HTTP/1.1\r\nHost: x\r\n\r\n",
    b"BR(W /homepage HTTP/1.1\r\nHost: x\r\n\r\n",
    b" BREW /homepage HTTP/1.1\r\nHost: x\r\n\r\n",
    b"B\0W /homepage HTTP/1.1\r\nHost: x\r\n\r\n",
    b"\x16\x03\x01\x02\0\x01\0",
    b"\0\x01\x02",
    b"B" * 65 + b" /homepage HTTP/1.1\r\nHost: x\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
]


def test_an_invalid_request_is_rejected_as_malformed_and_closes_the_connection(pair):
    for server in pair:
        for request in NO_REQUESTS:
            with Wire(server) as wire:
                head, body = wire.send(request).response()
                assert status(head) == 400 and b"\r\nConnection: close" in head, request
                assert json.loads(body)["type"] == "urn:homeblocks:problem:malformed" and b"BREW" not in body
                assert wire.rest() == b"", request


def test_the_options_of_the_server_list_its_methods(pair):
    for head, body, _ in each(pair, b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n"):
        assert status(head) == 204 and body == b""
        assert b"\r\nAllow: DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT" in head


def test_a_patch_must_be_a_merge_patch(server):
    before = done(server.api("GET", f"{MALL}/live/blocks/wallet"))
    for path in (f"{MALL}/live/blocks/wallet", MALL, "/api/operators/none"):
        response = server.api("PATCH", path, [], headers={"Content-Type": "application/json-patch+json"})
        assert response.status == 415 and "Merge Patch" in response.json["detail"]
        assert response.headers["Accept-Patch"] == "application/merge-patch+json, application/json"
    assert done(server.api("GET", f"{MALL}/live/blocks/wallet")).body == before.body
    for name in ("application/merge-patch+json", "application/json; charset=utf-8"):
        done(server.api("PATCH", f"{MALL}/draft/blocks/wallet", {"enabled": True}, headers={"Content-Type": name}))


def test_the_patches_of_a_diff_can_be_applied_by_other_programs(server):
    path = f"{MALL}/draft/blocks"
    old = {code: done(server.api("GET", f"{path}/{code}")).data for code in ("wallet", "middleAd")}
    done(server.api("DELETE", f"{path}/wallet"))
    done(server.api("PATCH", f"{path}/middleAd", {"enabled": False}))
    entries = {entry["blockCode"]: entry for entry in done(server.api("GET", f"{MALL}/draft/diff")).data["blocks"]}
    assert entries["wallet"]["patch"] == [{"op": "replace", "path": "", "value": None}]
    assert jsonpatch.apply_patch(old["wallet"], entries["wallet"]["patch"]) is None
    assert jsonpatch.apply_patch(old["middleAd"], entries["middleAd"]["patch"])["enabled"] is False
