"""Preview links: who may create them, what they show, when they end, and that nothing else reveals or caches it."""

import contextlib
import os
import re
import sqlite3
import subprocess
import time

import pytest

from harness import eventually
from publishing import MALL, all_of, done, refused, soon, text

LINKS = f"{MALL}/links"
# `LINK_CODES=1000 pytest Tests/API/test_links.py -k decoders` reads this many codes.
CODES = int(os.environ.get("LINK_CODES", "20"))


def link(server, body=None, page="mall", **options):
    return done(server.api("POST", f"/api/pages/{page}/links", body or {}, **options), 201).data


def seen(server, secret, path="/homepage", **headers):
    return server.get(path, headers={"HomeBlocks-Preview": secret, **headers})


def codes(response):
    return [block["blockCode"] for block in done(response).data["blocks"]]


def moved_draft(server):
    """Creates a draft of the mall that begins with another section than live, and returns the section's code."""
    done(server.api("PUT", f"{MALL}/draft/order", {"moves": [{"block": "middleAd", "to": "start"}]}))
    return "middleAd"


@pytest.mark.both_engines
def test_a_link_shows_the_draft_as_it_is_at_each_read(server):
    live = server.get("/homepage?page=mall").body
    first = moved_draft(server)
    made = link(server, {"label": "For Mei"})
    response = seen(server, made["secret"])
    assert codes(response)[0] == first
    assert response.headers["Cache-Control"] == "no-store" and response.headers["HomeBlocks-Preview"] == "draft"
    assert response.headers["X-Robots-Tag"] == "noindex"
    assert codes(server.get(f"/preview/{made['secret']}/homepage")) == codes(response)
    done(server.api("PUT", f"{MALL}/draft/order", {"moves": [{"block": first, "before": "bottomFloat"}]}))
    assert codes(seen(server, made["secret"]))[0] != first
    assert server.get("/homepage?page=mall").body == live
    eventually(lambda: all_of(server, LINKS, "links")[0]["uses"] == 3)
    [line] = all_of(server, LINKS, "links")
    assert (line["label"], line["state"]) == ("For Mei", "active") and line["lastUsedAt"]
    assert made["secret"] not in str(line)


@pytest.mark.both_engines
def test_every_read_shows_what_the_link_shows(server):
    first = moved_draft(server)
    secret = link(server)["secret"]
    for base in ("", f"/preview/{secret}"):
        headers = {} if base else {"HomeBlocks-Preview": secret}
        assert done(server.get(f"{base}/sort", headers=headers)).data["order"][0] == first
        assert done(server.get(f"{base}/homepage?cursor=&limit=1", headers=headers)).data["blocks"][0]["blockCode"] == first
        assert done(server.get(f"{base}/homepage/blocks/{first}", headers=headers)).data["blockCode"] == first
        assert server.get(f"{base}/homepage/audience", headers=headers).status == 204
        form = {**headers, "Content-Type": "application/x-www-form-urlencoded"}
        assert codes(server.send("POST", f"{base}/homepage/block/page", "refresh=true", form))[0] == first
        # Another page is read as it is published, and is not cached either.
        other = server.get(f"{base}/homepage?page=music", headers=headers)
        assert other.body == server.get("/homepage?page=music").body and other.headers["Cache-Control"] == "no-store"
    refused(server.get(f"/preview/{secret}/api/pages"), 404)
    assert server.send("POST", f"/preview/{secret}/homepage", "{}", {"Content-Type": "application/json"}).status == 404


@pytest.mark.both_engines
def test_a_link_shows_one_revision_or_one_planned_release(server):
    before = done(server.api("GET", MALL)).data["revision"]
    old = codes(server.get("/homepage?page=mall"))
    first = moved_draft(server)
    planned = done(server.api("POST", f"{MALL}/draft/publish", {"at": text(soon(3600))}), 201).data["id"]
    release, revision = link(server, {"release": planned}), link(server, {"revision": before})
    assert codes(seen(server, release["secret"]))[0] == first
    assert seen(server, release["secret"]).headers["HomeBlocks-Preview"] == f"release {planned}"
    # A change of live is merged into the planned release, and the link shows it.
    done(server.api("PATCH", f"{MALL}/live/blocks/{first}", {"enabled": False}))
    assert first not in codes(seen(server, release["secret"]))
    assert codes(seen(server, revision["secret"])) == old
    done(server.api("DELETE", f"{MALL}/releases/{planned}"))
    assert "was cancelled" in refused(seen(server, release["secret"]), 404)["detail"]
    problem = refused(server.api("POST", LINKS, {"release": planned}), 409)
    assert "is cancelled, not planned" in problem["detail"]


