"""CORS: web pages of other origins can read the public routes and nothing else."""

import random

import pytest

from conftest import normal
from harness.wire import Wire
from publishing import done

PAGE = "https://www.example.com"
PUBLIC = [
    "/homepage",
    "/homepage?page=mall&cursor=&limit=2",
    "/homepage/block/page",
    "/homepage/dragon/ball",
    "/homepage/blocks/HOMEPAGE_BANNER",
    "/homepage/blocks/HOMEPAGE_BANNER/items/0",
    "/sort",
    "/pages",
    "/block-types",
    "/block-types/BANNER",
    "/openapi.json",
]
OPERATOR = [
    "/api/pages",
    "/api/session",
    "/api/events",
    "/api/audit",
    "/api/pages/music/export",
    "/metrics",
    "/admin/",
    "/healthz",
]


def cors(response):
    return {name.lower(): value for name, value in response.headers.items() if name.lower().startswith("access-control-")}


def preflight(server, path, method="GET", origin=PAGE):
    return server.send(
        "OPTIONS",
        path,
        headers={"Origin": origin, "Access-Control-Request-Method": method, "Access-Control-Request-Headers": "if-none-match"},
    )


@pytest.mark.parametrize("path", PUBLIC)
def test_public_routes_can_be_read_by_every_origin(shared_server, path):
    for headers in ({}, {"Origin": PAGE}, {"Origin": "null"}):
        for _ in range(2):
            response = done(shared_server.get(path, headers))
            assert response.headers["Access-Control-Allow-Origin"] == "*"
            assert "ETag" in response.headers["Access-Control-Expose-Headers"]
            assert "Origin" not in response.headers.get("Vary", "")
            known = shared_server.get(path, headers | {"If-None-Match": response.headers["ETag"]})
            assert known.status == 304 and known.headers["Access-Control-Allow-Origin"] == "*"
        head = shared_server.send("HEAD", path, headers=headers)
        assert head.status == 200 and cors(head) == cors(response)
    requested = preflight(shared_server, path)
    assert requested.status == 204 and requested.body == b"" and "GET, HEAD" in requested.headers["Allow"]
    assert cors(requested) == {
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, HEAD",
        "access-control-allow-headers": "If-None-Match, *",
        "access-control-max-age": "86400",
    }


def test_error_responses_of_public_routes_can_be_read_too(server):
    for path, status in (("/homepage?cursor=x", 400), ("/homepage?page=none", 404), ("/homepage/blocks/NONE", 404)):
        response = server.get(path, {"Origin": PAGE})
        assert response.status == status and response.headers["Access-Control-Allow-Origin"] == "*"


def test_operator_routes_are_never_readable_by_other_origins(server):
    for path in OPERATOR:
        for response in (
            server.api("GET", path, headers={"Origin": PAGE}) if path != "/api/events" else server.get(path, {"Origin": PAGE}),
            server.get(path, {"Origin": PAGE}),
            preflight(server, path),
            preflight(server, path, "POST"),
        ):
            assert cors(response) == {}, path
    # A write to the path of a public read.
    assert cors(preflight(server, "/sort", "POST")) == {}
    assert cors(server.sort({"moves": []}, headers={"Origin": PAGE})) == {}
    assert cors(server.send("POST", "/sort", "{}", {"Origin": PAGE, "Content-Type": "application/json"})) == {}
    assert cors(server.get("/nothing", {"Origin": PAGE})) == {}


def test_only_listed_origins_can_read(start):
    server = start(HOMEBLOCKS_CORS_ALLOWED_ORIGINS=f" {PAGE} , http://127.0.0.1:9999, http://[::1]:443")
    for origin in (PAGE, "http://127.0.0.1:9999", "http://[::1]:443"):
        for _ in range(2):
            response = done(server.get("/homepage", {"Origin": origin}))
            assert response.headers["Access-Control-Allow-Origin"] == origin
            assert response.headers["Vary"] == "Accept-Encoding, Origin"
        assert cors(preflight(server, "/homepage", origin=origin))["access-control-allow-origin"] == origin
    for headers in ({}, {"Origin": "https://elsewhere.example"}, {"Origin": "null"}, {"Origin": "*"}):
        for _ in range(2):
            response = done(server.get("/homepage", headers))
            assert cors(response) == {} and response.headers["Vary"] == "Accept-Encoding, Origin"
    assert cors(preflight(server, "/homepage", origin="https://elsewhere.example")) == {}


def test_the_setting_turns_it_off(start):
    server = start(HOMEBLOCKS_CORS_ALLOWED_ORIGINS="")
    response = done(server.get("/homepage", {"Origin": PAGE}))
    assert cors(response) == {} and response.headers["Vary"] == "Accept-Encoding"
    refusal = preflight(server, "/homepage")
    assert refusal.status == 405 and refusal.headers["Allow"] == "GET, HEAD"


@pytest.mark.parametrize(
    "value",
    [
        "www.example.com",
        "https://example.com/path",
        "*,https://example.com",
        "https://A.example",
        ",",
        "https://example.com:443",
        "http://example.com:80",
        "https://example.com:",
        "https://example.com:080",
        "https://example.com:70000",
        "https://:8443",
        "https://exa mple.com",
        "https:// example.com",
        "https://a:b.example",
        "https://[::1",
        "https://[example]:8443",
    ],
)
def test_an_invalid_origin_prevents_the_start(tmp_path, value):
    from harness import Failure
    from harness.server import Server

    with pytest.raises(Failure, match=r"The setting cors.allowedOrigins \(HOMEBLOCKS_CORS_ALLOWED_ORIGINS\) must be "):
        Server(tmp_path, {"HOMEBLOCKS_CORS_ALLOWED_ORIGINS": value})


@pytest.mark.parametrize("setting", ["*", f"{PAGE}", ""])
def test_both_http_paths_send_the_same_bytes(start, setting):
    settings = {"HOMEBLOCKS_CORS_ALLOWED_ORIGINS": setting, "HOMEBLOCKS_ADMIN_TOKEN": "a token of the test, long enough"}
    pair = [start(**settings), start(**settings, HOMEBLOCKS_HTTP_FAST_PATH="false")]
    generator = random.Random(7)
    origins = [
        "",
        f"Origin: {PAGE}\r\n",
        "origin: https://elsewhere.example\r\n",
        "Origin: null\r\n",
        "Origin:\r\n",
        f"Origin: {PAGE}\r\nOrigin: x\r\n",
    ]
    for number in range(150):
        method, path = generator.choice(["GET", "GET", "HEAD", "OPTIONS"]), generator.choice(["/homepage", "/sort", PUBLIC[4]])
        known = generator.choice(
            ["", "If-None-Match: *\r\n", "Accept-Encoding: gzip\r\n", "Access-Control-Request-Method: GET\r\n"]
        )
        request = f"{method} {path} HTTP/1.1\r\nHost: x\r\n{generator.choice(origins)}{known}\r\n".encode()
        responses = []
        for server in pair[::-1] + pair[:1]:
            with Wire(server) as client:
                responses.append(normal(client.send(request).end().rest()))
        # The orders of two databases have different timestamps.
        strip = lambda response: response.partition(b"\r\n\r\n")[0] if path == "/sort" else response
        heads = [
            b"\r\n".join(line for line in strip(response).split(b"\r\n") if path != "/sort" or b"ETag" not in line)
            for response in responses
        ]
        assert heads[0] == heads[1] == heads[2], (request, heads)
