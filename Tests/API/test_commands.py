"""The commands that use a server."""

import json
import re
import subprocess

import pytest

from harness import PROGRAM, ROOT
from publishing import MALL, ads, done, page_line, soon, text


@pytest.fixture
def run(server):
    """Runs a command against the server; returns what it printed."""

    def run(*words, code=0, token=None):
        done = server.command(*words, "--server", server.url, "--token", token or server.token, code=code)
        return done.stdout if code == 0 else done.stderr

    return run


def test_a_draft_is_compared_and_published_from_the_command_line(server, run):
    assert "no draft" in run("diff", "--page", "mall").lower()
    done(server.api("POST", f"{MALL}/draft/blocks?to=start", ads("teaFair", "Tea")), 201)
    done(server.api("PATCH", f"{MALL}/draft/blocks/wallet", {"enabled": False}))
    printed = run("diff", "--page", "mall")
    assert "teaFair" in printed and "wallet" in printed and "/enabled" in printed
    assert "teaFair" not in server.shown("mall")
    difference = json.loads(run("diff", "--page", "mall", "--json"))
    assert difference["order"]["added"] == ["teaFair"]
    assert "live" in run("publish", "--page", "mall", "--message", "Tea")
    assert server.shown("mall")[0] == "teaFair"
    said = run("publish", "--page", "mall", code=1)
    assert "The page has no draft now. A change to it creates one." in said and "If-Match" not in said


def test_some_changes_are_published_and_the_rest_is_discarded(server, run):
    first = server.order("mall")[0]
    for code in ("wallet", "otc"):
        done(server.api("PATCH", f"{MALL}/draft/blocks/{code}", {"enabled": False}))
    done(server.api("PUT", f"{MALL}/draft/order", {"moves": [{"block": "middleAd", "to": "start"}]}))
    run("publish", "--page", "mall", "--only", " , ", code=64)
    assert "live" in run("publish", "--page", "mall", "--only", "wallet, order")
    assert server.order("mall")[:2] == ["middleAd", first]
    assert "wallet" not in server.shown("mall") and "otc" in server.shown("mall")
    assert "wallet" not in run("diff", "--page", "mall")
    assert run("discard", "--page", "mall").startswith("the draft of mall was discarded; it was revision ")
    assert not page_line(server)["draft"] and "otc" in server.shown("mall")
    assert "has no draft" in run("discard", "--page", "mall", code=1)


def test_pages_are_listed_created_and_deleted(server, run):
    assert run("page", "create", "spring", "--title", "Spring", "--copy-of", "mall") == "spring was created\n"
    assert server.order("spring") == server.order("mall")
    lines = run("page", "list").splitlines()
    assert [line.split()[0] for line in lines[1:]] == sorted(line.split()[0] for line in lines[1:])
    assert any(line.startswith("spring ") and "Spring" in line for line in lines)
    assert "spring" in [page["page"] for page in json.loads(run("page", "list", "--json"))]
    assert run("page", "delete", "spring") == "spring was deleted\n"
    assert "spring" not in run("page", "list")
    run("page", "delete", "spring", code=1)
    run("page", "create", "Not A Slug", "--title", "x", code=64)


def test_a_feed_is_defined_and_changed_from_a_file(server, run, tmp_path):
    server.stop()
    server.env["HOMEBLOCKS_FEEDS_ALLOWED_HOSTS"] = "lists.example"
    server.start()
    file = tmp_path / "feed.json"
    feed = {
        "url": "https://lists.example/ads",
        "showType": "MALL_AD",
        "items": "/items",
        "interval": 3600,
        "fields": {"/id": "/id", "/title": "/title", "/imageUrl": "/image", "/url": "/url"},
    }
    file.write_text(json.dumps(feed))
    assert run("feed", "set", "ads", str(file)) == "ads is defined\n"
    shown = json.loads(run("feed", "show", "ads"))
    file.write_text(json.dumps(shown | {"interval": 7200}))
    assert run("feed", "set", "ads", str(file)) == "ads is changed\n"
    assert json.loads(run("feed", "show", "ads"))["interval"] == 7200
    file.write_text('{"url": }')
    assert "at line 1, column 9" in run("feed", "set", "ads", str(file), code=1)


