"""The command `copy`, which moves databases between a file and PostgreSQL."""

import os
import secrets
import shutil
import signal
import sqlite3
import subprocess
import threading

import pytest

from harness import PROGRAM, ROOT, environment, eventually
from harness.pictures import png
from publishing import MALL, POCKET, ads, done, soon, text

SERVER = os.environ.get("TEST_POSTGRESQL")
needs_server = pytest.mark.skipif(
    not SERVER or not shutil.which("psql"), reason="no PostgreSQL: run this with script/with-postgresql"
)
FIRST_SCHEMA = ROOT / "migrations/sqlite/0001_pages.sql"


def run(*words, code=0):
    ended = subprocess.run([PROGRAM, *map(str, words)], cwd=ROOT, env=environment(), capture_output=True, text=True, timeout=120)
    assert ended.returncode == code, ended.stdout + ended.stderr
    return ended


def copy(source, target, code=0):
    return run("copy", "--from", source, "--to", target, code=code)


def ask(address, sql):
    ended = subprocess.run(
        ["psql", "--no-psqlrc", "--tuples-only", "--no-align", address, "--command", sql],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.strip()


@pytest.fixture
def schema():
    """The URL of a database whose schema only this test uses."""
    name = f"copy_{secrets.token_hex(8)}"
    ask(SERVER, f"CREATE SCHEMA {name}")
    yield f"{SERVER}&options=-csearch_path%3D{name}%2Cpublic"
    ask(SERVER, f"SET client_min_messages = warning; DROP SCHEMA {name} CASCADE")


def relations(address):
    """The number of tables, indexes and sequences."""
    return int(ask(address, "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace"))


def exports(database):
    """The export of every page, as bytes."""
    lines = run("check", "--database", database).stdout.splitlines()
    pages = [line.split(":")[0] for line in lines if line.endswith(", valid")]
    return {page: run("export", "--page", page, "--database", database).stdout for page in pages}


@pytest.fixture
def source(server):
    """A database with history, a draft, a planned release, an operator and a token."""
    for code in server.order("mall")[2:6]:
        done(server.sort({"moves": [{"block": code, "to": "start"}]}, page="mall"))
    done(server.api("PATCH", f"{MALL}/live/blocks/wallet", POCKET))
    done(server.api("PATCH", f"{MALL}/draft/blocks/otc", {"enabled": False}))
    done(server.api("POST", f"{MALL}/draft/publish", {"at": text(soon(3600))}), 201)
    done(server.api("PATCH", f"{MALL}/draft/blocks/otc", {"enabled": False}))
    server.new_token("editor")
    server.stop()
    return server.database


@needs_server
def test_a_database_is_moved_to_postgresql_and_back(source, schema, tmp_path):
    there = copy(source, schema)
    assert "holds 5 pages: " in there.stdout and "All are the same." in there.stdout
    assert "revisions: " in there.stderr
    back = tmp_path / "back.sqlite"
    copy(schema, back)
    before = exports(source)
    assert len(before) == 5 and before == exports(schema) == exports(back)
    assert back.stat().st_mode & 0o777 == 0o600
    names = sorted(entry.name for entry in tmp_path.iterdir() if entry.name.startswith("back"))
    assert names == ["back.sqlite"]


@needs_server
def test_a_moved_database_is_changed_as_before(source, schema):
    copy(source, schema)
    before = exports(schema)["mall"]
    run("sort", "--page", "mall", "--move", "wallet to start", "--database", schema)
    assert exports(schema)["mall"] != before
    run("check", "--database", schema)


@needs_server
def test_dropping_a_schema_does_not_affect_another_one(source):
    name = f"schemas_{secrets.token_hex(8)}"
    ask(SERVER, f"CREATE DATABASE {name}")
    database = SERVER.replace("/postgres?", f"/{name}?")
    rules = "SELECT conname FROM pg_constraint WHERE contype = 'x' AND connamespace = 'second'::regnamespace"
    try:
        for schema in ["first", "second"]:
            ask(database, f"CREATE SCHEMA {schema}")
            copy(source, f"{database}&options=-csearch_path%3D{schema}")
        before = ask(database, rules)
        ask(database, "SET client_min_messages = warning; DROP SCHEMA first CASCADE")
        assert before and ask(database, rules) == before
        run("check", "--database", f"{database}&options=-csearch_path%3Dsecond")
    finally:
        ask(SERVER, f"DROP DATABASE {name} WITH (FORCE)")


@needs_server
def test_a_database_that_is_not_empty_is_rejected_as_a_target(source, schema, tmp_path):
    copy(source, schema)
    rows = ask(schema, "SELECT count(*) FROM audit")
    assert "is not empty" in copy(source, schema, code=1).stderr
    assert ask(schema, "SELECT count(*) FROM audit") == rows
    file = tmp_path / "there.sqlite"
    file.write_bytes(b"")
    assert "already exists" in copy(schema, file, code=1).stderr
    assert file.read_bytes() == b""


@needs_server
def test_a_copy_that_is_killed_leaves_nothing(source, schema):
    copying = subprocess.Popen(
        [PROGRAM, "copy", "--from", source, "--to", schema],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    for line in copying.stderr:
        if "block_versions" in line:
            copying.send_signal(signal.SIGKILL)
            break
    copying.stderr.close()
    assert copying.wait(timeout=30) == -signal.SIGKILL
    eventually(lambda: relations(schema) == 0)
    copy(source, schema)


@needs_server
def test_a_server_keeps_working_while_its_database_is_copied(server, schema, tmp_path):
    stop, made = threading.Event(), []

    def change():
        codes = server.order("mall")[3:5]
        while not stop.is_set():
            move = {"block": codes[len(made) % 2], "to": "start"}
            made.append(server.sort({"moves": [move]}, page="mall").status)

    changing = threading.Thread(target=change)
    changing.start()
    try:
        eventually(lambda: len(made) > 3)
        copy(server.database, schema)
        copy(server.database, tmp_path / "file.sqlite")
    finally:
        stop.set()
        changing.join()
    assert set(made) == {200}
    for database in (schema, tmp_path / "file.sqlite"):
        run("check", "--database", database)


def test_a_file_is_copied_to_another_one(source, tmp_path):
    copy(source, tmp_path / "copy.sqlite")
    assert exports(source) == exports(tmp_path / "copy.sqlite")


def test_a_copy_reports_problems_of_its_databases(source, tmp_path):
    target = tmp_path / "copy.sqlite"
    assert "does not exist" in copy(tmp_path / "none.sqlite", target, code=1).stderr
    assert "is in a folder that does not exist" in copy(source, tmp_path / "none/copy.sqlite", code=1).stderr
    assert "already exists" in copy(source, source, code=1).stderr
    older = tmp_path / "older.sqlite"
    database = sqlite3.connect(older)
    database.executescript(FIRST_SCHEMA.read_text())
    database.executescript(f"PRAGMA application_id = {0x48424C4B}; PRAGMA user_version = 1")
    database.close()
    assert "Bring it up to date with migrate." in copy(older, target, code=1).stderr
    unreachable = "postgresql://nobody@127.0.0.1:1/none"
    assert "Start the server" in copy(source, unreachable, code=1).stderr
    run("copy", "--from", source, code=64)
    assert not target.exists()


def test_a_damaged_database_is_not_copied(source, tmp_path):
    database = sqlite3.connect(source)
    database.executescript("DROP TRIGGER block_versions_are_immutable; UPDATE block_versions SET resource = '{}' WHERE id = 3")
    database.close()
    refused = copy(source, tmp_path / "copy.sqlite", code=1).stderr
    assert "block version 3" in refused and f"homeblocks check --database {source}" in refused
    assert [entry.name for entry in tmp_path.iterdir() if entry.name.startswith("copy")] == []


@needs_server
def test_a_copy_has_the_pictures_and_their_references(server, schema, tmp_path):
    headers = {"Authorization": f"Bearer {server.token}", "Content-Type": "image/png"}
    contents = [png(), png(400, 300, 7), png(color=9)]
    pictures = [done(server.send("POST", "/api/pictures", content, headers), 201).data for content in contents]
    block = ads("shown", "one")
    block["content"]["extInfo"]["list"][0]["imageUrl"] = pictures[1]["url"]
    done(server.api("POST", f"{MALL}/draft/blocks", block), 201)
    server.stop()
    copy(server.database, schema)
    copy(schema, tmp_path / "back.sqlite")
    tables = ["pictures", "picture_contents", "block_version_pictures", "tree_pictures"]
    with sqlite3.connect(server.database) as old, sqlite3.connect(tmp_path / "back.sqlite") as new:
        for table in tables:
            rows = [sorted(database.execute(f"SELECT * FROM {table}")) for database in (old, new)]
            assert rows[0] == rows[1] and (rows[0] or table == "tree_pictures"), table
        stored = [row[0] for row in new.execute("SELECT content FROM picture_contents ORDER BY picture_id")]
    assert stored == contents
