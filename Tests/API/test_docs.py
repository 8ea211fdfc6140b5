"""Runs the commands of the documents as a reader would."""

import re
import subprocess

import pytest

from harness import ROOT


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
    # A name that is never anybody's.
    server.env["HOMEBLOCKS_FEEDS_ALLOWED_HOSTS"] = "lists.example"
    server.start()
    commands = [line for line in shell_lines(ROOT / document) if re.match(r"(api|api\(\)|curl)\b", line)]
    assert len(commands) > least
    helper = next((command for command in commands if command.startswith("api()")), "")
    for command in commands:
        if command is helper or "$ID" in command:
            continue
        is_refused = "jq -r .detail" in command or "del(.requestId)" in command
        # The output of jq is not tested, and jq need not be installed.
        command = re.sub(r" \| jq .*", "", command, flags=re.S)
        script = f"set -e\nTOKEN={server.token}\n{helper}\n{command}\n"
        script = script.replace("127.0.0.1:8080", f"127.0.0.1:{server.port}")
        if " -sN " in command:
            # Streams without an end are read for a short time.
            script = script.rstrip("\n").replace(" -sN ", " -sN --max-time 3 ") + " || [ $? = 28 ]\n"
        if not is_refused:
            script = re.sub(r"\bcurl ", "curl -sS --fail-with-body ", script)
        done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        assert " -sN " not in command or done.stdout.startswith("event: hello\n"), done.stdout


def test_each_row_of_the_threat_model_names_tests_that_there_are():
    rows = re.findall(r"^\| (?!attack|---)(.*) \| (.*) \| (.*) \|$", (ROOT / "docs/threat-model.md").read_text(), re.M)
    assert len(rows) > 20
    swift = {
        f"{path.stem}.{name}" for folder in ("Tests", "SDK/Tests") for path in (ROOT / folder).rglob("*Tests.swift")
        for name in re.findall(r"func (\w+)", path.read_text())}
    python = {
        name for folder in ("API", "Browser") for path in (ROOT / "Tests" / folder).glob("*.py")
        for name in re.findall(r"def (test_\w+)", path.read_text())}
    faults = {f"R{int(path.name[1:3])}" for path in (ROOT / "Tests/Faults/faults").glob("r[01]*.py")}
    assert len(faults) == 13
    for attack, _, tests in rows:
        named = re.findall(r"`([^`]+)`|\b(R\d+)\b", tests)
        assert named, attack
        for name in map("".join, named):
            assert name == "script/fuzz" or name in swift | python | faults, (attack, name)


def test_each_metric_is_in_the_documents_and_each_alert_is_about_one(server):
    told = set(re.findall(r"^# TYPE (\S+)", server.get("/metrics").body.decode(), re.M))
    assert len(told) > 25
    document = (ROOT / "docs/operations.md").read_text()
    assert [name for name in told if f"`{name}" not in document] == []
    rules = (ROOT / "deploy/alerts.yaml").read_text()
    watched = set(re.findall(r"\b((?:homeblocks|process)_[a-z_]+)", re.sub(r"_bucket\b", "", rules)))
    # There is no certificate here. Those of a database on a server are in test_postgresql and test_nodes.
    of_servers = ("homeblocks_database_", "homeblocks_node", "homeblocks_clock_")
    absent = {name for name in watched - told if not name.startswith(of_servers)}
    assert absent == {"homeblocks_tls_certificate_expiry_seconds"}
