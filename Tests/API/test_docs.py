"""Runs the commands in the documents like a reader would."""

import json
import re
import subprocess
import sys

import pytest

from harness import ROOT, catalogues, eventually
from harness.upstream import Upstream


def shell_lines(document):
    """The commands of a document's examples, each with its continuation lines."""
    text = "\n".join(re.findall(r"```sh\n(.*?)```", document.read_text(), re.S))
    commands, open_quote = [], False
    for line in text.splitlines():
        goes_on = open_quote or (commands and commands[-1].endswith("\\"))
        if goes_on:
            commands[-1] += "\n" + line
        elif line and not line.startswith("#"):
            commands.append(line)
        open_quote = bool(commands) and commands[-1].count("'") % 2 == 1
    return commands


@pytest.mark.parametrize("document, least", [("docs/api.md", 40), ("README.md", 6), ("docs/clients.md", 18)])
def test_each_command_of_a_document_does_what_it_says(server, tmp_path, document, least):
    server.stop()
    upstream = Upstream()
    server.env.update(catalogues.settings(tmp_path, upstream, playlists=catalogues.playlists(upstream)))
    # A name that no operator has.
    server.env["HOMEBLOCKS_FEEDS_ALLOWED_HOSTS"] += ",lists.example"
    server.start()
    commands = [line for line in shell_lines(ROOT / document) if re.match(r"(api|api\(\)|curl)\b", line)]
    assert len(commands) > least
    helper = next((command for command in commands if command.startswith("api()")), "")
    for command in commands:
        if command is helper or "$ID" in command or "$STATE" in command:
            continue
        is_refused = "jq -r .detail" in command or "del(.requestId)" in command
        # The output of jq is not tested, so jq need not be installed.
        command = re.sub(r" \| jq .*", "", command, flags=re.S)
        script = f"set -e\nTOKEN={server.token}\n{helper}\n{command}\n"
        script = script.replace("127.0.0.1:8080", f"127.0.0.1:{server.port}")
        if " -sN " in command:
            # Endless streams are read for a short time.
            script = script.rstrip("\n").replace(" -sN ", " -sN --max-time 3 ") + " || [ $? = 28 ]\n"
        if not is_refused:
            script = re.sub(r"\bcurl ", "curl -sS --fail-with-body ", script)
        done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        assert " -sN " not in command or done.stdout.startswith("event: hello\n"), done.stdout


def test_each_example_of_a_feed_fills_its_section(server, tmp_path):
    upstream = Upstream()
    converter = subprocess.Popen(
        [sys.executable, ROOT / "script/rss-to-json", "0", f"http://127.0.0.1:{upstream.port}/rss"],
        stdout=subprocess.PIPE,
        text=True,
    )
    ports = {"9000": upstream.port, "9001": int(re.search(r":(\d+)/", converter.stdout.readline()).group(1))}
    server.stop()
    server.env |= {
        "HOMEBLOCKS_FEEDS_ALLOWED_HOSTS": ",".join(f"127.0.0.1:{port}" for port in ports.values()),
        "HOMEBLOCKS_FEEDS_ALLOWED_NETWORKS": "127.0.0.0/8",
    }
    server.start()
    try:
        helper, *commands = shell_lines(ROOT / "docs/feeds.md")
        assert len(commands) > 11
        for command in commands:
            command = re.sub(r" \| jq .*", "", command, flags=re.S)
            for written, port in ports.items():
                command = command.replace(f"127.0.0.1:{written}", f"127.0.0.1:{port}")
            own_helper = helper.replace("curl ", "curl --fail-with-body ").replace("127.0.0.1:8080", f"127.0.0.1:{server.port}")
            script = f"set -e\nTOKEN={server.token}\n{own_helper}\n{command}\n"
            done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=60)
            assert done.returncode == 0, (command, done.stdout, done.stderr)
        expected = {("demo", "songsForYou"): 6, ("mall", "campaigns"): 2, ("demo", "newsOfTheDay"): 2}
        eventually(lambda: {place: len(cards(server, *place)) for place in expected} == expected)
        assert [card["title"] for card in cards(server, "demo", "songsForYou")][:4:3] == ["Our pick", "Sponsored"]
        assert cards(server, "mall", "campaigns", "&platform=ios")[0]["title"] == "Tonight only"
        assert cards(server, "mall", "campaigns")[0]["url"] == "homeblocks://mall/tea%20fair"
        assert cards(server, "demo", "newsOfTheDay")[0]["text"] == "The record is out: Ten songs, recorded in one night."
        music = {block["blockCode"]: block for block in server.get("/homepage?page=music").data["blocks"]}
        playlists = music["HOMEPAGE_BLOCK_PLAYLIST_RCMD"]["creatives"]
        assert [card["creativeId"] for card in playlists] == ["7710900001", "7710900002", "7710900003", "9107199254740993"]
        assert playlists[0]["resources"][0]["resourceExtInfo"] == {
            "playCount": 91204,
            "highQuality": False,
            "subed": False,
            "canSubscribe": False,
        }
        for feed in server.api("GET", "/api/feeds").data:
            log = f"/api/feeds/{feed['name']}/log"
            eventually(lambda: server.api("GET", log).data["entries"])
            entries = server.api("GET", log).data["entries"]
            # A playlist without a cover is omitted.
            expected = 1 if feed["name"] == "playlists" else 0
            assert all(entry["faultCount"] == expected for entry in entries), (feed["name"], entries)
    finally:
        converter.kill()
        converter.wait()
        converter.stdout.close()
        upstream.stop()


