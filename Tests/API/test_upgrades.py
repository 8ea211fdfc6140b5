"""Upgrades of databases with earlier schema versions (Tests/SQLiteStoreTests/Fixtures)."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess

import pytest

from harness import PROGRAM, ROOT, environment, eventually
from harness.marks import long
from harness.server import Server
from publishing import done

FIXTURES = ROOT / "Tests/SQLiteStoreTests/Fixtures"
VERSIONS = sorted(file.stem for file in FIXTURES.glob("*.sql"))


# One worker runs all tests of a version, which share a server.
each_version = pytest.mark.parametrize(
    "then",
    [pytest.param(version, marks=pytest.mark.xdist_group(version)) for version in VERSIONS],
    indirect=True,
    scope="module",
)


def load(version, path):
    """Creates a database file from a fixture, as after a clean stop."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.executescript((FIXTURES / f"{version}.sql").read_text())
        assert database.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",)


def version_of(path):
    with contextlib.closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return database.execute("PRAGMA user_version").fetchone()[0]


def migrating(path):
    return subprocess.Popen(
        [PROGRAM, "migrate", "--database", str(path)],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def contains(new, old):
    """Whether the new response contains everything of the old one; later versions may return more."""
    if isinstance(old, dict) and isinstance(new, dict):
        return all(name in new and contains(new[name], value) for name, value in old.items())
    if isinstance(old, list) and isinstance(new, list):
        return len(new) == len(old) and all(map(contains, new, old))
    return new == old


@pytest.fixture(scope="module")
def then(request):
    """The responses of the old program, and the tokens that it created."""
    return json.loads((FIXTURES / f"{request.param}.json").read_text()) | {"version": request.param}


@pytest.fixture(scope="module")
def upgraded(then, tmp_path_factory):
    """The current program with the old database, shared by the tests of its version. The last one changes the page."""
    folder = tmp_path_factory.mktemp(then["version"])
    load(then["version"], folder / "pages.sqlite")
    server = Server(folder, token=then["tokens"]["admin"])
    yield server
    if server.runs:
        server.kill()


@each_version
def test_clients_get_the_same_content_as_before_the_upgrade(upgraded, then):
    for path, body in then["responses"].items():
        # Later versions add members, and use the names for the entries of the round menu that more apps know.
        known = json.loads(body.replace('"resourceType":"dragon_ball"', '"resourceType":"ORPHEUS"'))
        assert contains(done(upgraded.get(path)).json, known), path


@each_version
def test_operators_get_the_same_content_as_before_the_upgrade(upgraded, then):
    for path, response in then["history"].items():
        assert contains(done(upgraded.api("GET", path)).json, response), path
    actions = {entry["action"] for entry in done(upgraded.api("GET", "/api/audit?limit=100")).data["entries"]}
    assert {"page.import", "token.create", "token.revoke"} <= actions


@each_version
def test_tokens_keep_their_roles_and_revoked_ones_stay_revoked(upgraded, then):
    export, order = "/api/pages/mall/export", {"moves": [{"block": "otc", "to": "start"}]}
    tokens = then["tokens"]
    done(upgraded.api("GET", export, token=tokens["viewer"]))
    for role, status in (("viewer", 403), ("publisher", 200)):
        done(upgraded.api("PUT", "/api/pages/mall/live/order?dryRun=true", order, token=tokens[role]), status)
    assert upgraded.api("GET", export, token=tokens["revoked"]).status == 401


@each_version
def test_an_upgraded_page_can_be_changed_and_rolled_back(upgraded, then):
    before = upgraded.get("/homepage?page=mall").body
    releases = done(upgraded.api("GET", "/api/pages/mall/releases")).data["releases"]
    number = next(release["revision"] for release in releases if release["state"] == "live")
    done(upgraded.sort({"moves": [{"block": "otc", "to": "start"}]}, "mall"))
    done(upgraded.api("PATCH", "/api/pages/mall/live/blocks/wallet", {"enabled": False}))
    done(upgraded.api("PATCH", "/api/pages/mall/draft/blocks/marquee", {"enabled": False}))
    done(upgraded.api("POST", "/api/pages/mall/draft/publish", {}), 201)
    assert upgraded.get("/homepage?page=mall").body != before
    done(upgraded.api("POST", f"/api/pages/mall/revisions/{number}/restore", {}), 201)
    assert upgraded.get("/homepage?page=mall").body == before
    upgraded.stop()
    assert "is intact" in upgraded.command("check").stdout


@pytest.mark.parametrize("version", ["new", "schema-1", *long(*VERSIONS[1:])])
def test_programs_that_start_concurrently_migrate_once(tmp_path, version):
    path = tmp_path / "pages.sqlite"
    if version != "new":
        load(version, path)
    programs = [migrating(path) for _ in range(4)]
    for program in programs:
        printed = program.communicate(timeout=60)[0]
        assert program.returncode == 0, printed
    assert version_of(path) == len(list((ROOT / "migrations/sqlite").glob("*.sql")))


def test_a_kill_during_a_migration_leaves_the_old_database(tmp_path):
    path = tmp_path / "pages.sqlite"
    load("schema-1", path)
    with contextlib.closing(sqlite3.connect(path)) as database:
        # 40 MB of versions without a revision, so that the migration takes some time.
        database.execute("""
            INSERT INTO block_versions (page_id, block_code, show_type, resource, hash, created_at, created_by)
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
            SELECT page_id, block_code, show_type, json_set(resource, '$.content.filler', hex(randomblob(1000))),
                randomblob(32), created_at, created_by
            FROM (SELECT * FROM block_versions LIMIT 1), n
            """)
        database.commit()
        count = database.execute("SELECT count(*) FROM block_versions").fetchone()
    program, log = migrating(path), f"{path}-wal"
    eventually(lambda: program.poll() is not None or os.path.exists(log) and os.path.getsize(log) > 4 << 20)
    program.send_signal(signal.SIGKILL)
    assert program.wait(10) == -signal.SIGKILL, program.stdout.read()
    assert version_of(path) == 1
    again = migrating(path)
    assert again.wait(60) == 0, again.stdout.read()
    assert version_of(path) > 1
    with contextlib.closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT count(*) FROM block_versions").fetchone() == count