@pytest.mark.both_engines
def test_a_link_ends_at_its_time_or_when_it_is_revoked(server):
    short, long = link(server, {"until": text(soon(2))}), link(server)
    editor = server.new_token("editor", "Ada")
    revoked = done(server.api("DELETE", f"{LINKS}/{long['id']}", token=editor)).data
    assert (revoked["state"], revoked["revokedBy"]) == ("revoked", "Ada")
    problem = refused(seen(server, long["secret"]), 404)
    assert "was revoked" in problem["detail"]
    refused(server.api("DELETE", f"{LINKS}/{long['id']}"), 409)
    eventually(lambda: seen(server, short["secret"]).status == 404)
    assert "expired" in refused(seen(server, short["secret"]), 404)["detail"]
    assert [line["state"] for line in all_of(server, LINKS, "links")] == ["revoked", "expired"]
    actions = [line["action"] for line in all_of(server, "/api/audit?page=mall", "entries")][:3]
    assert actions == ["link.revoke", "link.create", "link.create"]


def test_a_link_shows_the_page_as_its_client_at_its_time(server):
    moved_draft(server)
    code = codes(server.get("/homepage?page=mall"))[0]
    done(server.api("PATCH", f"{MALL}/draft/blocks/{code}", {"audience": {"platforms": ["ios"]}, "from": text(soon(3600))}))
    client = {"platform": "ios", "appVersion": "9.1.0"}
    assert code in codes(seen(server, link(server, {"client": client, "at": text(soon(4000))})["secret"]))
    assert code not in codes(seen(server, link(server, {"client": client})["secret"], "/homepage?platform=android"))
    later = link(server, {"at": text(soon(4000))})["secret"]
    assert code in codes(seen(server, later, "/homepage?platform=ios"))
    assert code not in codes(seen(server, later, "/homepage?platform=android"))


@pytest.mark.parametrize(
    "body, pointer",
    [
        ({"revision": 0}, "/revision"),
        ({"revision": 1, "release": 1}, "/release"),
        ({"until": "2020-01-01T00:00:00Z"}, "/until"),
        ({"until": text(soon(31 * 86_400))}, "/until"),
        ({"label": "a\nb"}, "/label"),
        ({"label": "x" * 201}, "/label"),
        ({"client": []}, "/client"),
        ({"client": {"platform": "palm"}}, "/client/platform"),
        ({"client": {"appVersion": "new"}}, "/client/appVersion"),
        ({"client": {"attr.city": "beijing"}}, "/client/attr.city"),
        ({"client": {"uid": 7}}, "/client/uid"),
        ({"secret": "mine"}, "/secret"),
    ],
)
def test_a_bad_link_is_rejected_at_its_member(shared_server, body, pointer):
    problem = refused(shared_server.api("POST", LINKS, body), 422)
    assert pointer in [issue["pointer"] for issue in problem["errors"]]


def test_links_to_what_does_not_exist_are_rejected(server):
    refused(server.api("POST", LINKS, {"revision": 999}), 404)
    refused(server.api("POST", LINKS, {"release": 999}), 404)
    refused(server.api("POST", "/api/pages/none/links", {}), 404)
    refused(server.api("DELETE", f"{LINKS}/999"), 404)
    secret = link(server)["secret"]
    for wrong in ("x", "hb_link_", secret[:-1], secret[:-1] + ("A" if secret[-1] != "A" else "B"), server.token, "é"):
        response = seen(server, wrong.encode("utf-8").decode("latin-1"))
        refused(response, 404)
        assert response.headers["Cache-Control"] == "no-store"
    # A link to a deleted page is unknown.
    done(server.api("POST", "/api/pages", {"page": "tea", "title": "Tea", "copyOf": "mall"}), 201)
    gone = link(server, page="tea")["secret"]
    assert codes(seen(server, gone))
    done(server.api("DELETE", "/api/pages/tea"))
    assert "unknown" in refused(seen(server, gone), 404)["detail"]


