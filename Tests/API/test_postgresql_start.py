"""Starting the program with PostgreSQL, which these tests need."""

import os
import subprocess

import pytest

from harness import PROGRAM, ROOT, databases, environment, free_port
from harness.link import Link
from harness.postgresql import PostgreSQL, reason_against
from harness.server import Server
from secure import certificate


@pytest.fixture(scope="module")
def postgresql():
    """A server that only these tests use: its user `secret` needs a password."""
    if reason := reason_against():
        pytest.skip(reason)
    with PostgreSQL() as postgresql:
        yield postgresql


@pytest.fixture
def secret(postgresql):
    """Returns a function that creates a URL with the user `secret`, who owns an empty database, and a password."""
    for statement in (
        "DROP DATABASE IF EXISTS private",
        "DROP ROLE IF EXISTS secret",
        "CREATE ROLE secret LOGIN PASSWORD 'correct-horse'",
        "CREATE DATABASE private OWNER secret",
    ):
        databases.execute(statement, postgresql.url)
    return lambda password: f"postgresql://secret:{password}@/private?host={postgresql.folder}"


def refusal(command, database):
    """The error of a command that cannot open a database."""
    words = [PROGRAM, command, "--database", database] + (["--port", "0"] if command == "serve" else [])
    done = subprocess.run(words, cwd=ROOT, env=environment(), capture_output=True, text=True, timeout=30)
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_a_password_is_in_no_output_log_or_banner(tmp_path, secret):
    words = [PROGRAM, "serve", "--port", "0", "--database", secret("correct-horse")]
    with open(tmp_path / "log", "wb") as log:
        process = subprocess.Popen(words, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, stderr=log, text=True)
    with process:
        banner = ""
        # The line about the database is the last one.
        while "  database" not in banner:
            line = process.stdout.readline()
            assert line, (tmp_path / "log").read_text()
            banner += line
        process.terminate()
        banner += process.stdout.read()
    assert "postgresql://secret@/private" in banner
    assert "correct-horse" not in banner + (tmp_path / "log").read_text()


@pytest.mark.parametrize("command", ["serve", "migrate", "check"])
def test_the_error_about_a_wrong_password_has_a_solution_and_not_the_password(secret, command):
    said = refusal(command, secret("hunter2"))
    assert 'password authentication failed for user "secret"' in said
    assert "Correct the user or the password" in said and "hunter2" not in said


class OldServer(Link):
    """A proxy that makes its server appear to be PostgreSQL 14."""

    def pass_on(self, received):
        name = b"server_version\x00"
        start = received.find(name) + len(name)
        return received if start < len(name) else received[:start] + b"14" + received[start + 2 :]


@pytest.mark.parametrize("command", ["serve", "migrate"])
def test_an_old_server_is_rejected_and_not_changed(postgresql, command):
    link = OldServer(postgresql)
    try:
        said = refusal(command, f"postgresql://homeblocks@/postgres?host={link.folder}")
    finally:
        link.close()
    assert "is on PostgreSQL 14. Use PostgreSQL 15 or later." in said
    assert databases.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", postgresql.url) == ["0"]


# TLS


@pytest.fixture(scope="module")
def encrypted(tmp_path_factory):
    """A server that accepts connections from this machine over TLS only, and its certificate."""
    if reason := reason_against():
        pytest.skip(reason)
    shown, key = certificate(tmp_path_factory.mktemp("tls"), "database")
    port = free_port()
    server = PostgreSQL(
        {"listen_addresses": "127.0.0.1", "port": port, "ssl": "on", "ssl_cert_file": "own.pem", "ssl_key_file": "own.key"}
    )
    for name, file in (("own.pem", shown), ("own.key", key)):
        own = server.data / name
        own.write_bytes(file.read_bytes())
        own.chmod(0o600)
        if server.user:
            os.chown(own, server.user.pw_uid, server.user.pw_gid)
    (server.data / "pg_hba.conf").write_text("hostssl all all 127.0.0.1/32 trust\nlocal all all trust\n")
    with server:
        yield f"postgresql://homeblocks@127.0.0.1:{port}/postgres", shown


def test_the_server_of_the_database_is_verified(tmp_path, encrypted):
    address, shown = encrypted
    server = Server(tmp_path, database=f"{address}?sslmode=verify-full&sslrootcert={shown}")
    try:
        assert server.get("/homepage").status == 200
        [versions] = databases.execute(
            "SELECT string_agg(DISTINCT coalesce(ssl.version, 'none'), ' ') FROM pg_stat_activity AS used "
            "JOIN pg_stat_ssl AS ssl USING (pid) WHERE used.application_name LIKE 'homeblocks%'",
            f"{address}?sslmode=require",
        )
        assert versions in ("TLSv1.2", "TLSv1.3")
    finally:
        server.kill()


@pytest.mark.parametrize("case", ["another certificate", "another name", "no TLS"])
def test_the_error_about_a_server_that_cannot_be_verified_has_a_solution(tmp_path, encrypted, case):
    address, shown = encrypted
    other, _ = certificate(tmp_path, "other")
    address, reason, remedy = {
        "another certificate": (f"{address}?sslmode=verify-full&sslrootcert={other}", "certificate verify failed", "sslmode"),
        "another name": (
            address.replace("127.0.0.1", "localhost") + f"?hostaddr=127.0.0.1&sslmode=verify-full&sslrootcert={shown}",
            "does not match host name",
            "sslmode",
        ),
        "no TLS": (f"{address}?sslmode=disable", "no encryption", "pg_hba.conf"),
    }[case]
    said = refusal("serve", address)
    assert reason in said and remedy in said, said