@pytest.mark.parametrize("archive", [(), ("--with-pictures",)], ids=["page", "archive"])
def test_a_page_goes_through_a_pipe(server, archive):
    export = [PROGRAM, "export", "--page", "mall", *archive, "-o", "-", "--database", server.database]
    page = subprocess.run(export, cwd=ROOT, capture_output=True, timeout=60)
    assert page.returncode == 0, page.stderr
    done = subprocess.run(
        [PROGRAM, "import", "-", "--page", "copy", "--database", server.database],
        cwd=ROOT,
        input=page.stdout,
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert server.order("copy") == server.order("mall")
    assert not (ROOT / "-").exists()


def test_output_that_cannot_be_written_is_an_error_with_its_reason(server):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [PROGRAM, "export", "--page", "mall", "--database", server.database],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
    assert done.returncode == 1
    assert done.stderr == "Standard output cannot be written: No space left on device. The output is incomplete.\n"


def test_releases_are_planned_listed_and_cancelled(server, run):
    done(server.api("POST", f"{MALL}/draft/blocks?to=start", ads("teaFair", "Tea")), 201)
    run("publish", "--page", "mall", "--at", "2031-01-01T00:00:00", code=64)
    release = json.loads(run("publish", "--page", "mall", "--at", text(soon(3600)), "--json"))
    assert release["state"] == "pending"
    assert "pending" in run("release", "list", "--page", "mall")
    run("release", "change", str(release["id"]), "--page", "mall", code=64)
    later = text(soon(7200))
    changed = run("release", "change", str(release["id"]), "--page", "mall", "--at", later, "--json")
    assert (json.loads(changed)["id"], json.loads(changed)["message"]) == (release["id"], "")
    assert json.loads(changed)["at"] > release["at"]
    assert not page_line(server)["draft"]
    run("release", "cancel", str(release["id"]), "--page", "mall", "--into-draft")
    assert page_line(server)["draft"]
    run("release", "cancel", str(release["id"]), "--page", "mall", code=1)
    listed = json.loads(run("release", "list", "--page", "mall", "--json"))
    assert [line["state"] for line in listed["releases"]] == ["cancelled", "live"]


def test_history_is_listed_and_an_old_revision_comes_back(server, run):
    before = server.order("mall")
    for code in before[3:6]:
        run("sort", "--page", "mall", "--move", f"{code} to start")
    printed = run("history", "--page", "mall")
    assert [line.split()[0] for line in printed.splitlines()[-4:]] == ["4", "3", "2", "1"]
    assert before[5] in printed
    assert len(json.loads(run("history", "--page", "mall", "--json", "--limit", "2"))["revisions"]) == 2
    assert "5" in run("rollback", "1", "--page", "mall", "--message", "back")
    assert server.order("mall") == before
    run("rollback", "99", "--page", "mall", code=1)


def test_takeovers_are_created_and_cancelled(server, run):
    done(server.api("POST", "/api/pages", {"page": "sale", "copyOf": "mall"}), 201)
    run("takeover", "add", "sale", "--page", "mall", "--until", "tomorrow", code=64)
    made = json.loads(run("takeover", "add", "sale", "--page", "mall", "--until", text(soon(3600)), "--json"))
    assert made["state"] == "active"
    assert "sale" in run("takeover", "list", "--page", "mall")
    refused = run("takeover", "add", "sale", "--page", "mall", "--until", text(soon(7200)), code=1)
    assert refused.startswith("409")
    run("takeover", "cancel", str(made["id"]), "--page", "mall")
    assert json.loads(run("takeover", "list", "--page", "mall", "--json"))[0]["state"] == "cancelled"


@pytest.mark.parametrize("kind", ["token", "operator"])
def test_tokens_and_operators_are_created_listed_and_revoked(server, run, kind):
    secret = run(kind, "create", "--name", "Lin", "--role", "viewer").strip()
    assert re.fullmatch(r"hb_\w{12}_\S{43}" if kind == "token" else r"\w{5}(-\w{5}){3}", secret)
    listed = run(kind, "list")
    assert "Lin" in listed and secret not in listed
    made = next(line for line in json.loads(run(kind, "list", "--json")) if line["name"] == "Lin")
    run(kind, "revoke" if kind == "token" else "delete", made["id"])
    again = next(line for line in json.loads(run(kind, "list", "--json")) if line["name"] == "Lin")
    assert made["revokedAt"] is None and again["revokedAt"]
    run(kind, "create", "--name", "Lin", "--role", "king", code=64)


def test_a_command_without_a_server_says_so(server):
    refused = server.command("diff", code=64, env={"HOMEBLOCKS_TOKEN": "x"})
    assert "HOMEBLOCKS_SERVER" in refused.stderr


def test_a_command_without_permission_names_the_role_that_it_needs(server, run):
    viewer = server.new_token("viewer")
    viewer = viewer["token"] if isinstance(viewer, dict) else viewer
    assert "publisher" in run("publish", "--page", "mall", code=1, token=viewer)


def test_old_revisions_are_deleted(server):
    for code in server.order("mall")[2:6]:
        server.command("sort", "--page", "mall", "--move", f"{code} to start")
    assert "4 revisions" in server.command("prune", "--page", "mall", "--keep", "1").stdout
    assert server.api("GET", f"{MALL}/revisions").data["revisions"][0]["parent"] is None
    assert len(server.api("GET", f"{MALL}/revisions").data["revisions"]) == 1
    server.command("check")


def test_commands_work_where_changes_require_if_match(start):
    server = start(HOMEBLOCKS_WRITES_REQUIRE_IF_MATCH="true")
    words = ["--page", "mall", "--server", server.url, "--token", server.token]
    order = server.order("mall")
    server.command("sort", "--move", f"{order[3]} to start", *words)
    done(server.api("PATCH", f"{MALL}/draft/blocks/wallet", {"enabled": False}, headers={"If-Match": "*"}))
    server.command("publish", *words)
    server.command("rollback", "1", *words)
    server.command("import", "config/pages/mall.json", *words)
    assert server.order("mall") == order


def test_checks_and_backups_print_json(server, run, tmp_path):
    assert json.loads(run("check", "--json")) == {"ready": True, "sections": len(server.get("/homepage").data["blocks"])}
    report = json.loads(server.command("check", "--json").stdout)
    assert report["whole"] and report["issues"] == [] and any(line.startswith("mall") for line in report["pages"])
    file = tmp_path / "backup.sqlite"
    backup = json.loads(server.command("backup", str(file), "--json").stdout)
    assert backup["file"] == str(file) and backup["bytes"] == file.stat().st_size
    assert {"page": "mall", "revision": 1} in backup["pages"]
    health = subprocess.run(
        [PROGRAM, "health", "--port", str(server.port), "--json"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert json.loads(health.stdout) == {"ready": True}, health.stderr


def test_a_personal_token_replaces_the_first_one(server, run):
    first = run("token", "create", "--role", "admin", "--name", "first start").strip()
    token = run("token", "create", "--role", "admin", "--name", "lin", "--replaces", first.split("_")[1]).strip()
    assert server.send("GET", "/api/tokens", headers={"Authorization": f"Bearer {token}"}).status == 200
    assert server.send("GET", "/api/tokens", headers={"Authorization": f"Bearer {first}"}).status == 401
    # Also in the file. If there is no token to revoke, the command says so and prints the new one anyway.
    done = server.command("token", "create", "--role", "viewer", "--name", "x", "--replaces", "0123456789ab")
    assert done.stdout.startswith("hb_") and "0123456789ab was not revoked: " in done.stderr


def test_links_are_created_shown_listed_and_revoked(server, run):
    done(server.api("PUT", f"{MALL}/draft/order", {"moves": [{"block": "middleAd", "to": "start"}]}))
    run("link", "create", "--page", "mall", "--until", "tomorrow", code=64)
    run("link", "create", "--page", "mall", "--revision", "1", "--release", "1", code=64)
    printed = run("link", "create", "--page", "mall", "--label", "Mei", "--as", "ios/9.1.0", "--qr").rstrip("\n").split("\n")
    url, drawing = printed[-1], printed[:-1]
    assert url.startswith(f"{server.url}/preview?page=mall#hb_link_")
    assert len({len(line) for line in drawing}) == 1 and set("".join(drawing)) <= set("█▀▄ ") and len(drawing[0]) >= 33
    shown = server.command("show", "--link", url, env={"HOMEBLOCKS_TOKEN": "none"}).stdout
    assert shown.index("Spring Tea Fair") < shown.index("Caravan Finds")
    published = server.command("show", "--page", "mall", "--server", server.url).stdout
    assert published.index("Spring Tea Fair") > published.index("Caravan Finds")
    listed = run("link", "list", "--page", "mall")
    assert "Mei" in listed and "draft" in listed and "hb_link_" not in listed
    [made] = json.loads(run("link", "list", "--page", "mall", "--json"))["links"]
    assert made["client"] == {"platform": "ios", "appVersion": "9.1.0"}
    assert "revoked" in run("link", "revoke", str(made["id"]), "--page", "mall")
    assert "was revoked" in server.command("show", "--link", url, code=1, env={"HOMEBLOCKS_TOKEN": "none"}).stderr
    assert "There is no link" in run("link", "revoke", str(made["id"]), "--page", "mall", "--dry-run", code=1)
    server.command("show", "--link", "https://example.com/other", code=64, env={"HOMEBLOCKS_TOKEN": "none"})
