"""The URLs of the server's own pictures in documents."""

import hashlib
import json
import re
import struct
from urllib.parse import urljoin

import pytest

from harness import ROOT, Failure
from harness.marks import case
from harness.pictures import png
from harness.server import Server
from publishing import ads, done

OUTSIDE = "https://pages.example.com/home"


def addresses(body):
    return set(re.findall(rb'"([^"]*/assets/[^"]*)"', body))


@pytest.mark.parametrize("setting", [OUTSIDE, OUTSIDE + "/"])
def test_only_documents_have_the_public_url(start, setting):
    plain, public = start(), start(HOMEBLOCKS_SERVER_PUBLIC_URL=setting)
    for path in (
        "/homepage",
        "/homepage?page=mall",
        "/homepage?page=moments&cursor=&limit=2",
        "/homepage/dragon/ball",
        "/homepage/blocks/HOMEPAGE_BANNER",
        "/homepage/blocks/HOMEPAGE_BANNER/items/0",
        "/homepage?locale=en",
        "/homepage/blocks/latest/items/0?page=news",
    ):
        expected, found = (addresses(done(server.get(path)).body) for server in (plain, public))
        assert expected and found == {OUTSIDE.encode() + address for address in expected}, path
        assert all(address.startswith(b"/assets/") for address in expected)
    preview = public.api("GET", "/api/pages/mall/draft/homepage")
    assert addresses(preview.body) == addresses(public.get("/homepage?page=mall").body)
    for path in ("/api/pages/mall/export", "/api/pages/mall/live/blocks"):
        assert {address[:8] for address in addresses(public.api("GET", path).body)} == {b"/assets/"}
    exported = json.loads(public.api("GET", "/api/pages/mall/export").body)
    done(public.api("PUT", "/api/pages/mall/export", exported))
    assert public.get("/sort?page=mall").data["revision"] == 1


def test_the_page_level_data_has_the_public_url_too(start):
    server = start(HOMEBLOCKS_SERVER_PUBLIC_URL=OUTSIDE)
    path, inside = (
        "/api/pages/mall/export",
        {"picture": "/assets/mall/a.webp", "list": [{"b": "/assets/mall/b.webp"}, "assets/c"]},
    )
    body = json.loads(server.api("GET", path).body) | {"data": {"skin": inside, "another": "/assets/d.webp"}}
    done(server.api("PUT", path, body))
    outside = {"picture": f"{OUTSIDE}/assets/mall/a.webp", "list": [{"b": f"{OUTSIDE}/assets/mall/b.webp"}, "assets/c"]}
    for response in (
        server.get("/homepage?page=mall"),
        server.get("/homepage?page=mall&cursor=&limit=1"),
        server.api("GET", "/api/pages/mall/draft/homepage"),
        server.api("GET", "/api/pages/mall/live/homepage"),
    ):
        data = done(response).data
        assert data["skin"] == outside and data["another"] == f"{OUTSIDE}/assets/d.webp"
    assert server.api("GET", path).json["data"] == body["data"]


@pytest.mark.parametrize("base", [None, "https://cdn.example.com"])
def test_uploaded_pictures_have_the_public_url_or_that_of_the_cache(start, base):
    settings = {"HOMEBLOCKS_PICTURES_BASE_URL": base + "/"} if base else {}
    server = start(HOMEBLOCKS_SERVER_PUBLIC_URL=OUTSIDE, **settings)
    headers = {"Authorization": f"Bearer {server.token}", "Content-Type": "image/png"}
    picture = done(server.send("POST", "/api/pictures", png(), headers), 201).data
    block = ads("shown", "one")
    block["content"]["extInfo"]["list"][0]["imageUrl"] = picture["url"]
    done(server.api("POST", "/api/pages/mall/live/blocks", block), 201)
    body = server.get("/homepage?page=mall").body.decode()
    assert f'"{base or OUTSIDE}{picture["url"]}"' in body and f'"{picture["url"]}"' not in body
    assert {address.split("/assets/")[0] for address in map(bytes.decode, addresses(body.encode()))} == {base or OUTSIDE}
    # Operators get the URLs as they were written.
    assert f'"{picture["url"]}"' in server.api("GET", "/api/pages/mall/live/blocks/shown").body.decode()


@pytest.mark.parametrize(
    "value", ["pages.example.com", "ftp://x.example", "https://", "https://x.example?a=1", "https://me@x.example"]
)
def test_an_invalid_public_url_prevents_the_start(tmp_path, value):
    for setting, name in (("server.publicUrl", "SERVER_PUBLIC_URL"), ("pictures.baseUrl", "PICTURES_BASE_URL")):
        folder = tmp_path / name
        folder.mkdir()
        with pytest.raises(Failure, match=setting):
            Server(folder, {f"HOMEBLOCKS_{name}": value})


def test_starter_pages_have_pictures_that_every_client_can_show(server):
    pages = "".join(file.read_text() for file in (ROOT / "config/pages").glob("*.json"))
    named = set(re.findall(r'"(/assets/[^"]+)"', pages))
    assert len(named) > 60 and not [path for path in named if not path.endswith(".webp")]
    for path in named:
        response = done(server.get(path))
        assert response.headers["Content-Type"] == "image/webp" and len(response.body) < 100_000, path
        assert response.body[:4] == b"RIFF" and response.body[8:12] == b"WEBP"
        assert struct.unpack("<I", response.body[4:8])[0] == len(response.body) - 8


def test_pictures_match_their_sources():
    listed = dict(reversed(line.split("  ")) for line in (ROOT / "Tests/API/pictures.sha256").read_text().splitlines())
    files = [file for suffix in ("svg", "webp") for file in (ROOT / "config/assets").rglob(f"*.{suffix}")]
    present = {file.relative_to(ROOT).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    assert present == listed, "run .venv/bin/python script/pictures"


def linked(server, path):
    """The absolute URLs of the files that a page of the console references, for a browser that uses the public URL."""
    response = done(server.get(path))
    names = re.findall(rb'(?:src|href)="([^"#]+)"', response.body)
    return {urljoin(OUTSIDE + path, name.decode()) for name in names}


def test_the_console_is_below_the_path_of_the_public_url(start):
    """A proxy removes this path from requests."""
    server, plain = start(HOMEBLOCKS_SERVER_PUBLIC_URL=OUTSIDE), start()
    for path in (
        "/admin/",
        "/admin/sign-in",
        "/admin/pages/music",
        "/admin/pages/music/",
        "/admin/pages/music/blocks/a%2Fb",
        "/admin/" + "a/" * 16,
    ):
        with case(path):
            found = linked(server, path)
            assert len(found) > 60 and all(name.startswith(f"{OUTSIDE}/admin/") for name in found)
            for name in found:
                assert server.get(name.removeprefix(OUTSIDE)).status == 200, name
            # It is also available at the server's own URL.
            names = re.findall(rb'(?:src|href)="([^"#]+)"', server.get(path).body)
            own = {urljoin(server.url + path, name.decode()) for name in names}
            assert {name.removeprefix(server.url) for name in own} == {name.removeprefix(OUTSIDE) for name in found}
            assert plain.get(path).body == (ROOT / "config/console/index.html").read_bytes()


def test_the_path_admin_redirects_to_its_folder_below_the_public_path(start):
    server = start(HOMEBLOCKS_SERVER_PUBLIC_URL=OUTSIDE)
    response = server.get("/admin")
    assert response.status == 308 and urljoin(f"{OUTSIDE}/admin", response.headers["Location"]) == f"{OUTSIDE}/admin/"
    assert server.get("/admin/" + "a/" * 17).status == 404
