"""Deleting old revisions."""

import os
import pty
import subprocess
import threading

import pytest

from harness import PROGRAM, ROOT, eventually
from publishing import MALL, all_of
from test_backup import run


def reorder(server, count, page="mall"):
    codes = server.order(page)[1:3]
    for place in range(count):
        response = server.sort({"moves": [{"block": codes[place % 2], "to": "start"}]}, page=page)
        assert response.status == 200, response.body


def numbers(server, page="mall"):
    return [line["number"] for line in all_of(server, f"/api/pages/{page}/revisions", "revisions")]


def test_prune_keeps_the_requested_number_of_revisions_of_each_page(server):
    reorder(server, 6)
    reorder(server, 3, "demo")
    printed = run("prune", "--keep", "2", "--database", server.database)
    assert "mall: 5 revisions were deleted." in printed and "demo: 2 revisions were deleted." in printed
    assert "news: 0 revisions were deleted." in printed
    assert numbers(server) == [7, 6] and numbers(server, "demo") == [4, 3]
    reorder(server, 1)
    assert numbers(server) == [8, 7, 6]
    run("prune", "--keep", "1", "--page", "demo", "--database", server.database)
    assert numbers(server) == [8, 7, 6] and numbers(server, "demo") == [4]
    run("check", "--database", server.database)


def test_prune_ends_while_changes_continue(server):
    """It deletes only revisions that were old when it started."""
    reorder(server, 20)
    has_ended, made = threading.Event(), []

    def change():
        while not has_ended.is_set():
            reorder(server, 1)
            made.append(1)

    changing = threading.Thread(target=change)
    changing.start()
    try:
        eventually(lambda: len(made) > 3)
        printed = run("prune", "--keep", "1", "--page", "mall", "--database", server.database)
    finally:
        has_ended.set()
        changing.join()
    assert "mall: " in printed and len(numbers(server)) >= 1
    assert min(numbers(server)) > 20 and max(numbers(server)) == 21 + len(made)
    run("check", "--database", server.database)


def test_prune_keeps_recent_revisions(server):
    reorder(server, 3)
    run("prune", "--keep", "1", "--older-than", "1", "--database", server.database)
    run("prune", "--older-than", "1", "--database", server.database)
    assert numbers(server) == [4, 3, 2, 1]


def test_prune_is_rejected_without_a_retention_setting(server):
    reorder(server, 3)
    assert "retention.revisions" in run("prune", "--database", server.database, code=64)
    assert "retention.revisions" in run("prune", "--vacuum", "--page", "mall", "--database", server.database, code=64)
    assert "retention.revisions" in run("prune", "--vacuum", "--dry-run", "--database", server.database, code=64)
    for words in (("--keep", "0"), ("--older-than", "0"), ("--keep", "1", "--page", "Not A Slug")):
        run("prune", *words, "--database", server.database, code=64)
    assert "no page" in run("prune", "--keep", "1", "--page", "none", "--database", server.database, code=1)
    assert numbers(server) == [4, 3, 2, 1]
    settings = {"HOMEBLOCKS_RETENTION_REVISIONS": "2"}
    assert "mall: 2 revisions" in run("prune", "--page", "mall", "--database", server.database, env=settings)
    assert numbers(server) == [4, 3]


def test_a_dry_run_prints_what_would_be_deleted_and_changes_nothing(server):
    reorder(server, 3)
    said = run("prune", "--keep", "1", "--dry-run", "--vacuum", "--database", server.database)
    assert "mall: 3 revisions would be deleted.\n" in said
    assert "0 pictures that nothing mentions would be removed, and those that only these revisions mention.\n" in said
    assert "deleted, " not in said and "less." not in said
    assert numbers(server) == [4, 3, 2, 1]


@pytest.mark.parametrize(
    "words, response, goes", [((), b"n\n", False), ((), b"\n", False), ((), b"Yes\n", True), (("--yes",), b"", True)]
)
def test_on_a_terminal_prune_asks_before_it_deletes(server, words, response, goes):
    reorder(server, 3)
    main, terminal = pty.openpty()
    process = subprocess.Popen(
        [PROGRAM, "prune", "--keep", "1", "--page", "mall", *words, "--database", server.database],
        cwd=ROOT,
        stdin=terminal,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    os.close(terminal)
    os.write(main, response)
    said = process.communicate(timeout=60)[0]
    os.close(main)
    assert process.returncode == 0, said
    assert ("mall: 3 revisions would be deleted.\nThis cannot be undone. Continue? [y/N] " in said) == (not words)
    assert ("Nothing was changed." in said) == (not goes)
    assert numbers(server) == ([4] if goes else [4, 3, 2, 1])


@pytest.mark.parametrize("settings", [{}, {"HOMEBLOCKS_RETENTION_REVISIONS": "1"}], ids=["all kept", "one kept"])
def test_vacuum_alone_deletes_nothing_whatever_the_retention(server, settings):
    reorder(server, 3)
    assert " less." in run("prune", "--vacuum", "--database", server.database, env=settings)
    assert numbers(server) == [4, 3, 2, 1]


def test_free_space_is_returned_to_the_disk_also_while_a_server_runs(server):
    for place in range(60):
        change = {"content": {"uiElement": {"subTitle": {"title": f"{place} " + "x" * 150}}}}
        assert server.api("PATCH", f"{MALL}/live/blocks/wallet", change).status == 200
    server.stop()
    before = os.path.getsize(server.database)
    server.start()
    order = server.order("mall")
    assert " less." in run("prune", "--keep", "1", "--vacuum", "--database", server.database)
    assert server.order("mall") == order
    reorder(server, 1)
    server.stop()
    assert os.path.getsize(server.database) < before
    run("check", "--database", server.database)


def test_a_server_deletes_revisions_beyond_its_retention_settings(start):
    server = start(HOMEBLOCKS_RETENTION_REVISIONS="3", HOMEBLOCKS_LOG_FORMAT="json")
    reorder(server, 7)
    assert len(numbers(server)) == 8
    order = server.order("mall")
    server.stop()
    server.start()
    eventually(lambda: numbers(server) == [8, 7, 6])
    assert server.order("mall") == order
    eventually(lambda: "old revisions were deleted" in server.log)
