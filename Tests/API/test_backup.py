"""Backups of the database: created during writes, checked, and restored."""

import contextlib
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import threading
import time
from datetime import datetime, timedelta, timezone

import pytest

from harness import PROGRAM, ROOT, eventually
from publishing import MALL, ads, done

FIRST_SCHEMA = ROOT / "migrations/sqlite/0001_pages.sql"
APPLICATION = 0x48424C4B
# File permissions apply to the program even if the tests run as root.
BOUND = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []


def run(*words, code=0, env=None, before=()):
    """Runs a command of the program, without a database from the environment."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("HOMEBLOCKS_")}
    ended = subprocess.run(
        [*before, PROGRAM, *map(str, words)], cwd=ROOT, env=clean | (env or {}), capture_output=True, text=True, timeout=60
    )
    assert ended.returncode == code, ended.stdout + ended.stderr
    return ended.stdout if code == 0 else ended.stderr


def names(folder):
    return sorted(entry.name for entry in pathlib.Path(folder).iterdir())


def older(path):
    """A database of the first schema version, without pages."""
    database = sqlite3.connect(path)
    database.executescript(FIRST_SCHEMA.read_text())
    database.executescript(f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = 1")
    database.close()
    return path


def rights(path):
    return path.stat().st_mode & 0o777


def tampered(path, *statements):
    """Changes immutable rows without changing the schema."""
    database = sqlite3.connect(path, isolation_level=None)
    guards = database.execute("SELECT name, sql FROM sqlite_schema WHERE name LIKE '%_are_immutable'").fetchall()
    for name, _ in guards:
        database.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        assert database.execute(statement).rowcount == 1, statement
    for _, sql in guards:
        database.execute(sql)
    database.close()


def live_block(page, code, change):
    return f"""
        UPDATE block_versions SET resource = {change} WHERE id = (
            SELECT b.version_id FROM placements AS b JOIN revisions AS r ON r.tree_id = b.tree_id
            JOIN pages AS p ON p.id = r.page_id WHERE p.slug = '{page}' AND b.block_code = '{code}')"""


def test_a_backup_during_writes_contains_a_prefix_of_the_acknowledged_changes(server, tmp_path):
    acknowledged, lock, ended = {}, threading.Lock(), threading.Event()
    codes = server.order("mall")[2:10]

    def write(code):
        connection = server.connect()
        while not ended.is_set():
            response = server.sort({"moves": [{"block": code, "to": "start"}]}, page="mall", connection=connection)
            assert response.status == 200, response.body
            with lock:
                acknowledged[response.data["revision"]] = response.data["order"]
        connection.close()

    writers = [threading.Thread(target=write, args=(code,)) for code in codes]
    [writer.start() for writer in writers]
    try:
        for place in range(3):
            eventually(lambda: len(acknowledged) > 20 * (place + 1))
            with lock:
                before = max(acknowledged)
            file = tmp_path / f"copy-{place}.sqlite"
            assert f"{file} holds 5 pages" in run("backup", file, "--database", server.database)
            last = (
                sqlite3.connect(file)
                .execute("SELECT max(number) FROM revisions JOIN pages ON pages.id = page_id WHERE slug = 'mall'")
                .fetchone()[0]
            )
            assert last >= before
            assert "is intact" in run("check", "--database", file)
    finally:
        ended.set()
        [writer.join() for writer in writers]
    rows = (
        sqlite3.connect(file)
        .execute(
            """SELECT number, codes FROM revisions AS r JOIN orders AS o ON o.id = r.order_id
           JOIN pages AS p ON p.id = r.page_id WHERE slug = 'mall'"""
        )
        .fetchall()
    )
    copied = {number: json.loads(order) for number, order in rows}
    assert sorted(copied) == list(range(1, last + 1))
    assert all(copied[number] == order for number, order in acknowledged.items() if number <= last)
    assert (os.stat(file).st_mode & 0o777) == 0o600
    assert not [name for name in names(tmp_path) if "partial" in name]


def test_a_backup_overwrites_a_file_only_if_requested(server, tmp_path):
    file = tmp_path / "copy.sqlite"
    file.write_text("something else")
    assert "--replace" in run("backup", file, "--database", server.database, code=1)
    assert file.read_text() == "something else"
    run("backup", file, "--replace", "--database", server.database)
    run("check", "--database", file)
    for itself in (server.database, server.database + "-wal"):
        assert "the database itself" in run("backup", itself, "--replace", "--database", server.database, code=1)
    assert "folder" in run("backup", tmp_path / "none/copy", "--database", server.database, code=1)
    assert "There is no database" in run("backup", file, "--replace", "--database", tmp_path / "none", code=1)
    assert server.sort({"moves": [{"block": server.order()[2], "to": "start"}]}).status == 200


def test_the_restore_drill(server, tmp_path):
    copy = tmp_path / "copy.sqlite"
    saved = server.order("mall")
    run("backup", copy, "--database", server.database)
    server.sort({"moves": [{"block": saved[4], "to": "start"}]}, page="mall")
    changed = server.order("mall")
    assert "open in another program" in run("restore", copy, "--replace", "--database", server.database, code=1)
    assert server.sort({"moves": [{"block": changed[4], "to": "start"}]}, page="mall").status == 200
    changed = server.order("mall")
    assert server.stop() == 0
    refused = run("restore", copy, "--database", server.database, code=1)
    assert server.database in refused and "--replace" in refused
    printed = run("restore", copy, "--replace", "--database", server.database)
    kept = server.database + ".before-restore"
    assert kept in printed
    run("check", "--database", server.database)
    server.start()
    assert server.order("mall") == saved
    assert server.sort({"moves": []}, page="mall").status == 200
    server.stop()
    # If the wrong backup was restored, the previous database still exists.
    run("restore", kept, "--replace", "--database", server.database)
    server.start()
    assert server.order("mall") == changed


def test_changes_acknowledged_by_a_killed_server_are_in_the_backup_and_in_the_kept_database(server, tmp_path):
    copy = tmp_path / "copy.sqlite"
    run("backup", copy, "--database", server.database)
    order = server.order("mall")
    server.sort({"moves": [{"block": order[4], "to": "start"}]}, page="mall")
    changed = server.order("mall")
    server.kill()
    late = tmp_path / "late.sqlite"
    run("backup", late, "--database", server.database)
    run("restore", copy, "--replace", "--database", server.database)
    for file in (late, server.database + ".before-restore"):
        assert run("sort", "--page", "mall", "--database", file).split() == changed
    assert run("sort", "--page", "mall", "--database", server.database).split() == order


@pytest.fixture
def small_disk(tmp_path):
    """A folder on a disk with too little space for a copy of a database."""
    folder = tmp_path / "small"
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    try:
        mounted = subprocess.run(words, capture_output=True).returncode == 0
    except FileNotFoundError:
        mounted = False
    if not mounted:
        pytest.skip("this user may not mount a small disk")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_is_reported_and_no_file_is_left_on_it(server, small_disk, tmp_path):
    assert "does not fit" in run("backup", small_disk / "copy.sqlite", "--database", server.database, code=1)
    assert names(small_disk) == []
    copy = tmp_path / "copy.sqlite"
    run("backup", copy, "--database", server.database)
    assert "does not fit" in run("restore", copy, "--database", small_disk / "pages.sqlite", code=1)
    assert names(small_disk) == []


def test_check_lists_every_problem_and_does_not_change_the_file(server, tmp_path):
    first = server.order("demo")[0]
    server.stop()
    tampered(
        server.database,
        live_block("mall", "wallet", "json_set(resource, '$.showType', 'NO_SUCH_LAYOUT')"),
        live_block("mall", "otc", "json_set(resource, '$.showType', 'NOR_THIS_ONE')"),
        live_block("demo", first, "json_set(resource, '$.from', 'some day')"),
        """UPDATE orders SET codes = json_remove(codes, '$[0]') WHERE page_id = (
            SELECT id FROM pages WHERE slug = 'moments')""",
    )
    before = pathlib.Path(server.database).read_bytes()
    faults = run("check", "--database", server.database, code=1)
    for words in (
        "NO_SUCH_LAYOUT",
        "NOR_THIS_ONE",
        "demo, live: ",
        "moments, revision 1: its order does not contain each block exactly once",
    ):
        assert words in faults, faults
    assert pathlib.Path(server.database).read_bytes() == before
    assert [name for name in names(tmp_path) if name.startswith("pages.sqlite")] == ["pages.sqlite"]


def test_check_finds_content_that_was_tampered_with(server):
    server.stop()
    tampered(server.database, live_block("mall", "otc", "json_set(resource, '$.content.title', 'another one')"))
    assert "mall, block otc: its version" in run("check", "--database", server.database, code=1)


def test_check_validates_drafts_and_planned_releases(server):
    done(server.api("POST", f"{MALL}/draft/blocks", ads("teaFair", "Tea")), 201)
    done(server.api("POST", f"{MALL}/draft/publish", {"at": "2100-01-01T00:00:00Z"}), 201)
    done(server.api("PATCH", f"{MALL}/draft/blocks/wallet", {"enabled": False}))
    assert "a draft, 1 planned, valid" in run("check", "--database", server.database)
    server.stop()
    tampered(
        server.database,
        """
        UPDATE block_versions SET resource = json_set(resource, '$.showType', 'GONE') WHERE block_code = 'teaFair'""",
    )
    faults = run("check", "--database", server.database, code=1)
    assert "mall, release" in faults and "mall, live" not in faults


def test_an_older_database_is_copied_unchanged_and_check_reports_its_version(tmp_path):
    old, copy = older(tmp_path / "old.sqlite"), tmp_path / "copy.sqlite"
    before = old.read_bytes()
    said = run("check", "--database", old)
    assert "schema version is 1" in said and "is intact" in said
    run("backup", copy, "--database", old)
    assert old.read_bytes() == before
    assert sqlite3.connect(copy).execute("PRAGMA user_version").fetchone() == (1,)
    assert sorted(names(tmp_path)) == ["copy.sqlite", "old.sqlite"]


def test_check_finds_an_unexpected_trigger(server):
    server.stop()
    with sqlite3.connect(server.database) as database:
        database.execute("CREATE TRIGGER forgetful AFTER INSERT ON revisions BEGIN DELETE FROM idempotency; END")
    said = server.command("check", code=1).stderr
    assert "trigger forgetful" in said and "is not part of the schema" in said


def test_a_database_behind_a_symbolic_link_is_read_and_replaced_with_its_log(server, tmp_path):
    (tmp_path / "links").mkdir()
    link, saved, late = tmp_path / "links/pages.sqlite", tmp_path / "saved.sqlite", tmp_path / "late.sqlite"
    link.symlink_to("../pages.sqlite")
    run("backup", saved, "--database", server.database)
    order = server.order("mall")
    server.sort({"moves": [{"block": order[4], "to": "start"}]}, page="mall")
    changed = server.order("mall")
    run("backup", late, "--database", link)
    assert run("sort", "--page", "mall", "--database", late).split() == changed
    assert "the database itself" in run("backup", link, "--replace", "--database", server.database, code=1)
    assert "open in another program" in run("restore", saved, "--replace", "--database", link, code=1)
    server.kill()
    printed = run("restore", saved, "--replace", "--database", link)
    assert link.is_symlink() and names(tmp_path / "links") == ["pages.sqlite"]
    kept = server.database + ".before-restore"
    assert kept in printed
    assert run("sort", "--page", "mall", "--database", kept).split() == changed
    assert run("sort", "--page", "mall", "--database", link).split() == order


def test_a_copy_follows_a_dangling_symbolic_link(tmp_path):
    source, link = older(tmp_path / "old.sqlite"), tmp_path / "link.sqlite"
    link.symlink_to("new.sqlite")
    run("restore", source, "--database", link)
    assert link.is_symlink() and names(tmp_path) == ["link.sqlite", "new.sqlite", "old.sqlite"]


def test_a_copy_does_not_replace_a_database_that_is_open_or_has_a_log(server, tmp_path):
    source = older(tmp_path / "old.sqlite")
    refused = run("backup", server.database, "--replace", "--database", source, code=1)
    assert server.database in refused and "open in another program" in refused
    order = server.order("mall")
    assert server.sort({"moves": [{"block": order[4], "to": "start"}]}, page="mall").status == 200
    changed = server.order("mall")
    server.kill()
    refused = run("backup", server.database, "--replace", "--database", source, code=1)
    assert server.database + "-wal" in refused
    assert run("sort", "--page", "mall", "--database", server.database).split() == changed


@pytest.mark.parametrize("suffix", ["-wal", "-journal"])
def test_a_copy_is_not_written_next_to_a_stale_log(tmp_path, suffix):
    source, file = older(tmp_path / "old.sqlite"), tmp_path / "copy.sqlite"
    log = tmp_path / ("copy.sqlite" + suffix)
    log.write_bytes(b"a log")
    refused = run("backup", file, "--database", source, code=1)
    assert str(file) in refused and str(log) in refused
    assert log.read_bytes() == b"a log" and not file.exists()


@pytest.mark.parametrize("suffix", ["-wal", "-shm", "-journal"])
def test_a_copy_cannot_have_the_name_of_the_databases_auxiliary_files(tmp_path, suffix):
    source = older(tmp_path / "old.sqlite")
    link = tmp_path / "link.sqlite"
    link.symlink_to(source)
    for database in (source, link):
        assert "the database itself" in run("backup", f"{source}{suffix}", "--database", database, code=1)
    assert names(tmp_path) == ["link.sqlite", "old.sqlite"]


def test_a_damaged_database_is_not_replaced_while_a_server_has_it_open(server, tmp_path):
    copy = tmp_path / "copy.sqlite"
    run("backup", copy, "--database", server.database)
    # With an empty log, the first page is read from the file.
    other = sqlite3.connect(server.database)
    assert other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone() == (0, 0, 0)
    other.close()
    with open(server.database, "r+b") as database:
        database.write(b"\xff" * 100)
    damaged = pathlib.Path(server.database).read_bytes()
    assert "open in another program" in run("restore", copy, "--replace", "--database", server.database, code=1)
    assert "open in another program" in run("backup", server.database, "--replace", "--database", copy, code=1)
    assert pathlib.Path(server.database).read_bytes() == damaged
    server.kill()
    run("restore", copy, "--replace", "--database", server.database)
    run("check", "--database", server.database)


def test_a_later_backup_of_the_same_name_removes_the_files_of_a_killed_one(tmp_path):
    source, folder = older(tmp_path / "old.sqlite"), tmp_path / "copies"
    folder.mkdir()
    half = "copy.sqlite.0A1B2C3D.partial"
    stays = ["other.sqlite.0A1B2C3D.partial", "copy.sqlite.word-now.partial", "copy.sqlite.0A1B2C3D.partial.keep"]
    for name in [half, half + "-journal", *stays]:
        (folder / name).write_text("half a copy")
        os.utime(folder / name, (time.time() - 90_000,) * 2)
    young = "copy.sqlite.4E5F6A7B.partial"
    (folder / young).write_text("half a copy")
    run("backup", folder / "another.sqlite", "--database", source)
    assert half in names(folder)
    run("backup", folder / "copy.sqlite", "--database", source)
    assert names(folder) == sorted(["another.sqlite", "copy.sqlite", young, *stays])


@pytest.mark.skipif(bool(BOUND) and not shutil.which("setpriv"), reason="file permissions do not apply to this user")
def test_a_copy_fails_if_its_folder_cannot_be_synced(tmp_path):
    source, folder = older(tmp_path / "old.sqlite"), tmp_path / "copies"
    folder.mkdir()
    folder.chmod(0o300)
    try:
        refused = run("backup", folder / "copy.sqlite", "--database", source, code=1, before=BOUND)
    finally:
        folder.chmod(0o700)
    assert "cannot be read" in refused
    assert names(folder) == []


def test_a_restored_database_has_the_permissions_of_the_one_that_it_replaces(tmp_path):
    source, database = older(tmp_path / "old.sqlite"), older(tmp_path / "pages.sqlite")
    database.chmod(0o640)
    owner = (65534, 65534) if os.geteuid() == 0 else (os.geteuid(), os.getegid())
    os.chown(database, *owner)
    run("restore", source, "--replace", "--database", database)
    assert rights(database) == 0o640
    assert (database.stat().st_uid, database.stat().st_gid) == owner
    assert rights(tmp_path / "pages.sqlite.before-restore") == 0o640
    run("restore", source, "--database", tmp_path / "new.sqlite")
    assert rights(tmp_path / "new.sqlite") == 0o600


def test_a_server_whose_file_was_replaced_is_not_ready(server, tmp_path):
    assert server.get("/readyz").status == 200
    os.rename(server.database, tmp_path / "elsewhere.sqlite")
    eventually(lambda: server.get("/readyz").status == 503)
    assert "The database file was replaced or removed" in server.get("/readyz").json["detail"]
    os.rename(tmp_path / "elsewhere.sqlite", server.database)
    eventually(lambda: server.get("/readyz").status == 200)


def test_check_with_repair_corrects_the_dates_of_changes_made_with_a_fast_clock(server):
    """The command prints its repairs, finds no problem afterwards, and is recorded in the audit log."""
    assert server.sort({"moves": [{"block": "wallet", "to": "start"}]}, "mall").status == 200
    # As if the machine's clock was two days fast when that change was made.
    name = "releases_are_only_cancelled_or_dated_back"
    with contextlib.closing(sqlite3.connect(server.database)) as database:
        trigger = database.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (name,)).fetchone()[0]
        database.execute(f"DROP TRIGGER {name}")
        database.execute("UPDATE releases SET at = at + ? WHERE id = (SELECT max(id) FROM releases)", (2 * 86_400_000,))
        database.execute(trigger)
        database.commit()
    assert "ahead of this machine's clock" in server.command("check", code=1).stderr
    soon = (datetime.now(timezone.utc) + timedelta(hours=1)).isoformat()
    server.api("PATCH", "/api/pages/mall/draft/blocks/otc", {"enabled": False})
    refused = server.api("POST", "/api/pages/mall/draft/publish", {"at": soon})
    assert refused.status == 422
    assert "clock was ahead" in refused.json["detail"]
    assert "check --repair" in refused.json["detail"]

    said = server.command("check", "--repair").stdout
    assert "mall: Changes backdated to " in said
    assert "is intact" in said
    assert "repaired" not in server.command("check").stdout
    assert server.order("mall")[0] == "wallet"
    assert server.api("POST", "/api/pages/mall/draft/publish", {"at": soon}).status == 201
    line = server.api("GET", "/api/audit?action=page.repair").data["entries"][0]
    assert line["actor"] == "command line"


def through_input(target, content, *words):
    """Runs `restore -` with a content on its standard input; returns its exit code and its output."""
    done = subprocess.run(
        [PROGRAM, "restore", "-", "--database", target, *words], cwd=ROOT, input=content, capture_output=True, timeout=60
    )
    left = [name for name in names(pathlib.Path(target).parent) if "partial" in name]
    assert not left
    return done.returncode, (done.stdout + done.stderr).decode()


def test_a_backup_is_restored_from_standard_input(server, tmp_path):
    copy, target = tmp_path / "copy.sqlite", tmp_path / "other/pages.sqlite"
    target.parent.mkdir()
    saved = server.order("mall")
    run("backup", copy, "--database", server.database)
    content = copy.read_bytes()
    code, said = through_input(target, content)
    assert code == 0 and f"{target} holds 5 pages" in said
    assert rights(target) == 0o600
    assert "is intact" in run("check", "--database", target)
    code, said = through_input(target, content)
    assert code == 1 and "--replace" in said
    code, said = through_input(target, content, "--replace")
    assert code == 0 and f"{target}.before-restore" in said
    # A running server is not interrupted.
    code, said = through_input(server.database, content, "--replace")
    assert code == 1 and "open in another program" in said
    assert server.order("mall") == saved


def test_a_truncated_stream_leaves_the_database_unchanged(server, tmp_path):
    copy, target = tmp_path / "copy.sqlite", tmp_path / "other/pages.sqlite"
    target.parent.mkdir()
    run("backup", copy, "--database", server.database)
    content = copy.read_bytes()
    shutil.copy(copy, target)
    for length in (0, 50, 4096, 4097, len(content) // 2, len(content) // 2 // 4096 * 4096, len(content) - 4096, len(content) - 1):
        code, said = through_input(target, content[:length], "--replace")
        assert code == 1, (length, said)
        assert "from standard input is not a complete backup" in said and "was not changed" in said, (length, said)
        assert target.read_bytes() == content and names(target.parent) == [target.name]
    code, said = through_input(tmp_path / "other/new.sqlite", content[:-1])
    assert code == 1 and names(target.parent) == [target.name]


def test_a_backup_is_not_read_from_a_terminal(tmp_path):
    outer, inner = os.openpty()
    try:
        done = subprocess.run(
            [PROGRAM, "restore", "-", "--database", tmp_path / "new.sqlite"],
            cwd=ROOT,
            stdin=inner,
            capture_output=True,
            text=True,
            timeout=30,
        )
    finally:
        os.close(outer)
        os.close(inner)
    assert done.returncode == 1 and "restore - < FILE" in done.stderr
    assert not names(tmp_path)


def test_a_copy_that_this_user_cannot_read_can_be_sent_through_standard_input(server, tmp_path):
    copy, target = tmp_path / "copy.sqlite", tmp_path / "new.sqlite"
    run("backup", copy, "--database", server.database)
    copy.chmod(0)
    said = run("restore", copy, "--database", target, code=1, before=BOUND)
    assert f"{copy} cannot be read by user {os.geteuid()}" in said
    assert f"chown {os.geteuid()}" in said and "restore - < FILE" in said
    assert not target.exists()


def test_the_message_about_a_folder_without_write_permission_names_the_user(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir(mode=0o555)
    user, group = os.geteuid(), os.getegid()
    for command in ("serve", "migrate"):
        said = run(command, "--database", folder / "pages.sqlite", code=1, before=BOUND)
        assert f"not writable by user {user}" in said and f"chown {user}:{group} {folder}" in said
    assert not names(folder)


def test_a_terminal_shows_progress_after_a_second_and_then_only_the_result(server, tmp_path):
    copy, target = tmp_path / "copy.sqlite", tmp_path / "new.sqlite"
    run("backup", copy, "--database", server.database)
    content = copy.read_bytes()
    outer, inner = os.openpty()
    try:
        command = subprocess.Popen(
            [PROGRAM, "restore", "-", "--database", target], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=inner
        )
        command.stdin.write(content[:-1])
        command.stdin.flush()
        shown = b""
        # The command waits for the last byte.
        while b"checking and copying the backup \xe2\x80\xa6 1 s" not in shown:
            shown += os.read(outer, 1000)
        said, _ = command.communicate(content[-1:], timeout=30)
        assert command.returncode == 0 and b"holds" in said and b"\r" not in said
        assert os.read(outer, 1000).endswith(b"\r\x1b[K")
    finally:
        os.close(outer)
        os.close(inner)
