"""Uploaded pictures: validation, delivery, and that no stored content ever loses one."""

import hashlib
import random
import socket
import sqlite3
import struct
import tarfile
import threading
import time
from urllib.parse import quote

import pytest

from conftest import normal
from harness.marks import case, short_and_long
from harness.pictures import TYPES, animated_webp, avif, box, gif, jpeg, png, svg, webp
from publishing import MALL, ads, all_of, done, refused, soon, text

PICTURES = "/api/pictures"


def upload(server, content, kind="image/png", query="", **options):
    headers = {
        "Authorization": f"Bearer {options.pop('token', server.token)}",
        "Content-Type": kind,
        **options.pop("headers", {}),
    }
    return server.send("POST", f"{PICTURES}{query}", content, headers, **options)


def uploaded(server, content=None, kind="image/png", **options):
    return done(upload(server, png() if content is None else content, kind, **options), 201).data


def identity(content):
    return hashlib.sha256(content).hexdigest()[:32]


def banner(code, url, **members):
    block = ads(code, "one")
    block["content"]["extInfo"]["list"][0]["imageUrl"] = url
    return {**block, **members}


def add(server, code, url, stage="draft", page="mall", **options):
    return server.api("POST", f"/api/pages/{page}/{stage}/blocks", banner(code, url), **options)


def listed(server, query=""):
    return all_of(server, f"{PICTURES}?{query}", "pictures")


def uses(server, picture):
    return [
        (use["page"], use["state"], *(use["blocks"]))
        for use in done(server.api("GET", f"{PICTURES}/{picture['id']}")).data["uses"]
    ]


# --- Uploading


@pytest.mark.both_engines
def test_a_picture_of_each_type_is_accepted_and_delivered_unchanged(server):
    for kind, (make, suffix) in TYPES.items():
        with case(kind):
            content = make()
            response = done(upload(server, content, kind, "?name=%E6%98%A5%E8%8C%B6"), 201)
            picture, name = response.data, identity(content)
            assert response.headers["Location"] == f"{PICTURES}/{name}"
            assert (picture["id"], picture["url"], picture["type"]) == (name, f"/pictures/{name}.{suffix}", kind)
            assert (picture["width"], picture["height"], picture["bytes"], picture["animated"]) == (8, 6, len(content), False)
            assert (picture["name"], picture["alt"], picture["tags"]) == ("春茶", "", [])

            repeated = done(upload(server, content, kind, "?name=other"), 200)
            assert repeated.data == picture and repeated.headers["Location"] is None
            read = done(server.get(picture["url"]))
            assert read.body == content and read.headers["Content-Type"] == kind
            assert read.headers["Cache-Control"] == "public, max-age=31536000, immutable"
            assert read.headers["X-Content-Type-Options"] == "nosniff" and read.headers["Content-Disposition"] == "inline"
            assert (
                "sandbox" in read.headers["Content-Security-Policy"]
                and "script-src" not in read.headers["Content-Security-Policy"]
            )
            assert read.headers["ETag"] == f'"{name}"' and read.headers["Access-Control-Allow-Origin"] == "*"
            known = server.get(picture["url"], {"If-None-Match": f'"{name}"'})
            assert (known.status, known.body) == (304, b"")
            head = server.send("HEAD", picture["url"])
            assert (head.status, head.body, head.headers["Content-Length"]) == (200, b"", str(len(content)))


def test_animations_are_recognized(server):
    for content, kind, animated in (
        (gif(frames=2), "image/gif", True),
        (animated_webp(), "image/webp", True),
        (webp(kind="lossy"), "image/webp", False),
        (png(chunks=[(b"acTL", struct.pack(">II", 2, 0))]), "image/png", True),
    ):
        picture = uploaded(server, content, kind)
        assert (picture["animated"], picture["width"], picture["height"]) == (animated, 8, 6)


