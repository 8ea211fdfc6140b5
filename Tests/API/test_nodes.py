"""Several nodes with one PostgreSQL database: their shared state, and their behaviour without the database."""

import datetime
import glob
import re
import shutil
import time

import pytest

from harness import ROOT, databases, eventually
from harness.nodes import all_ready, is_ready, listed, metric, nodes
from harness.postgresql import PostgreSQL, reason_against
from harness.replication import Pair
from harness.server import Server
from publishing import done, refused, soon
from sessions import PASSWORD, Browser, set_up_secret
from test_events import Stream

pytestmark = pytest.mark.skipif(reason_against() is not None, reason=str(reason_against()))

BANNER = "HOMEPAGE_BANNER"
FAKETIME = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")


@pytest.fixture
def postgresql():
    with PostgreSQL() as postgresql:
        yield postgresql


@pytest.fixture
def trio(tmp_path, postgresql):
    with nodes(tmp_path, postgresql.url) as servers:
        all_ready(servers)
        yield servers


def first_to(server, place, page="music", **options):
    return done(server.sort({"moves": [{"block": BANNER, "to": place}]}, page=page, **options))


def position(server):
    return server.order().index(BANNER)


# Shared state


def test_a_change_is_visible_at_the_other_nodes_within_a_second(trio):
    for place in range(1, 7):
        first_to(trio[place % 3], place)
        assert position(trio[place % 3]) == place
        for other in trio:
            assert eventually(lambda other=other, place=place: position(other) == place, seconds=5) < 1


def test_a_change_of_a_named_audience_is_visible_on_all_its_pages_at_every_node(trio):
    def shown(server, page, platform):
        blocks = server.get(f"/homepage?page={page}&platform={platform}").data["blocks"]
        return [code for code in (BANNER, "wallet") if code in {block["blockCode"] for block in blocks}]

    audience = {"name": "vips", "audience": {"platforms": ["ios"]}}
    done(trio[0].api("POST", "/api/audiences", audience), 201)
    for page, code in (("music", BANNER), ("mall", "wallet")):
        done(trio[1].api("PATCH", f"/api/pages/{page}/live/blocks/{code}", {"audience": {"name": "vips"}}))
        for server in trio:
            eventually(lambda server=server, page=page: not shown(server, page, "web"), seconds=5)
    done(trio[2].api("PUT", "/api/audiences/vips", {"audience": {"platforms": ["web"]}}))
    for page in ("music", "mall"):
        assert shown(trio[2], page, "web") and not shown(trio[2], page, "ios")
        for server in trio:
            assert eventually(lambda server=server, page=page: bool(shown(server, page, "web")), seconds=5) < 1
            assert not shown(server, page, "ios")


def test_a_change_of_a_page_also_changes_its_takeover_at_every_node(trio):
    ends = soon(3600)
    done(trio[0].api("POST", "/api/pages", {"page": "party", "title": "Party", "copyOf": "music"}), 201)
    plan = {"shows": "party", "until": ends.isoformat()}
    takeover = done(trio[0].api("POST", "/api/pages/music/takeovers", plan), 201).data["id"]
    for server in trio:
        eventually(lambda server=server: server.get("/homepage?page=party").status == 200)
        server.get("/homepage")
    first_to(trio[1], 4, page="party")
    for server in trio:
        eventually(lambda server=server: server.get("/sort?page=music&shown=true").data["order"].index(BANNER) == 4, seconds=3)
    done(trio[1].api("DELETE", f"/api/pages/music/takeovers/{takeover}"))
    done(trio[2].api("PATCH", "/api/pages/party", {"page": "feast"}))
    for server in trio:
        eventually(lambda server=server: server.get("/homepage?page=feast").status == 200, seconds=3)
        eventually(lambda server=server: server.get("/homepage?page=party").status == 404, seconds=3)


def test_an_event_stream_continues_at_another_node(trio):
    first_to(trio[0], 1)
    with Stream(trio[0]) as stream:
        last = stream.hello()
        first_to(trio[1], 2)
        assert stream.change()["id"] > last
    first_to(trio[1], 3)
    first_to(trio[0], 4)
    with Stream(trio[2], last=last) as stream:
        stream.hello()
        missed = [stream.change()["id"] for _ in range(3)]
        first_to(trio[1], 5)
        missed.append(stream.change()["id"])
    assert missed == sorted(set(missed)) and missed[0] > last