def cards(server, page, code, query=""):
    blocks = {block["blockCode"]: block for block in server.get(f"/homepage?page={page}{query}").data["blocks"]}
    return blocks[code]["extInfo"]["list"] if code in blocks else []


def test_each_row_of_the_threat_model_names_existing_tests():
    rows = re.findall(r"^\| (?!attack|---)(.*) \| (.*) \| (.*) \|$", (ROOT / "docs/threat-model.md").read_text(), re.M)
    assert len(rows) > 20
    swift = {
        f"{path.stem}.{name}"
        for folder in ("Tests", "SDK/Tests")
        for path in (ROOT / folder).rglob("*Tests.swift")
        for name in re.findall(r"func (\w+)", path.read_text())
    }
    python = {
        name
        for folder in ("API", "Browser")
        for path in (ROOT / "Tests" / folder).glob("*.py")
        for name in re.findall(r"def (test_\w+)", path.read_text())
    }
    faults = {f"R{int(path.name[1:3])}" for path in (ROOT / "Tests/Faults/faults").glob("r[01]*.py")}
    assert len(faults) == 15
    for attack, _, tests in rows:
        named = re.findall(r"`([^`]+)`|\b(R\d+)\b", tests)
        assert named, attack
        for name in map("".join, named):
            assert name == "script/fuzz" or name in swift | python | faults, (attack, name)


def test_each_metric_is_documented_and_each_alert_uses_one(server):
    reported = set(re.findall(r"^# TYPE (\S+)", server.get("/metrics").body.decode(), re.M))
    assert len(reported) > 25
    document = (ROOT / "docs/operations.md").read_text()
    assert [name for name in reported if f"`{name}" not in document] == []
    rules = (ROOT / "deploy/alerts.yaml").read_text()
    watched = set(re.findall(r"\b((?:homeblocks|process)_[a-z_]+)", re.sub(r"_bucket\b", "", rules)))
    # This server has no certificate. The metrics of PostgreSQL are tested in test_postgresql and test_nodes.
    of_servers = ("homeblocks_database_", "homeblocks_node", "homeblocks_clock_")
    absent = {name for name in watched - reported if not name.startswith(of_servers)}
    assert absent == {"homeblocks_tls_certificate_expiry_seconds"}


def test_the_dashboard_uses_existing_metrics_and_labels(server):
    assert server.get("/homepage").status == 200
    reported = server.get("/metrics").body.decode()
    types = dict(re.findall(r"^# TYPE (\S+) (\S+)$", reported, re.M))
    dashboard = json.loads((ROOT / "deploy/grafana.json").read_text())
    labels = {"le", "job", "instance", *re.findall(r'[{,](\w+)="', reported)}
    used = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    assert len(used) > 15
    for expression in used:
        named = re.findall(r"by \(([^)]*)\)", expression) + re.findall(r'(\w+)=~?"', expression)
        # There may be no metrics of pages and feeds here.
        assert {label.strip() for one in named for label in one.split(",")} <= labels | {"feed", "page"}, expression
        for name in re.findall(r"\b((?:homeblocks|process)_\w+)", expression):
            metric = name.removesuffix("_bucket")
            assert metric in types, expression
            assert (types[metric] == "counter") == ("rate(" + name in expression) or types[metric] == "histogram", expression
    places = [tuple(panel["gridPos"].values()) for panel in dashboard["panels"]]
    assert len(set(places)) == len(places)


def test_each_decision_is_in_the_list_of_decisions():
    listed = set(re.findall(r"^- \[\d{4}\]\((\S+)\): ", (ROOT / "docs/decisions/README.md").read_text(), re.M))
    files = {file.name for file in (ROOT / "docs/decisions").glob("[0-9]*.md")}
    assert len(files) > 100 and listed == files
