"""The files in deploy/: the backup that a timer starts, and the headings that alerts link to."""

import os
import re
import subprocess
import time

import pytest

from harness import ROOT

OLD = [f"homeblocks-2026010{day}T033000Z.sqlite" for day in range(1, 6)]
OTHERS = ["homeblocks.sqlite", "homeblocks-before-the-move.sqlite", "homeblocks-20260101T033000Z.sqlite.keep"]


@pytest.fixture
def copies(tmp_path):
    folder = tmp_path / "copies"
    folder.mkdir()
    for name in OLD + OTHERS:
        (folder / name).write_text("a copy")
    return folder


def backup(folder, program, keep):
    """Runs deploy/backup with a stub of the program."""
    stand_in = folder.parent / "program"
    stand_in.write_text("#!/bin/sh\n" + program)
    stand_in.chmod(0o755)
    command = [ROOT / "deploy/backup", stand_in, "/pages.sqlite", folder]
    environment = {"KEEP": keep, "PATH": "/usr/bin:/bin"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=20)


def names(folder):
    return {path.name for path in folder.iterdir()}


def test_a_backup_is_named_by_its_time_and_only_the_oldest_backups_are_removed(copies):
    done = backup(copies, 'test "$1 $3 $4" = "backup --database /pages.sqlite" && echo new > "$2"', "3")
    assert done.returncode == 0, done.stderr
    new = names(copies) - set(OLD) - set(OTHERS)
    assert len(new) == 1 and re.fullmatch(r"homeblocks-\d{8}T\d{6}Z\.sqlite", new.pop())
    assert set(OTHERS) <= names(copies)
    assert set(OLD) & names(copies) == set(OLD[3:])


def test_a_backup_that_fails_removes_nothing(copies):
    before = names(copies)
    assert backup(copies, "exit 1", "1").returncode == 1
    assert names(copies) == before


def test_files_of_a_killed_backup_are_removed_after_a_day(copies):
    half = OLD[0] + ".0A1B2C3D.partial"
    others = [half.replace("0A1B2C3D", "word-now"), half + ".keep", "other.sqlite.0A1B2C3D.partial"]
    old = [half, half + "-journal", *others]
    for name in old:
        (copies / name).write_text("half a copy")
        os.utime(copies / name, (time.time() - 90_000,) * 2)
    young = half.replace("0A1B2C3D", "4E5F6A7B")
    (copies / young).write_text("half a copy")
    assert backup(copies, "exit 1", "9").returncode == 1
    assert set(old) <= names(copies)
    done = backup(copies, 'echo new > "$2"', "9")
    assert done.returncode == 0, done.stderr
    assert {*others, young, *OLD, *OTHERS} <= names(copies)
    assert not {half, half + "-journal"} & names(copies)
    assert f"backup: removed {copies / half}\n" in done.stdout


@pytest.mark.parametrize("keep", ["0", "-1", "many", "1; rm", ""])
def test_an_invalid_number_of_copies_is_rejected_and_an_empty_one_is_the_default(copies, keep):
    done = backup(copies, 'echo new > "$2"', keep)
    assert done.returncode == (64 if keep else 0), done.stderr
    assert set(OLD + OTHERS) <= names(copies)


def test_every_alert_has_a_heading_with_instructions():
    rules = (ROOT / "deploy/alerts.yaml").read_text()
    headings = {
        re.sub(r"[^a-z0-9 -]", "", line[4:].lower()).replace(" ", "-")
        for line in (ROOT / "docs/alerts.md").read_text().splitlines()
        if line.startswith("### ")
    }
    alerts = re.findall(r"^ +- alert: (\w+)$", rules, re.MULTILINE)
    runbooks = re.findall(r"^ +runbook_url: docs/alerts\.md#(\S+)$", rules, re.MULTILINE)
    assert len(alerts) == len(runbooks) == len(re.findall(r"^ +summary: \S", rules, re.MULTILINE)) > 0
    assert runbooks == [alert.lower() for alert in alerts]
    assert set(runbooks) == headings
