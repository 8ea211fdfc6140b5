"""The program on PostgreSQL as the person who starts it sees it. Needs PostgreSQL."""

import subprocess

import pytest

from harness import PROGRAM, ROOT, databases, environment
from harness.postgresql import PostgreSQL, reason_against


@pytest.fixture(scope="module")
def postgresql():
    """A server of these tests alone: its user `secret` needs a password."""
    if reason := reason_against():
        pytest.skip(reason)
    with PostgreSQL() as postgresql:
        yield postgresql


@pytest.fixture
def secret(postgresql):
    """Makes an address with the user `secret`, who owns an empty database, and a password of it."""
    for statement in (
        "DROP DATABASE IF EXISTS private", "DROP ROLE IF EXISTS secret",
        "CREATE ROLE secret LOGIN PASSWORD 'correct-horse'", "CREATE DATABASE private OWNER secret",
    ):
        databases.execute(statement, postgresql.url)
    return lambda password: f"postgresql://secret:{password}@/private?host={postgresql.folder}"


def test_a_password_is_in_no_output_log_or_banner(tmp_path, secret):
    words = [PROGRAM, "serve", "--port", "0", "--database", secret("correct-horse")]
    with open(tmp_path / "log", "wb") as log:
        process = subprocess.Popen(words, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, stderr=log, text=True)
    with process:
        banner = ""
        # The line with the database is the last one.
        while "  database" not in banner:
            line = process.stdout.readline()
            assert line, (tmp_path / "log").read_text()
            banner += line
        process.terminate()
        banner += process.stdout.read()
    assert "postgresql://secret@/private" in banner
    assert "correct-horse" not in banner + (tmp_path / "log").read_text()


@pytest.mark.parametrize("command", ["serve", "migrate", "check"])
def test_a_wrong_password_is_refused_with_the_remedy_and_never_shown(secret, command):
    words = [PROGRAM, command, "--database", secret("hunter2")] + (["--port", "0"] if command == "serve" else [])
    done = subprocess.run(words, cwd=ROOT, env=environment(), capture_output=True, text=True, timeout=30)
    assert done.returncode == 1, done.stdout + done.stderr
    assert 'password authentication failed for user "secret"' in done.stderr
    assert "Correct the user or the password" in done.stderr
    assert "hunter2" not in done.stdout + done.stderr