def test_a_set_up_link_and_a_session_are_valid_at_all_nodes(trio):
    first, _, last = [set_up_secret(server) for server in trio]

    def set_up(server, secret, name):
        return Browser(server).send("POST", "/api/setup", {"secret": secret, "name": name, "password": PASSWORD})

    refused(set_up(trio[0], first, "Eve"), 404)
    browser = Browser(trio[1])
    browser.csrf = done(browser.send("POST", "/api/setup", {"secret": last, "name": "Lin", "password": PASSWORD}), 201).data[
        "csrf"
    ]
    assert set_up(trio[2], last, "Eve").status in (404, 409)
    browser.server = trio[2]
    assert browser.operator["name"] == "Lin"
    done(browser.send("DELETE", "/api/session"))
    browser.server = trio[0]
    assert browser.operator is None


def test_sign_in_attempts_are_counted_across_all_nodes(trio):
    statuses = [Browser(trio[number % 3]).sign_in("Mei", "not the password").status for number in range(8)]
    assert statuses == [401] * 5 + [429] * 3
    waits = [int(Browser(server).sign_in("Mei", "not the password").headers["Retry-After"]) for server in trio]
    assert all(800 < wait <= 900 for wait in waits)


def test_the_limit_of_rejected_requests_in_the_audit_log_applies_to_all_nodes_together(trio):
    for number in range(150):
        assert trio[number % 3].api("GET", "/api/pages", token="hb_0123456789abcdef_wrong").status == 401
    [count] = databases.execute("SELECT count(*) FROM audit WHERE outcome = 'refused'", trio[0].database)
    # Another minute may have begun in the meantime.
    assert 60 <= int(count) <= 120


# The lease


def test_without_the_database_a_node_is_not_ready_and_sends_the_age_of_its_reads(tmp_path, postgresql):
    slow = {"HOMEBLOCKS_HTTP_FAST_PATH": "false"}
    with nodes(tmp_path, postgresql.url, count=2, env=[{}, slow]) as servers:
        all_ready(servers)
        bodies = [(server.get("/homepage"), server.get("/pages"))[0].body for server in servers]
        assert "Age" not in servers[0].get("/homepage").headers
        postgresql.kill()
        for server in servers:
            assert eventually(lambda server=server: not is_ready(server)) < 3
        problem = servers[0].get("/readyz").json
        assert "two seconds" in problem["detail"] and problem["type"] == "urn:homeblocks:problem:unavailable"
        assert metric(servers[0], "homeblocks_ready") == 0 and metric(servers[0], "homeblocks_node_lease_age_seconds") >= 2
        for server, body in zip(servers, bodies, strict=True):
            for path in ("/homepage", "/sort", "/pages"):
                response = server.get(path)
                assert response.status == 200 and int(response.headers["Age"]) >= 2, (path, response.body)
                assert response.headers["Cache-Control"] == "public, max-age=0, stale-if-error=86400"
            tag = server.get("/homepage").headers["ETag"]
            known = server.get("/homepage", headers={"If-None-Match": tag})
            assert known.status == 304 and int(known.headers["Age"]) >= 2
            assert server.get("/homepage").body == body
        assert "this node may be missing changes" in servers[0].log
        postgresql.start()
        for server in servers:
            assert eventually(lambda server=server: is_ready(server)) < 2
            assert "Age" not in server.get("/homepage").headers
        first_to(servers[0], 3)
        eventually(lambda: position(servers[1]) == 3)


def test_both_http_paths_send_the_same_fields_without_the_database(tmp_path, postgresql):
    slow = {"HOMEBLOCKS_HTTP_FAST_PATH": "false"}
    with nodes(tmp_path, postgresql.url, count=2, env=[{}, slow]) as servers:
        [server.get("/homepage") for server in servers]
        postgresql.kill()
        [eventually(lambda server=server: "Age" in server.get("/homepage").headers) for server in servers]
        fast, plain = [server.get("/homepage").headers for server in servers]
        assert set(plain) - set(fast) <= {"X-Request-Id"} and [name for name in plain if name in fast] == list(fast)


def test_planned_releases_take_effect_without_the_database(tmp_path, postgresql):
    with nodes(tmp_path, postgresql.url, count=1) as [server]:
        at = soon(4)
        done(server.api("PUT", "/api/pages/music/draft/order", {"moves": [{"block": BANNER, "to": 5}]}))
        done(server.api("POST", "/api/pages/music/draft/publish", {"at": at.isoformat()}), 201)
        order, document = server.order(), server.get("/homepage").body
        # The planned version is rendered in the background.
        time.sleep(0.5)
        postgresql.kill()
        while datetime.datetime.now(datetime.UTC) < at - datetime.timedelta(milliseconds=50):
            assert server.order() == order
        while datetime.datetime.now(datetime.UTC) < at + datetime.timedelta(seconds=2):
            response = server.get("/sort")
            assert response.status == 200, response.body
            if response.data["order"] != order:
                break
        assert abs((datetime.datetime.now(datetime.UTC) - at).total_seconds()) < 1
        assert position(server) == 5 and server.get("/homepage").body != document