@pytest.mark.both_engines
def test_a_link_follows_a_page_that_is_renamed(server):
    done(server.api("POST", "/api/pages", {"page": "tea", "title": "Tea", "copyOf": "mall"}), 201)
    secret = link(server, page="tea")["secret"]
    done(server.api("PATCH", "/api/pages/tea", {"page": "green-tea"}))
    assert codes(seen(server, secret)) and codes(seen(server, secret, "/homepage?page=green-tea"))
    assert all_of(server, "/api/pages/green-tea/links", "links")[0]["page"] == "green-tea"
    # An app still sends the name in its address, even after another page has that name.
    assert seen(server, secret, "/homepage?page=tea").headers["HomeBlocks-Preview"] == "draft"
    done(server.api("POST", "/api/pages", {"page": "tea", "title": "Tea", "copyOf": "music"}), 201)
    assert codes(seen(server, secret, "/homepage?page=tea")) == codes(seen(server, secret))


@pytest.mark.both_engines
def test_pruning_keeps_the_revisions_that_active_links_show(server):
    old = done(server.api("GET", MALL)).data["revision"]
    made = link(server, {"revision": old})
    for title in "abc":
        done(server.api("PATCH", f"{MALL}/live/blocks/wallet", {"content": {"uiElement": {"subTitle": {"title": title}}}}))
    server.command("prune", "--page", "mall", "--keep", "1", "--yes")
    assert codes(seen(server, made["secret"]))
    done(server.api("DELETE", f"{LINKS}/{made['id']}"))
    server.command("prune", "--page", "mall", "--keep", "1", "--yes")
    refused(server.api("GET", f"{MALL}/revisions/{old}"), 404)


