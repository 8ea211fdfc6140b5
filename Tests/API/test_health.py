"""`homeblocks health`: the health check of a container, which reads the same settings as the server."""

import socket
import struct
import subprocess
import threading
import time

import pytest

from harness import PROGRAM, ROOT, environment


def health(*words, code=0, **settings):
    done = subprocess.run(
        [PROGRAM, "health", *words], cwd=ROOT, env=environment(**settings), capture_output=True, text=True, timeout=30
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def said_of_no_response(port, tls):
    return (
        f"The server at 127.0.0.1, port {port} did not send a complete HTTP response. "
        f"According to these settings, it uses {tls}.\n"
    )


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "localhost"])
def test_it_finds_the_server_at_the_port_and_host_of_the_settings(start, host):
    server = start(HOMEBLOCKS_HOST=host) if host != "localhost" else start()
    settings = {"HOMEBLOCKS_HOST": host, "HOMEBLOCKS_PORT": str(server.port)}
    assert health(**settings) == "The server is ready.\n"
    assert health("--port", str(server.port)) == "The server is ready.\n"
    server.stop()
    said = health(code=1, **settings)
    assert f"port {server.port}" in said and said.startswith("No server responds")


def test_it_reads_the_configuration_file(server, tmp_path):
    file = tmp_path / "homeblocks.yaml"
    file.write_text(f"port: {server.port}")
    assert "ready" in health("--config", str(file))
    file.write_text(f"prot: {server.port}")
    assert "Unknown setting prot" in health("--config", str(file), code=1)


def test_it_does_not_verify_the_host_name_of_the_certificate(secure):
    settings = {name: secure.env[name] for name in ("HOMEBLOCKS_TLS_CERTIFICATE", "HOMEBLOCKS_TLS_KEY")}
    settings["HOMEBLOCKS_PORT"] = str(secure.port)
    assert "ready" in health(**settings)
    assert "ready" in health(HOMEBLOCKS_HOST="localhost", **settings)
    # Without these settings, it sends a request without TLS.
    assert said_of_no_response(secure.port, tls="no TLS") == health(code=1, HOMEBLOCKS_PORT=str(secure.port))


def test_it_reports_that_a_port_has_no_tls(server, secure):
    settings = {name: secure.env[name] for name in ("HOMEBLOCKS_TLS_CERTIFICATE", "HOMEBLOCKS_TLS_KEY")}
    assert said_of_no_response(server.port, tls="TLS") == health(code=1, HOMEBLOCKS_PORT=str(server.port), **settings)


def test_it_requires_a_port_if_the_server_chooses_one():
    assert "--port" in health(code=1, HOMEBLOCKS_PORT="0")


def server_that(respond):
    """A server that calls `respond` with each connection."""
    listener = socket.create_server(("127.0.0.1", 0))

    def accept():
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                respond(connection)

    threading.Thread(target=accept, daemon=True).start()
    return listener


def sends(text):
    def respond(connection):
        connection.recv(65536)
        connection.sendall(text)

    return respond


def is_silent(connection):
    connection.recv(65536)
    connection.recv(65536)


def closes_at_once(connection):
    pass


def resets(connection):
    connection.recv(65536)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


@pytest.mark.parametrize(
    "respond",
    [
        sends(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nok"),
        sends(b"HTTP/1.1 200 OK\r\nContent-Le"),
        sends(b""),
        sends(b"no server of ours\r\n\r\n"),
        closes_at_once,
        resets,
    ],
    ids=["half a body", "half a head", "nothing", "no HTTP", "closed at once", "reset"],
)
def test_it_reports_a_missing_response(respond):
    with server_that(respond) as listener:
        port = listener.getsockname()[1]
        assert health(code=1, HOMEBLOCKS_PORT=str(port)) == said_of_no_response(port, tls="no TLS")


@pytest.mark.parametrize(
    "respond,words",
    [
        (sends(b'HTTP/1.1 503 Unavailable\r\nContent-Length: 30\r\n\r\n{"detail":"The disk is full."}'), "503: The disk is full"),
        (is_silent, "within 4 seconds"),
    ],
    ids=["unwell", "silent"],
)
def test_it_fails_in_time_if_the_server_is_unhealthy(respond, words):
    with server_that(respond) as listener:
        began = time.monotonic()
        said = health(code=1, HOMEBLOCKS_PORT=str(listener.getsockname()[1]))
        assert words in said and "ready" not in said
        assert time.monotonic() - began < 15