def test_a_frozen_node_loses_its_lease_and_gets_it_back(trio):
    frozen = trio[2]
    # A node that was just started is ready before it is listed.
    eventually(lambda: len(listed(trio[0])) == len(trio))
    frozen.freeze()
    try:
        eventually(lambda: [node["isCurrent"] for node in listed(trio[0])].count(False) == 1)
        first_to(trio[0], 6)
    finally:
        frozen.thaw()
    eventually(lambda: is_ready(frozen) and position(frozen) == 6, seconds=2)
    eventually(lambda: all(node["isCurrent"] for node in listed(trio[0])))


def test_a_revoked_link_ends_on_all_nodes(trio):
    link = done(trio[0].api("POST", "/api/pages/music/links", {}), 201).data
    headers = {"HomeBlocks-Preview": link["secret"]}
    assert all(node.get("/homepage", headers=headers).status == 200 for node in trio)
    done(trio[1].api("DELETE", f"/api/pages/music/links/{link['id']}"))
    assert all(node.get("/homepage", headers=headers).status == 404 for node in trio)


def test_an_idle_node_queries_the_database_at_most_six_times_a_second_and_reads_never_do(tmp_path):
    with PostgreSQL({"log_statement": "all"}) as postgresql, Server(tmp_path, database=postgresql.url) as server:

        def statements():
            return len(re.findall(r"LOG:  (?:execute|statement)", (postgresql.folder / "log").read_text()))

        [server.get(path) for path in ("/homepage", "/sort", "/pages")]
        # Wait for the queries of the start and the first run of the hourly tasks.
        time.sleep(2)
        before, begin = statements(), time.monotonic()
        with_reads = server.connect()
        for _ in range(2000):
            assert server.get("/homepage", connection=with_reads).status == 200
        while time.monotonic() - begin < 5:
            time.sleep(0.1)
        assert (statements() - before) / (time.monotonic() - begin) <= 6


# Time


@pytest.mark.skipif(not FAKETIME, reason="libfaketime is not installed")
def test_a_node_whose_clock_is_ahead_shows_planned_releases_on_time(tmp_path, postgresql):
    ahead = {"LD_PRELOAD": FAKETIME[0], "FAKETIME": "+30s", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    with nodes(tmp_path, postgresql.url, count=2, env=[{}, ahead]) as servers:
        all_ready(servers)
        assert 29 < metric(servers[1], "homeblocks_clock_offset_seconds") < 31
        eventually(lambda: "clock differs" in servers[1].log)
        at = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=4)
        done(servers[0].api("PUT", "/api/pages/music/draft/order", {"moves": [{"block": BANNER, "to": 5}]}))
        done(servers[0].api("POST", "/api/pages/music/draft/publish", {"at": at.isoformat()}), 201)
        seen = {}
        while len(seen) < 2:
            for server in servers:
                if server not in seen and position(server) == 5:
                    seen[server] = datetime.datetime.now(datetime.UTC)
            assert datetime.datetime.now(datetime.UTC) < at + datetime.timedelta(seconds=10)
            time.sleep(0.01)
        for instant in seen.values():
            assert abs((instant - at).total_seconds()) <= 1


# Failover of the database


def test_a_node_fails_over_to_the_second_host_and_never_back_to_a_deposed_one(tmp_path):
    with PostgreSQL() as first, PostgreSQL(primary=first) as second:
        hosts = f"postgresql://homeblocks@/postgres?host={first.folder},{second.folder}"
        with Server(tmp_path, database=hosts) as server:
            first_to(server, 2)
            assert position(server) == 2
            standby = databases.execute("SELECT pg_is_in_recovery()", second.url)
            assert standby == ["t"]
            [line] = databases.execute("SELECT pg_current_wal_flush_lsn()", first.url)
            eventually(lambda: databases.execute(f"SELECT pg_last_wal_replay_lsn() >= '{line}'", second.url) == ["t"])
            first.kill()
            second.promote()
            assert eventually(lambda: is_ready(server)) < 5
            first_to(server, 3)
            second.kill()
            # The deposed server accepts writes, but this node has seen its successor.
            first.start()
            assert databases.execute("SELECT pg_is_in_recovery()", first.url) == ["f"]
            eventually(lambda: not is_ready(server))
            begin = time.monotonic()
            while time.monotonic() - begin < 3:
                assert not is_ready(server)
            assert position(server) == 3 and "Age" in server.get("/sort").headers
            second.start()
            assert eventually(lambda: is_ready(server)) < 5
            assert position(server) == 3


