"""Commands that delete something permanently: dry runs and confirmations."""

import json
import os
import pty
import subprocess

from harness import PROGRAM, ROOT
from publishing import done
from test_pictures import uploaded


def test_dry_runs_print_what_would_be_removed_and_remove_nothing(server):
    env = {"HOMEBLOCKS_SERVER": server.url, "HOMEBLOCKS_TOKEN": server.token}

    def run(*words, code=0):
        printed = server.command(*words, "--dry-run", code=code, env=env)
        return printed.stderr if code else printed.stdout

    done(server.api("POST", "/api/pages", {"page": "sale", "title": "Sale"}), 201)
    server.api("PATCH", "/api/pages/mall/draft/blocks/wallet", {"enabled": False})
    planned = server.api("POST", "/api/pages/mall/draft/publish", {"at": "2099-01-01T00:00:00Z"})
    release = str(done(planned, 201).data["id"])
    server.api("PATCH", "/api/pages/mall/draft/blocks/otc", {"enabled": False})
    body = {"shows": "sale", "from": "2098-01-01T00:00:00Z", "until": "2098-01-02T00:00:00Z"}
    takeover = str(server.api("POST", "/api/pages/mall/takeovers", body).data["id"])
    operator = server.api("POST", "/api/operators", {"name": "wei", "role": "editor"}).data["id"]
    token = server.api("POST", "/api/tokens", {"name": "build", "role": "viewer"}).data["id"]
    server.api("POST", "/api/audiences", {"name": "vips", "audience": {"platforms": ["ios"]}})
    image = uploaded(server, query="?name=lamp.png")["id"]
    removals = {
        ("discard", "--page", "mall"): "This would discard the draft of mall, revision",
        ("page", "delete", "demo"): "This would delete demo (",
        ("release", "cancel", release, "--page", "mall"): "This would cancel this release: revision",
        ("takeover", "cancel", takeover, "--page", "mall"): "This would cancel this takeover: mall will show sale",
        ("operator", "delete", operator): f"This would delete the operator wei ({operator})",
        ("token", "revoke", token): f"This would revoke the token {token} (viewer, build)",
        ("audience", "delete", "vips"): "This would delete the audience vips, which nothing uses",
        ("picture", "remove", image): "This would delete the picture: lamp.png",
    }
    before = server.command("history", "--page", "mall", "--json", env=env).stdout
    for words, expected in removals.items():
        said = run(*words)
        assert said.startswith(expected) and said.endswith("Nothing was changed.\n"), said
        assert json.loads(run(*words, "--json"))["dryRun"] is True
    assert server.command("history", "--page", "mall", "--json", env=env).stdout == before
    # Without the dry run, the commands remove it.
    for words in removals:
        server.command(*words, env=env)
    for words in removals:
        assert run(*words, code=1), words


def test_a_dry_run_prints_why_a_removal_would_be_rejected(server):
    env = {"HOMEBLOCKS_SERVER": server.url, "HOMEBLOCKS_TOKEN": server.token}
    server.api("POST", "/api/audiences", {"name": "vips", "audience": {"platforms": ["ios"]}})
    done(server.api("PATCH", "/api/pages/mall/live/blocks/wallet", {"audience": {"name": "vips"}}))
    refused = server.command("audience", "delete", "vips", "--dry-run", code=1, env=env).stderr
    body = {"shows": "demo", "from": "2098-01-01T00:00:00Z", "until": "2098-01-02T00:00:00Z"}
    done(server.api("POST", "/api/pages/mall/takeovers", body), 201)
    assert server.command("page", "delete", "demo", "--dry-run", code=1, env=env).stderr == (
        "demo cannot be deleted: a takeover of mall shows it.\n"
    )
    assert server.command("page", "delete", "music", "--dry-run", code=1, env=env).stderr == (
        "music is the default page, which cannot be deleted.\n"
    )
    assert refused == "vips cannot be deleted: it is used in mall (live).\n"
    missing = server.command("token", "revoke", "0123456789", "--dry-run", code=1, env=env).stderr
    assert missing == "There is no token 0123456789.\n"


def test_on_a_terminal_each_command_asks_on_standard_error(server):
    token = done(server.api("POST", "/api/tokens", {"name": "build", "role": "viewer"}), 201).data["id"]
    done(server.api("POST", "/api/audiences", {"name": "vips", "audience": {"platforms": ["ios"]}}), 201)
    done(server.api("PATCH", "/api/pages/mall/draft/blocks/wallet", {"enabled": False}))
    image = uploaded(server, query="?name=lamp.png")["id"]
    for words, question in {
        ("token", "revoke", token): f"Revoke the token {token} (viewer, build)?",
        ("picture", "remove", image): "Delete the picture: lamp.png?",
        ("audience", "delete", "vips"): "Delete the audience vips",
        ("discard", "--page", "mall"): "Discard the draft of mall",
        ("page", "delete", "demo"): "Delete demo (",
    }.items():
        main, terminal = pty.openpty()
        process = subprocess.Popen(
            [PROGRAM, *words],
            cwd=ROOT,
            env=server.env | {"HOMEBLOCKS_SERVER": server.url, "HOMEBLOCKS_TOKEN": server.token},
            stdin=terminal,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        os.close(terminal)
        os.write(main, b"n\n")
        said, requested = process.communicate(timeout=60)
        os.close(main)
        assert process.returncode == 0 and said == "", (said, requested)
        assert f"This cannot be undone. {question}" in requested and requested.endswith("Nothing was changed.\n"), requested
    assert server.api("GET", "/api/pages/mall/draft/diff").data["draft"] and server.api("GET", "/api/pages/demo").status == 200