def test_a_locked_database_does_not_delay_reads_with_links(server):
    secret = link(server)["secret"]
    with contextlib.closing(sqlite3.connect(server.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        begun = time.monotonic()
        for _ in range(6):
            assert codes(seen(server, secret))
        assert time.monotonic() - begun < 4
        other.execute("ROLLBACK")


def test_pictures_below_a_link_are_those_of_the_server(server):
    secret = link(server)["secret"]
    response = server.get(f"/preview/{secret}/assets/mall/horn.webp")
    assert (response.status, response.headers["Location"]) == (307, "../../../../assets/mall/horn.webp")
    assert server.get(f"/preview/{secret}/pages").headers["Location"] == "../../pages"


def test_a_read_with_a_link_names_the_parameters_that_it_ignores(server):
    path = "/homepage?platform=palm"
    assert seen(server, link(server)["secret"], path).headers["Ignored-Parameters"] == "platform"
    fixed = link(server, {"client": {"platform": "ios"}})["secret"]
    assert seen(server, fixed, path).headers["Ignored-Parameters"] is None


@pytest.mark.both_engines
def test_a_retry_does_not_create_another_link_and_has_no_secret(server):
    key = {"Idempotency-Key": "once"}
    first = link(server, {"label": "a"}, headers=key)
    again = link(server, {"label": "a"}, headers=key)
    assert again["id"] == first["id"] and again["secret"] is again["url"] is again["code"] is None
    assert len(all_of(server, LINKS, "links")) == 1
    refused(server.api("POST", LINKS, {"label": "b"}, headers=key), 422)


def test_a_page_has_at_most_a_thousand_active_links(server):
    connection = server.connect()
    for number in range(1000):
        made = done(server.api("POST", LINKS, {"label": str(number)}, connection=connection), 201).data
    assert "1000 active links" in refused(server.api("POST", LINKS, {}), 409)["detail"]
    done(server.api("DELETE", f"{LINKS}/{made['id']}"))
    link(server)
    assert len(all_of(server, LINKS, "links")) == 1001


def test_the_secret_is_in_no_log_no_audit_line_and_no_later_response(start):
    server = start(HOMEBLOCKS_LOG_LEVEL="trace")
    made = link(server)
    secret = made["secret"]
    assert made["url"].endswith(f"/preview?page=mall#{secret}")
    seen(server, secret)
    server.get(f"/preview/{secret}/homepage")
    server.get(f"/preview/{secret}/none")
    server.get(f"/preview/{secret[:-1]}/homepage")
    later = server.api("GET", LINKS).body + server.api("GET", "/api/audit").body + server.get("/metrics").body
    assert secret[8:40].encode() not in later
    server.stop()
    assert secret[8:40] not in server.log
    assert "/preview/hb_…/homepage" in server.log


def test_a_viewer_lists_links_and_cannot_create_or_revoke_them(server):
    made, viewer = link(server), server.new_token("viewer")
    assert [line["id"] for line in done(server.api("GET", LINKS, token=viewer)).data["links"]] == [made["id"]]
    refused(server.api("POST", LINKS, {}, viewer), 403)
    refused(server.api("DELETE", f"{LINKS}/{made['id']}", token=viewer), 403)


def test_the_address_of_the_app_has_the_secret_and_the_page(start):
    server = start(HOMEBLOCKS_LINKS_APP_URL="myapp://home?tab=1", HOMEBLOCKS_SERVER_PUBLIC_URL="https://pages.example.com/x")
    made = link(server)
    assert made["appUrl"] == f"myapp://home?tab=1&preview={made['secret']}&page=mall"
    assert made["url"] == f"https://pages.example.com/x/preview?page=mall#{made['secret']}" and made["appCode"] != made["code"]


def test_the_page_of_links_refers_nobody_and_is_not_indexed(shared_server):
    response = shared_server.get("/preview")
    assert response.status == 200 and response.headers["Referrer-Policy"] == "no-referrer"
    page = response.body.decode()
    assert (
        re.search(r'<meta name="robots" content="noindex', page)
        and "script-src 'self'" in response.headers["Content-Security-Policy"]
    )
    slash = shared_server.get("/preview/")
    assert (slash.status, slash.headers["Location"]) == (308, "../preview")


def drawn(rows, size=6):
    """A code as a PGM picture with its quiet zone."""
    width = (len(rows) + 8) * size
    light = b"\xff" * width * 4 * size
    lines = b"".join(
        (b"\xff" * 4 * size + b"".join((b"\0" if bit == "1" else b"\xff") * size for bit in row) + b"\xff" * 4 * size) * size
        for row in rows
    )
    return b"P5 %d %d 255\n" % (width, width) + light + lines + light


def test_decoders_read_the_codes(server, tmp_path):
    import zxingcpp
    from PIL import Image

    connection = server.connect()
    for number in range(CODES):
        # A page has at most a thousand links.
        path = LINKS if number % 2 else "/api/pages/music/links"
        made = done(server.api("POST", path, {}, connection=connection), 201).data
        picture = tmp_path / f"{number}.pgm"
        picture.write_bytes(drawn(made["code"]))
        assert [result.text for result in zxingcpp.read_barcodes(Image.open(picture))] == [made["url"]]
        read = subprocess.run(["zbarimg", "--raw", "-q", picture], capture_output=True, text=True, timeout=30)
        assert read.stdout.strip() == made["url"]


@pytest.mark.both_engines
def test_check_names_active_links_that_show_nothing(server):
    before = done(server.api("GET", MALL)).data["revision"]
    moved_draft(server)
    planned = done(server.api("POST", f"{MALL}/draft/publish", {"at": text(soon(3600))}), 201).data["id"]
    gone, _, _, revoked = (link(server, body) for body in ({"release": planned}, {"revision": before}, {}, {"release": planned}))
    done(server.api("DELETE", f"{LINKS}/{revoked['id']}"))
    assert "preview link" not in server.command("check").stderr
    done(server.api("DELETE", f"{MALL}/releases/{planned}"))
    said = server.command("check").stderr
    assert f'the preview link {gone["id"]} of the page "mall" shows something that no longer exists' in said
    assert said.count("preview link") == 1
