"""A server with PostgreSQL, and its messages about the database."""

import re
import signal
import subprocess
import threading

import pytest

from harness import PROGRAM, ROOT, databases, environment, eventually
from harness.nodes import metric
from harness.postgresql import PostgreSQL, reason_against
from harness.server import Server

pytestmark = pytest.mark.skipif(reason_against() is not None, reason=str(reason_against()))

# The advisory lock that a change acquires before its audit entry gets its number.
AUDIT_LOCK = 0x4842_4C4B_01


@pytest.fixture
def postgresql():
    with PostgreSQL() as postgresql:
        yield postgresql


@pytest.fixture
def server(tmp_path, postgresql):
    server = Server(tmp_path, database=postgresql.url)
    yield server
    if server.runs:
        server.kill()


def first_to(server, place, **options):
    return server.sort({"moves": [{"block": "HOMEPAGE_BANNER", "to": place}]}, **options)


def test_commands_for_files_only_name_the_alternative_for_postgresql(server, tmp_path):
    for words, remedy in (
        (["backup", str(tmp_path / "copy")], "pg_dump"),
        (["restore", str(tmp_path / "copy")], "pg_restore"),
        (["prune", "--keep", "1", "--vacuum"], "VACUUM"),
    ):
        said = server.command(*words, code=1).stderr
        assert "is on PostgreSQL" in said and remedy in said
    assert not (tmp_path / "copy").exists()
    assert "is intact" in server.command("check").stdout


def test_the_database_connections_have_metrics(server):
    before = metric(server, "homeblocks_database_commit_seconds_count")
    for place in range(1, 4):
        assert first_to(server, place).status == 200
    # The store's metrics may be some seconds old.
    eventually(lambda: metric(server, "homeblocks_database_commit_seconds_count") >= before + 3, seconds=30)
    assert 1 <= metric(server, "homeblocks_database_connections_made_total") <= 8
    assert metric(server, "homeblocks_database_connections_limit") == 8
    assert metric(server, "homeblocks_database_commit_seconds_sum") > 0
    assert metric(server, "homeblocks_database_bytes") > 1_000_000
    # Without a database file, there are no metrics of one.
    assert metric(server, "homeblocks_wal_bytes") is None
    reported = set(re.findall(r"^# TYPE (homeblocks_database_\S+)", server.get("/metrics").body.decode(), re.MULTILINE))
    document = (ROOT / "docs/operations.md").read_text()
    assert len(reported) == 9 and [name for name in reported if f"`{name}" not in document] == []
    watched = set(re.findall(r"\b(homeblocks_database_[a-z_]+)", (ROOT / "deploy/alerts.yaml").read_text()))
    assert watched - reported == {"homeblocks_database_free_bytes"}


def test_reads_are_served_without_the_database_and_changes_work_again_with_it(server, postgresql):
    assert first_to(server, 1).status == 200
    tag = server.get("/homepage").headers["ETag"]
    postgresql.kill()
    assert server.get("/homepage").headers["ETag"] == tag
    refused = first_to(server, 2)
    assert refused.status == 503 and "reads still work" in refused.json["detail"]
    assert server.get("/readyz").status == 503
    assert server.get("/homepage").headers["ETag"] == tag
    postgresql.start()
    eventually(lambda: server.get("/readyz").status == 200)
    assert first_to(server, 3).status == 200
    assert server.get("/homepage").headers["ETag"] != tag


def test_a_restart_of_the_database_loses_no_change_and_repeats_none(server, postgresql):
    done, ending = [], threading.Event()

    def write(number):
        place = number
        while not ending.is_set():
            place = place % 12 + 1
            response = first_to(server, place, headers={"Idempotency-Key": f"{number}-{len(done)}-{place}"})
            assert response.status in (200, 503), response.body
            if response.status == 200 and response.data["moved"]:
                done.append(response.data["revision"])

    writers = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    [writer.start() for writer in writers]
    for signal_number in (signal.SIGINT, signal.SIGQUIT):
        made = len(done)
        eventually(lambda: len(done) > made + 5, seconds=30)
        postgresql.stop(signal_number)
        postgresql.start()
    made = len(done)
    eventually(lambda: len(done) > made + 5, seconds=30)
    ending.set()
    [writer.join() for writer in writers]

    listed = databases.execute(
        "SELECT number FROM revisions JOIN pages ON id = page_id WHERE slug = 'music' AND cause = 'order'", server.database
    )
    assert len(set(done)) == len(done)
    assert set(done) <= set(map(int, listed))
    assert "is intact" in server.command("check").stdout


def test_a_change_whose_commit_got_no_response_is_reported_as_an_unknown_outcome(server, postgresql):
    def locks(state):
        # pg_locks splits a 64-bit key into two numbers.
        statement = f"SELECT 1 FROM pg_locks WHERE classid = {AUDIT_LOCK >> 32} AND objid = {AUDIT_LOCK & 0xFFFFFFFF} AND {state}"
        return databases.execute(statement, postgresql.url) == ["1"]

    # The last message of a change waits for this lock, followed by COMMIT.
    holder = subprocess.Popen(["psql", "-q", postgresql.url, "-c", f"SELECT pg_advisory_lock({AUDIT_LOCK}), pg_sleep(60)"])
    try:
        eventually(lambda: locks("granted"))
        responses = []
        change = threading.Thread(target=lambda: responses.append(first_to(server, 2)))
        change.start()
        eventually(lambda: locks("NOT granted"))
        postgresql.kill()
        change.join()
    finally:
        holder.wait(30)
    [refused] = responses
    assert refused.status == 503 and refused.json["type"] == "urn:homeblocks:problem:outcome-unknown"
    assert "may have been made" in refused.json["detail"] and "Idempotency-Key" in refused.json["detail"]
    assert "Nothing was changed" not in refused.json["detail"]
    postgresql.start()
    eventually(lambda: server.get("/readyz").status == 200)
    assert server.order()[0] == "HOMEPAGE_BANNER"
    assert first_to(server, 2).status == 200


def test_a_database_server_without_fsync_causes_a_warning(server, tmp_path):
    assert "fsync off" in server.log and "Turn it on" in server.log
    (tmp_path / "durable").mkdir()
    with PostgreSQL(is_durable=True) as durable, Server(tmp_path / "durable", database=durable.url) as other:
        assert "fsync" not in other.log


def test_two_programs_with_one_database_see_each_others_changes(server, tmp_path):
    (tmp_path / "other").mkdir()
    with Server(tmp_path / "other", database=server.database, token=server.token) as other:
        for place in (3, 5):
            assert first_to(server, place).status == 200
            eventually(lambda: other.order() == server.order(), seconds=2)
            assert first_to(other, place + 1).status == 200
            eventually(lambda: other.order() == server.order(), seconds=2)


def test_only_serve_migrate_and_import_create_tables(tmp_path, postgresql):
    own = environment()
    for words in (
        ["sort", "--page", "mall"],
        ["export", "--page", "mall"],
        ["token", "list"],
        ["prune", "--keep", "1"],
        ["check", "--repair"],
    ):
        done = subprocess.run(
            [PROGRAM, *words, "--database", postgresql.url], cwd=ROOT, env=own, capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 1 and "has no pages. Create them with migrate" in done.stderr, done.stdout + done.stderr
    assert databases.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", postgresql.url) == ["0"]