def damaged():
    """Files that are not pictures or contain something hidden, each with the media type that it claims to have."""
    page = b"<!doctype html><script>alert(1)</script>"
    for kind, (make, _) in TYPES.items():
        content = make()
        yield f"an empty {kind}", kind, b""
        if kind != "image/svg+xml":
            yield f"a short {kind}", kind, content[:-5]
            yield f"half a {kind}", kind, content[: len(content) // 2]
            yield f"{kind} and a page", kind, content + page
            yield f"{kind} and an archive", kind, content + b"PK\x05\x06" + b"\0" * 18
    yield "a page", "image/png", page
    yield "a page as SVG", "image/svg+xml", page
    yield "random bytes", "image/jpeg", random.Random(7).randbytes(2000)
    yield "another type", "image/jpeg", png()
    yield "a film", "image/avif", avif(brand=b"isom")
    yield "a hidden box", "image/avif", avif() + box(b"evil", page)
    yield "a large PNG", "image/png", png(30_000, 30_000)
    yield "a wide JPEG", "image/jpeg", jpeg(12_001, 1)
    yield "a tall WebP", "image/webp", webp(1, 12_001)
    yield "a flat GIF", "image/gif", gif(8, 0)
    yield "a large SVG", "image/svg+xml", svg(attributes='viewBox="0 0 30000 30000"')
    yield "a wrong check sum", "image/png", png().replace(b"IDAT", b"IDAU")
    yield "no image", "image/png", png()[:33] + png()[-12:]
    for inside in (
        "<script>alert(1)</script>",
        '<rect onclick="alert(1)"/>',
        '<image href="https://elsewhere.example/a.png"/>',
        '<use href="//elsewhere.example/a.svg#b"/>',
        "<foreignObject><p>a</p></foreignObject>",
        '<a href="javascript:alert(1)"><text>a</text></a>',
        '<style>@import url("https://elsewhere.example/a.css");</style>',
        '<rect style="fill:url(https://elsewhere.example/a.svg#b)"/>',
        "<rect fill=\"url('http://elsewhere.example/#a')\"/>",
        "<style>rect{fill:u<!-- -->rl(https://elsewhere.example)}</style>",
        "<style>@im<![CDATA[port]]> 'a.css'</style>",
        "<style>rect{background:u\\72l(https://elsewhere.example)}</style>",
        '<set attributeName="onclick" to="alert(1)"/>',
        '<animate attributeName="href" to="javascript:alert(1)"/>',
        '<x:script xmlns:x="http://www.w3.org/2000/svg"/>',
        '<html xmlns="http://www.w3.org/1999/xhtml"><script/></html>',
        "<iframe/>",
        "&undefined;",
        "<rect",
        "<g></rect>",
        '<use xlink:href="data:image/svg+xml;base64,PHN2Zy8+"/>',
    ):
        yield f"SVG with {inside}", "image/svg+xml", svg(inside)
    for content in (
        b'<!DOCTYPE svg [<!ENTITY a "b">]>' + svg("&a;"),
        b'<?xml-stylesheet href="https://elsewhere.example/a.css"?>' + svg(),
        svg() + b"<svg/>",
        svg()[:-3],
        b'<svg width="8" height="6"/>',
        svg("", 'width="8"'),
        svg().replace(b"rect", b"\xff\xfe"),
        '<?xml version="1.0" encoding="utf-16"?>'.encode("utf-16") + svg(),
    ):
        yield f"the document {content[:60]}", "image/svg+xml", content


def test_a_file_that_is_not_a_harmless_picture_is_rejected_with_a_reason(server):
    taken, connection = [], server.connect()
    for name, kind, content in damaged():
        response = upload(server, content, kind, connection=connection)
        if response.status != 422 or not response.json["detail"].startswith("The picture was rejected: the file "):
            taken.append((name, response.status, response.body))
    assert taken == []
    assert listed(server) == [] and done(server.api("GET", PICTURES)).data["usage"]["bytes"] == 0


def test_harmless_svgs_are_accepted(server):
    for inside in (
        '<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs><rect fill="url(#a)"/>',
        '<symbol id="s"><path d="M0 0h8"/></symbol><use href="#s"/><use xlink:href="#s" xmlns:xlink="http://www.w3.org/1999/xlink"/>',
        "<style>rect{fill:#c33}</style><title>春 &amp; &#x8336;</title><!-- a note -->",
        '<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>',
        '<image width="2" height="2" href="data:image/png;base64,iVBORw0KGgo="/>',
        '<rect><animate attributeName="x" from="0" to="8" dur="1s"/></rect>',
    ):
        done(upload(server, svg(inside), "image/svg+xml"), 201)
    done(upload(server, b'\xef\xbb\xbf<?xml version="1.0" encoding="UTF-8"?>\n' + svg() + b"\n", "image/svg+xml"), 201)


def test_a_wrong_media_type_or_name_is_rejected(server):
    for kind in ("application/json", "text/html", "image/bmp", "image/*", ""):
        refused(upload(server, png(), kind), 415, kind="media-type")
    refused(upload(server, png(), headers={"Content-Encoding": "gzip"}), 415, kind="content-coding")
    refused(upload(server, png(), query="?name="), 422, "/name")
    refused(upload(server, png(), query="?name=a%00b"), 422, "/name")
    refused(upload(server, png(), query="?title=a"), 400)
    assert listed(server) == []


def test_the_size_of_one_picture_and_of_all_pictures_is_limited(start):
    small = png(20, 20)
    server = start(HOMEBLOCKS_PICTURES_MAXIMUM_PICTURE_BYTES="2048", HOMEBLOCKS_PICTURES_MAXIMUM_BYTES=str(len(small) + 10))
    refused(upload(server, png() + b"x" * 3000), 413, kind="too-large")
    uploaded(server, small)
    problem = refused(upload(server, png(21, 21, 5)), 409)
    assert "pictures.maximumBytes" in problem["detail"]
    done(upload(server, small), 200)
    assert done(server.api("GET", PICTURES)).data["usage"] == {
        "pictures": 1,
        "bytes": len(small),
        "maximumBytes": len(small) + 10,
    }
    metrics = server.get("/metrics").body.decode()
    assert f"homeblocks_picture_bytes_limit {len(small) + 10}" in metrics


def test_an_interrupted_upload_leaves_no_data(server):
    content = png(200, 200)
    for cut in (0, 10, len(content) - 1):
        with socket.create_connection(server.address, timeout=10) as connection:
            head = (
                f"POST {PICTURES} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {server.token}\r\nContent-Type: image/png\r\n"
                f"Content-Length: {len(content)}\r\n\r\n"
            ).encode()
            connection.sendall(head + content[:cut])
            time.sleep(0.2)
    time.sleep(0.5)
    assert listed(server) == []
    uploaded(server, content)


@pytest.mark.both_engines
def test_concurrent_uploads_of_the_same_bytes_create_one_picture(server):
    content, responses = png(50, 50, 9), []
    threads = [threading.Thread(target=lambda: responses.append(upload(server, content))) for _ in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert sorted(response.status for response in responses) == [200] * 7 + [201]
    assert [picture["id"] for picture in listed(server)] == [identity(content)]


# --- Reading


def test_no_other_url_serves_a_picture(server):
    picture = uploaded(server)
    for path in (
        picture["url"].replace(".png", ".webp"),
        picture["url"].replace(".png", ""),
        picture["url"] + ".png",
        f"/pictures/{'0' * 32}.png",
        "/pictures/a.png",
        "/pictures/",
        "/pictures/..%2f..%2fetc%2fpasswd",
        picture["url"].upper().replace("/PICTURES", "/pictures"),
    ):
        refused(server.get(path), 404)


def test_both_paths_send_the_same_bytes(pair):
    pictures = [(png(200, 200), "image/png"), (svg("<!--" + "a" * 2000 + "-->"), "image/svg+xml")]
    for content, kind in pictures:
        paths = {uploaded(server, content, kind)["url"] for server in pair}
        [path] = paths
        for method in ("GET", "HEAD"):
            for fields in (
                "",
                f'If-None-Match: "{identity(content)}"',
                'If-None-Match: "other"',
                "Accept-Encoding: gzip",
                "Origin: https://a.example",
            ):
                for query in ("", "?width=2"):
                    head = f"{method} {path}{query} HTTP/1.1\r\nHost: a\r\n" + (f"{fields}\r\n" if fields else "")
                    # The first request reads the picture from the database, the second one gets it from memory.
                    request = f"{head}\r\n{head}Connection: close\r\n\r\n".encode()
                    responses = [normal(server.raw(request)) for server in pair]
                    assert responses[0] == responses[1] and responses[0].startswith(b"HTTP/1.1 "), request
    metrics = pair[0].get("/metrics").body.decode()
    assert 'route="/pictures/{file}"' in metrics


@pytest.mark.both_engines
def test_pictures_are_found_by_their_descriptions(server):
    spring, winter, tea = (
        uploaded(server, png(color=n), query=f"?name={name}") for n, name in enumerate(("Spring", "Winter_1", "%E8%8C%B6"))
    )
    done(server.api("PATCH", f"{PICTURES}/{winter['id']}", {"alt": "100% snow", "tags": ["Cold", "banner"]}))
    for query, found in (
        ("", [tea, winter, spring]),
        ("q=spring", [spring]),
        ("q=COLD", [winter]),
        ("q=banner%20cold", [winter]),
        ("q=banner%20warm", []),
        ("q=%E8%8C%B6", [tea]),
        ("q=%25", [winter]),
        ("q=r_1", [winter]),
        ("q=r_2", []),
        ("q=n__", []),
        (f"q={tea['id'][:9]}", [tea]),
        ("used=false", [tea, winter, spring]),
        ("used=true", []),
        ("q=%5C", []),
    ):
        assert [picture["id"] for picture in listed(server, query)] == [picture["id"] for picture in found], query
        assert [picture["id"] for picture in all_of(server, f"{PICTURES}?{query}", "pictures", limit=1)] == [
            picture["id"] for picture in found
        ], query
    refused(server.api("GET", f"{PICTURES}?used=maybe"), 400)
    sale = uploaded(server, png(color=7), query=f"?name={quote('Cafe' + chr(0x301) + ' ＳＡＬＥ ﾊﾞﾅｰ 5%' + chr(0x338))}")
    for query in ("Café", "cafe\u0301", "sale", "ｓａｌｅ", "バナー", "ﾊﾞﾅｰ", "banner", "5%"):
        expected = [winter["id"]] if query == "banner" else [sale["id"]]
        assert [picture["id"] for picture in listed(server, f"q={quote(query)}")] == expected, query


@pytest.mark.both_engines
def test_a_change_of_a_description_needs_the_current_etag_and_is_validated(server):
    picture = uploaded(server)
    path = f"{PICTURES}/{picture['id']}"
    first = done(server.api("GET", path))
    changed = done(
        server.api(
            "PATCH", path, {"name": "Tea", "alt": "a fair", "tags": ["a", "b"]}, headers={"If-Match": first.headers["ETag"]}
        )
    )
    assert (changed.data["name"], changed.data["alt"], changed.data["tags"]) == ("Tea", "a fair", ["a", "b"])
    assert changed.headers["ETag"] != first.headers["ETag"]
    problem = refused(server.api("PATCH", path, {"name": "Old"}, headers={"If-Match": first.headers["ETag"]}), 412)
    assert problem["current"]["name"] == "Tea"
    refused(server.api("DELETE", path, headers={"If-Match": first.headers["ETag"]}), 412)
    for body, pointer in (
        ({"name": ""}, "/name"),
        ({"name": None}, "/name"),
        ({"alt": "x" * 501}, "/alt"),
        ({"alt": 1}, "/alt"),
        ({"tags": ["a", "a"]}, "/tags"),
        ({"tags": [""]}, "/tags"),
        ({"tags": ["x"] * 21}, "/tags"),
        ({"tags": "a"}, "/tags"),
        ({"url": "/other"}, "/url"),
        ({"id": "0" * 32}, "/id"),
    ):
        refused(server.api("PATCH", path, body), 422, pointer)
    cleared = done(server.api("PATCH", path, {"alt": None, "tags": None})).data
    assert (cleared["name"], cleared["alt"], cleared["tags"]) == ("Tea", "", [])
    refused(server.api("PATCH", f"{PICTURES}/{'0' * 32}", {}), 404)


# --- Content that references pictures


@pytest.mark.both_engines
def test_content_cannot_reference_a_missing_picture(server):
    missing = f"/pictures/{'0' * 32}.png"
    for stage in ("draft", "live"):
        problem = refused(add(server, "shown", missing, stage), 422, "/content/extInfo/list/0/imageUrl")
        assert "upload it" in problem["detail"]
    document = done(server.api("GET", f"{MALL}/export")).json
    document["blocks"].insert(3, banner("shown", missing))
    refused(server.api("PUT", f"{MALL}/export", document), 422, "/blocks/3/content/extInfo/list/0/imageUrl")
    # URLs of other servers are not references.
    done(add(server, "shown", f"https://elsewhere.example{missing}"), 201)


@pytest.mark.both_engines
def test_a_picture_in_use_cannot_be_deleted_and_its_uses_are_listed(server):
    picture = uploaded(server)
    path = f"{PICTURES}/{picture['id']}"
    done(add(server, "shown", picture["url"]), 201)
    assert uses(server, picture) == [("mall", "draft", "shown")]
    detail = refused(server.api("DELETE", path), 409)["detail"]
    assert "mall (draft, in shown)" in detail
    done(server.api("POST", f"{MALL}/draft/publish", {}), 201)
    assert uses(server, picture) == [("mall", "live", "shown"), ("mall", "revision", "shown")]
    done(server.api("DELETE", f"{MALL}/live/blocks/shown"))
    assert [use[1] for use in uses(server, picture)] == ["revision"]
    assert "mall (revision " in refused(server.api("DELETE", path), 409)["detail"]
    assert [p["pages"] for p in listed(server, "used=true")] == [["mall"]]

    done(server.api("DELETE", "/api/pages/mall"))
    assert uses(server, picture) == []
    deleted = done(server.api("DELETE", path)).data
    assert deleted["id"] == picture["id"]
    refused(server.get(picture["url"]), 404)
    refused(server.api("GET", path), 404)
    refused(server.api("DELETE", path), 404)
    actions = [entry["action"] for entry in all_of(server, "/api/audit", "entries") if entry["subject"] == picture["id"]]
    assert actions == ["picture.delete", "picture.create"]


@pytest.mark.both_engines
def test_pictures_of_planned_releases_and_takeovers_cannot_be_deleted(server):
    picture = uploaded(server)
    done(server.api("POST", "/api/pages", {"page": "festival", "title": "Festival", "copyOf": "mall"}), 201)
    done(add(server, "shown", picture["url"], page="festival"), 201)
    release = done(server.api("POST", "/api/pages/festival/draft/publish", {"at": text(soon(3600))}), 201).data
    done(server.api("POST", f"{MALL}/takeovers", {"shows": "festival", "from": text(soon(60)), "until": text(soon(600))}), 201)
    states = [(use["page"], use["state"]) for use in done(server.api("GET", f"{PICTURES}/{picture['id']}")).data["uses"]]
    assert ("festival", "release") in states and ("mall", "takeover") in states and release
    refused(server.api("DELETE", f"{PICTURES}/{picture['id']}"), 409)


@pytest.mark.both_engines
def test_a_concurrent_deletion_and_change_never_leave_content_without_its_picture(server):
    outcomes = set()
    for number in range(25):
        picture = uploaded(server, png(color=number))
        responses = {}
        threads = [
            threading.Thread(target=lambda: responses.update(added=add(server, f"shown{number}", picture["url"]))),
            threading.Thread(target=lambda: responses.update(deleted=server.api("DELETE", f"{PICTURES}/{picture['id']}"))),
        ]
        random.Random(number).shuffle(threads)
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        outcome = (responses["added"].status, responses["deleted"].status)
        assert outcome in {(201, 409), (422, 200)}, (outcome, responses["added"].body, responses["deleted"].body)
        outcomes.add(outcome)
    drafts = done(server.api("GET", f"{MALL}/draft/blocks")).body.decode()
    for picture in listed(server):
        assert picture["url"] in drafts


@pytest.mark.both_engines
def test_a_picture_is_replaced_in_every_draft_and_live_does_not_change(server):
    old, new = uploaded(server), uploaded(server, webp(), "image/webp")
    done(add(server, "shown", old["url"], "live"), 201)
    done(add(server, "other", "https://cdn.example.com" + old["url"]), 201)
    done(add(server, "third", old["url"], "live", "news"), 201) if "news" in [
        p["page"] for p in server.get("/pages").data
    ] else None
    before = server.get("/homepage?page=mall").body
    replaced = done(server.api("POST", f"{PICTURES}/{old['id']}/replace", {"with": new["id"]})).data["pages"]
    assert ("mall", ["other", "shown"]) in [(page["page"], page["blocks"]) for page in replaced]
    draft = done(server.api("GET", f"{MALL}/draft/blocks")).body.decode()
    assert old["id"] not in draft and draft.count(new["url"]) == 2 and "https://cdn.example.com" + new["url"] in draft
    assert server.get("/homepage?page=mall").body == before
    assert done(server.api("POST", f"{PICTURES}/{old['id']}/replace", {"with": new["id"]})).data["pages"] == []
    done(server.api("POST", f"{MALL}/draft/publish", {}), 201)
    assert new["url"] in server.get("/homepage?page=mall").body.decode()
    refused(server.api("POST", f"{PICTURES}/{old['id']}/replace", {"with": "0" * 32}), 404)
    refused(server.api("POST", f"{PICTURES}/{old['id']}/replace", {"with": "a"}), 422, "/with")
    refused(server.api("POST", f"{PICTURES}/{'0' * 32}/replace", {"with": new["id"]}), 404)


def dark_banner(code, light, dark):
    block = banner(code, light)
    block["content"]["extInfo"]["list"][0]["imageUrlDark"] = dark
    return block


def test_a_picture_for_dark_mode_is_protected_like_any_other(server, start, tmp_path):
    light, dark, other, unused = (uploaded(server, png(30, 20, n)) for n in range(4))
    missing = f"/pictures/{'0' * 32}.png"
    refused(
        server.api("POST", f"{MALL}/draft/blocks", dark_banner("shown", light["url"], missing)),
        422,
        "/content/extInfo/list/0/imageUrlDark",
    )
    refused(
        server.api("POST", f"{MALL}/draft/blocks", dark_banner("shown", light["url"], "orpheus://song/1")),
        422,
        "/content/extInfo/list/0/imageUrlDark",
    )
    done(server.api("POST", f"{MALL}/live/blocks", dark_banner("shown", light["url"], dark["url"])), 201)
    assert uses(server, dark) == uses(server, light) == [("mall", "live", "shown")]
    [card] = done(server.get("/homepage/blocks/shown?page=mall")).data["extInfo"]["list"]
    assert (card["imageUrl"], card["imageUrlDark"]) == (light["url"], dark["url"])
    refused(server.api("DELETE", f"{PICTURES}/{dark['id']}"), 409)
    prune(server)
    assert {picture["id"] for picture in listed(server)} == {light["id"], dark["id"]}

    # It is exported with its page, and can be replaced.
    archive = str(tmp_path / "mall.tar")
    server.command("export", "--page", "mall", "--with-pictures", "-o", archive)
    copy = start()
    copy.command("import", archive, "--page", "mall")
    assert done(copy.get(dark["url"])).body == png(30, 20, 1)
    assert uses(copy, dark) == [("mall", "live", "shown")]
    uploaded(server, png(30, 20, 2))
    done(server.api("POST", f"{PICTURES}/{dark['id']}/replace", {"with": other["id"]}))
    [card] = done(server.api("GET", f"{MALL}/draft/blocks/shown")).data["content"]["extInfo"]["list"]
    assert (card["imageUrl"], card["imageUrlDark"]) == (light["url"], other["url"])


# --- Commands, backups and copies


def prune(server, *words):
    return server.command("prune", "--pictures", "--unused-for", "0", *words).stdout


def test_prune_removes_only_unreferenced_pictures(server):
    used, unused, absolute = (uploaded(server, png(color=n)) for n in range(3))
    done(add(server, "shown", used["url"]), 201)
    done(add(server, "other", "https://cdn.example.com" + absolute["url"]), 201)
    # Recent uploads stay, since the content that references them may not be saved yet.
    assert "0 pictures" in server.command("prune", "--pictures").stdout
    assert "1 picture " in prune(server)
    assert {picture["id"] for picture in listed(server)} == {used["id"], absolute["id"]}
    refused(server.api("GET", f"{PICTURES}/{unused['id']}"), 404)
    # With a page, only revisions are pruned.
    later = uploaded(server, png(color=9))
    server.command("prune", "--page", "mall", "--keep", "1", "--unused-for", "0")
    assert later["id"] in [picture["id"] for picture in listed(server)]
    done(server.api("DELETE", f"{MALL}/draft"))
    done(server.api("DELETE", f"{MALL}/live/blocks/wallet"))
    server.command("prune", "--keep", "1", "--unused-for", "0")
    assert listed(server) == []
    [entry, *_] = [entry for entry in all_of(server, "/api/audit", "entries") if entry["action"] == "picture.prune"]
    assert entry["after"]["count"] == len(entry["after"]["pictures"]) == 3


def test_a_backup_has_the_pictures(server, tmp_path):
    content = png(300, 200)
    picture = uploaded(server, content)
    done(add(server, "shown", picture["url"], "live"), 201)
    server.command("backup", str(tmp_path / "backup.sqlite"))
    server.stop()
    server.command("restore", str(tmp_path / "backup.sqlite"), "--replace")
    server.start()
    assert done(server.get(picture["url"])).body == content
    assert uses(server, picture) == [("mall", "live", "shown")]
    refused(server.api("DELETE", f"{PICTURES}/{picture['id']}"), 409)


def test_the_command_adds_lists_and_removes_pictures(server, tmp_path):
    for name, content in (("春 tea.png", png()), ("b.webp", webp())):
        (tmp_path / name).write_bytes(content)
    (tmp_path / "no.png").write_bytes(b"GIF")
    environment = {"HOMEBLOCKS_SERVER": f"http://127.0.0.1:{server.port}", "HOMEBLOCKS_TOKEN": server.token}
    for env in (environment, None):
        lines = server.command("picture", "add", str(tmp_path / "春 tea.png"), str(tmp_path / "b.webp"), env=env).stdout.split()
        assert lines == [f"/pictures/{identity(png())}.png", f"/pictures/{identity(webp())}.webp"]
        assert "8x6" in server.command("picture", "list", "tea", env=env).stdout
        assert identity(webp()) not in server.command("picture", "list", "tea", env=env).stdout
        assert "not a JPEG" in server.command("picture", "add", str(tmp_path / "no.png"), env=env, code=1).stderr
        server.command("picture", "remove", identity(png()), identity(webp()), env=env)
        assert "No pictures found" in server.command("picture", "list", env=env).stdout
        server.command("picture", "remove", identity(png()), env=env, code=1)
        server.command("picture", "remove", "../a", env=env, code=64)


def test_a_page_is_exported_and_imported_with_its_pictures(server, start, tmp_path):
    content = png(90, 60, 3)
    picture = uploaded(server, content, query="?name=tea.png")
    done(server.api("PATCH", f"{PICTURES}/{picture['id']}", {"alt": "Tea", "tags": ["spring"]}))
    uploaded(server, webp(), "image/webp")
    done(add(server, "shown", picture["url"], "live"), 201)
    archive, again = str(tmp_path / "mall.tar"), str(tmp_path / "again.tar")
    address = {"HOMEBLOCKS_SERVER": f"http://127.0.0.1:{server.port}", "HOMEBLOCKS_TOKEN": server.token}
    server.command("export", "--page", "mall", "--with-pictures", "-o", archive)
    server.command("export", "--page", "mall", "--with-pictures", "-o", again, env=address)
    assert open(archive, "rb").read() == open(again, "rb").read()
    with tarfile.open(archive) as files:
        assert files.getnames() == [f"pictures/{picture['id']}.png", "pictures.json", "page.json"]
        assert files.extractfile(files.getnames()[0]).read() == content

    other = start()
    here = {"HOMEBLOCKS_SERVER": f"http://127.0.0.1:{other.port}", "HOMEBLOCKS_TOKEN": other.token}
    document = done(server.api("GET", f"{MALL}/export")).json
    refused(other.api("PUT", f"{MALL}/export", document), 422)
    for env in (None, here):
        done_ = other.command("import", archive, "--page", "mall" if env else "fair", env=env)
        assert "1 picture was imported" in done_.stdout
    assert done(other.get(picture["url"])).body == content
    [copy] = listed(other)
    assert (copy["alt"], copy["tags"], copy["pages"]) == ("Tea", ["spring"], ["fair", "mall"])
    (tmp_path / "short.tar").write_bytes(open(archive, "rb").read()[:2000])
    assert "damaged" in other.command("import", str(tmp_path / "short.tar"), "--page", "mall", code=1).stderr


# --- Random operations


@pytest.mark.both_engines
@pytest.mark.parametrize("seed", short_and_long(0, 1, 2))
def test_no_stored_content_ever_loses_a_picture(server, seed):
    """Random uploads, edits, publications, rollbacks, deletions and prunes never remove a picture of a stored state."""
    dice, known, gone = random.Random(seed), {}, set()
    codes = ["p1", "p2", "p3"]
    done(server.api("POST", "/api/pages", {"page": "fair", "title": "Fair", "copyOf": "mall"}), 201)

    def kept():
        """The pictures that any stored state references."""
        found = set()
        for page in ("mall", "fair"):
            documents = [
                server.api("GET", f"/api/pages/{page}/live/blocks"),
                server.api("GET", f"/api/pages/{page}/draft/blocks"),
            ]
            for revision in all_of(server, f"/api/pages/{page}/revisions", "revisions"):
                documents.append(server.api("GET", f"/api/pages/{page}/revisions/{revision['number']}"))
            text_ = "".join(done(document).body.decode() for document in documents)
            found |= {name for name in [*known, *gone] if f"/pictures/{name}." in text_}
        return found

    for step in range(60):
        page, code = dice.choice(["mall", "fair"]), dice.choice(codes)
        action = dice.choice(
            ["upload", "upload", "edit", "edit", "edit", "publish", "plan", "restore", "delete", "remove", "prune", "replace"]
        )
        if action == "upload":
            content = png(color=dice.randrange(12))
            assert upload(server, content).status in (200, 201)
            known[identity(content)] = content
            gone.discard(identity(content))
        elif action == "edit":
            name = dice.choice([*known, *gone, "0" * 32])
            block = banner(code, f"/pictures/{name}.png")
            response = server.api("PUT", f"/api/pages/{page}/draft/blocks/{code}", block)
            if response.status == 404:
                response = server.api("POST", f"/api/pages/{page}/draft/blocks", block)
            assert response.status == (422 if name not in known else response.status) and response.status in (200, 201, 422), (
                response.body
            )
        elif action in ("publish", "plan"):
            body = {"at": text(soon(3600))} if action == "plan" else {}
            assert server.api("POST", f"/api/pages/{page}/draft/publish", body).status in (200, 201, 404, 409)
        elif action == "restore":
            number = dice.choice(all_of(server, f"/api/pages/{page}/revisions", "revisions"))["number"]
            assert server.api("POST", f"/api/pages/{page}/revisions/{number}/restore", {}).status in (200, 201, 422)
        elif action == "remove":
            assert server.api("DELETE", f"/api/pages/{page}/{dice.choice(['draft', 'live'])}/blocks/{code}").status in (200, 404)
        elif action == "delete" and known:
            name, before = dice.choice([*known]), kept()
            response = server.api("DELETE", f"{PICTURES}/{name}")
            assert response.status == (409 if name in before else 200), (step, response.body)
            if response.status == 200:
                gone.add(name)
                del known[name]
        elif action == "prune":
            before = kept()
            server.command("prune", "--keep", "3", "--unused-for", "0")
            after = {picture["id"] for picture in listed(server)}
            assert after <= set(known) and kept() <= after | (gone - set(known)), step
            assert kept() & gone == set() and before >= after
            gone |= set(known) - after
            known = {name: known[name] for name in after}
        elif action == "replace" and len(known) > 1:
            old, new = dice.sample([*known], 2)
            done(server.api("POST", f"{PICTURES}/{old}/replace", {"with": new}))
        needed = kept()
        assert needed <= set(known), (step, action)
        used = {picture["id"] for picture in listed(server, "used=true")}
        assert used == needed, (step, action)
    for name, content in known.items():
        assert done(server.get(f"/pictures/{name}.png")).body == content


def test_check_finds_a_picture_that_differs_from_its_upload(server):
    good, bad = uploaded(server), uploaded(server, png(color=5))
    server.stop()
    server.command("check")
    with sqlite3.connect(server.database) as database:
        database.execute(
            "UPDATE picture_contents SET content = x'00' WHERE picture_id = (SELECT id FROM pictures WHERE hash = ?)", [bad["id"]]
        )
    checked = server.command("check", code=1)
    output = checked.stdout + checked.stderr
    assert f"the picture {bad['id']}" in output and good["id"] not in output


def test_the_migration_of_an_older_database_finds_the_referenced_pictures(server):
    names = ["a" * 32, "b" * 32]
    block = banner("shown", f"https://old.example/pictures/{names[0]}.png")
    block["localizations"] = {
        "en": {"note": f"see /x/pictures/{names[1]}.webp and https://a.example/pictures/{names[0]}.gif, not /pictures/{names[0]}"}
    }
    done(server.api("POST", f"{MALL}/live/blocks", block), 201)
    document = done(server.api("GET", f"{MALL}/export")).json
    document["data"] = {"skin": f"https://a.example/pictures/{names[1]}.png"}
    done(server.api("PUT", f"{MALL}/export", document))
    server.stop()
    tables = ["tree_pictures", "block_version_pictures", "picture_contents", "pictures"]
    with sqlite3.connect(server.database) as database:

        def mentions():
            return [sorted(database.execute(f"SELECT * FROM {table}")) for table in tables[:2]]

        before = mentions()
        assert before[0] and {picture for _, picture in before[1]} == set(names)
        for table in tables:
            database.execute(f"DROP TABLE {table}")
        # Undo the changes of the later migrations.
        for step in (
            "DROP TABLE approvals",
            "DROP TABLE reviews",
            "ALTER TABLE pages DROP COLUMN approvals",
            "ALTER TABLE pages DROP COLUMN reviewed_since",
            "ALTER TABLE drafts DROP COLUMN authors",
            "ALTER TABLE releases DROP COLUMN authors",
            "ALTER TABLE releases DROP COLUMN held_at",
            "ALTER TABLE credentials DROP COLUMN person",
            "DROP TABLE group_members",
            "DROP TABLE operator_groups",
            "ALTER TABLE credentials DROP COLUMN pages",
            "DROP TABLE preview_links",
            "DROP TRIGGER takeovers_keep_their_origin",
            "DROP TRIGGER changed_takeovers_do_not_overlap",
            "ALTER TABLE takeovers DROP COLUMN changed_at",
            "ALTER TABLE takeovers DROP COLUMN changed_by",
            "CREATE TRIGGER takeovers_are_only_cancelled BEFORE UPDATE ON takeovers BEGIN SELECT 1; END",
            "DROP TABLE block_texts",
            "DROP TABLE block_grams",
            "DROP INDEX block_versions_entry",
            "CREATE TEMP TABLE entries AS SELECT * FROM placements",
            "DROP VIEW placements",
            "DROP TABLE tree_subtrees",
            "DROP TABLE subtree_entries",
            "DROP TABLE subtrees",
            "CREATE TABLE placements AS SELECT * FROM entries",
        ):
            database.execute(step)
        database.execute("PRAGMA user_version = 6")
    server.command("migrate")
    with sqlite3.connect(server.database) as database:
        assert mentions() == before