def test_a_node_fails_over_from_a_frozen_host(tmp_path):
    with PostgreSQL() as first, PostgreSQL(primary=first) as second:
        hosts = f"postgresql://homeblocks@/postgres?host={first.folder},{second.folder}"
        with Server(tmp_path, database=hosts) as server:
            first_to(server, 2)
            [line] = databases.execute("SELECT pg_current_wal_flush_lsn()", first.url)
            eventually(lambda: databases.execute(f"SELECT pg_last_wal_replay_lsn() >= '{line}'", second.url) == ["t"])
            first.freeze()
            try:
                eventually(lambda: not is_ready(server))
                second.promote()
                assert eventually(lambda: is_ready(server), seconds=15) < 8
                first_to(server, 3)
            finally:
                first.thaw()
            # The thawed server still accepts writes, but the node sends none to it.
            begin = time.monotonic()
            for number in range(100):
                first_to(server, 4 + number % 3)
                if time.monotonic() - begin > 3:
                    break
            old = databases.execute("SELECT max(id) FROM audit", first.url)
            new = databases.execute("SELECT max(id) FROM audit", second.url)
            assert int(old[0]) < int(new[0]) and is_ready(server)


def test_a_node_leaves_a_server_that_was_replaced_before_the_node_noticed(tmp_path):
    with Pair() as pair, Server(tmp_path, database=pair.url) as server:
        first_to(server, 2)
        pair.primary.freeze()
        pair.promote()
        # It accepts connections again, and its commits wait for a standby that it no longer has.
        pair.standby.thaw()
        eventually(lambda: not is_ready(server))
        assert eventually(lambda: is_ready(server), seconds=20) < 10
        first_to(server, 3)
        assert position(server) == 3
        old = databases.execute("SELECT max(id) FROM audit", pair.standby.url)
        new = databases.execute("SELECT max(id) FROM audit", pair.primary.url)
        assert int(old[0]) < int(new[0]) and is_ready(server)


# Commands and metrics


def test_the_command_lists_the_nodes_and_different_layouts_are_logged(tmp_path, postgresql):
    other = tmp_path / "config"
    shutil.copytree(ROOT / "config", other)
    layout = other / "block-types/BANNER.json"
    layout.write_text(re.sub(r'("title": ")', r"\1Other ", layout.read_text(), count=1))
    env = [{}, {}, {"HOMEBLOCKS_CONFIG": str(other / "homeblocks.yaml")}]
    with nodes(tmp_path, postgresql.url, count=3, env=env) as servers:
        all_ready(servers)
        eventually(lambda: all(metric(server, "homeblocks_nodes") == 3 for server in servers))
        eventually(lambda: [metric(server, "homeblocks_nodes_other_layouts") for server in servers] == [1, 1, 2])
        eventually(lambda: "another node has different layouts" in servers[0].log)
        response = done(servers[1].api("GET", "/api/nodes")).data
        assert [node["isCurrent"] for node in response] == [True] * 3
        assert len({node["layouts"] for node in response}) == 2 and len({node["id"] for node in response}) == 3
        said = servers[0].command("nodes").stdout
        assert said.count("current") == 3 and response[0]["name"] in said
        assert servers[2].stop() == 0
        assert len(listed(servers[0])) == 2
        assert servers[0].log.count("another node has different layouts") == 1


def test_each_metric_of_nodes_is_documented_and_used_by_an_alert(tmp_path, postgresql):
    with Server(tmp_path, database=postgresql.url) as server:
        reported = set(re.findall(r"^# TYPE (homeblocks_(?:node|clock)\S+)", server.get("/metrics").body.decode(), re.MULTILINE))
    document = (ROOT / "docs/operations.md").read_text()
    assert len(reported) == 4 and [name for name in reported if f"`{name}" not in document] == []
    watched = set(re.findall(r"\b(homeblocks_(?:node|clock)[a-z_]+)", (ROOT / "deploy/alerts.yaml").read_text()))
    assert reported - watched == {"homeblocks_nodes"} and watched < reported


def test_a_database_file_has_only_one_node_and_the_command_says_so(tmp_path):
    with Server(tmp_path, database=tmp_path / "pages.sqlite") as server:
        said = server.command("nodes", code=1).stderr
        assert "is a file" in said and "PostgreSQL" in said
        assert metric(server, "homeblocks_nodes") is None and "Age" not in server.get("/homepage").headers
