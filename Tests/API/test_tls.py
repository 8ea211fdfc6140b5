"""TLS connections: HTTP/1.1, HTTP/2, and replacing the certificate while connections are open."""

import gzip
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import time

import pytest

from conftest import normal
from harness import PROGRAM, ROOT, eventually
from secure import Secure, certificate


def test_http_1_and_http_2_have_the_same_content_and_hsts(server, secure):
    plain = server.get("/homepage").body
    connection = secure.connect()
    for _ in range(2):
        connection.request("GET", "/homepage", headers={"Accept-Encoding": "gzip"})
        response = connection.getresponse()
        assert gzip.decompress(response.read()) == plain
        assert response.headers["Strict-Transport-Security"] == "max-age=31536000"
    head, body = secure.curl("/homepage")
    assert head.startswith("HTTP/2 200") and body == plain
    assert "strict-transport-security: max-age=31536000" in head
    head, body = secure.curl("/none")
    assert head.startswith("HTTP/2 404") and "strict-transport-security" in head
    assert json.loads(body)["status"] == 404
    assert "Strict-Transport-Security" not in server.get("/homepage").headers


def test_operators_change_pages_over_http_2(server, secure):
    order = server.order()
    words = ["-X", "POST", "-H", f"Authorization: Bearer {server.token}", "-H", "Content-Type: application/json"]
    change = json.dumps({"moves": [{"block": order[2], "to": "start"}]}).encode()
    head, body = secure.curl("/sort", *words, body=change)
    assert head.startswith("HTTP/2 200") and json.loads(body)["data"]["order"][0] == order[2]
    head, _ = secure.curl("/sort", *words, body=b"x" * (1 << 20))
    # Errors that close an HTTP/1.1 connection end only the stream of HTTP/2.
    assert "HTTP/2 413" in head and "connection:" not in head.lower()


def test_the_fast_path_and_the_router_send_the_same_responses_over_tls(server, secure, tmp_path):
    folder = tmp_path / "other"
    folder.mkdir()
    other = Secure(server, folder, HOMEBLOCKS_HTTP_FAST_PATH="false")
    try:
        responses = []
        for one in (secure, other):
            connection = one.connect()
            connection.connect()
            received = b""
            for path in ("/homepage", "/sort", "/homepage", "/homepage/dragon/ball", "/homepage"):
                connection.sock.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                received += read(connection.sock)
            responses.append(normal(received))
        assert responses[0] == responses[1] and responses[0].count(b"HTTP/1.1 200 OK") == 5
    finally:
        other.stop()


def read(connection):
    """Reads one response."""
    received = b""
    while b"\r\n\r\n" not in received:
        part = connection.recv(65536)
        assert part, received
        received += part
    head, _, body = received.partition(b"\r\n\r\n")
    length = int(re.search(rb"Content-Length: (\d+)", head).group(1))
    while len(body) < length:
        part = connection.recv(65536)
        assert part, f"the response ends after {len(body)} of {length} bytes"
        received, body = received + part, body + part
    return received


def test_a_new_certificate_is_loaded_without_dropping_connections(secure, tmp_path):
    old = secure.connect()
    old.request("GET", "/sort")
    assert old.getresponse().read()
    first = old.sock.getpeercert()["subject"]
    # A certificate whose key does not exist yet changes nothing, nor does one with a key of another type.
    second = certificate(tmp_path, "second", days=60)
    for number, wrong in enumerate((second, certificate(tmp_path, "rsa", kind=["rsa:2048"])), start=1):
        shutil.copy(wrong[0], secure.certificate)
        secure.process.send_signal(signal.SIGHUP)
        eventually(lambda: secure.log.count("the old one stays") == number)
    again = secure.connect()
    again.request("GET", "/sort")
    assert again.sock.getpeercert()["subject"] == first
    secure.use(second)
    secure.process.send_signal(signal.SIGHUP)
    eventually(lambda: "certificate reloaded" in secure.log)
    new = secure.connect()
    new.request("GET", "/metrics")
    metrics = new.getresponse().read().decode()
    assert new.sock.getpeercert()["subject"] != first
    expiry = int(re.search(r"^homeblocks_tls_certificate_expiry_seconds (\d+)", metrics, re.MULTILINE).group(1))
    assert 59 * 86400 < expiry - time.time() < 61 * 86400
    old.request("GET", "/sort")
    assert old.getresponse().status == 200
    assert old.sock.getpeercert()["subject"] == first


def test_a_client_without_tls_is_disconnected_and_others_are_not_affected(server, tmp_path):
    secure = Secure(server, tmp_path, HOMEBLOCKS_HTTP_HEADER_TIMEOUT="1")
    try:
        for first in (b"", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\x16\x03\x01\x02\x00\x01", os.urandom(500)):
            begin = time.monotonic()
            with socket.create_connection(("127.0.0.1", secure.port), timeout=10) as connection:
                connection.sendall(first)
                try:
                    while connection.recv(1000):
                        pass
                except ConnectionResetError:
                    pass
            assert time.monotonic() - begin < 8, first
        assert secure.curl("/sort")[0].startswith("HTTP/2 200")
        with pytest.raises(ssl.SSLError):
            secure.connect(ssl.TLSVersion.TLSv1_1).connect()
        for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
            connection = secure.connect(version)
            connection.request("GET", "/sort")
            assert connection.getresponse().status == 200
    finally:
        assert secure.stop() == 0


def test_the_error_about_an_unreadable_key_names_the_user(server, tmp_path):
    # root can read everything, so another user runs the program.
    words = [PROGRAM]
    if os.getuid() == 0:
        words = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", PROGRAM]
        if subprocess.run([*words, "--version"], cwd=ROOT, capture_output=True, timeout=20).returncode:
            pytest.skip("the other user may not start the program here")
    with tempfile.TemporaryDirectory(prefix="homeblocks-key-") as folder:
        os.chmod(folder, 0o777)
        cert, key = (shutil.copy(file, folder) for file in certificate(tmp_path, "good"))
        os.chmod(cert, 0o644)
        os.chmod(key, 0o000)
        env = server.env | {"HOMEBLOCKS_TLS_CERTIFICATE": cert, "HOMEBLOCKS_TLS_KEY": key}
        done = subprocess.run(
            [*words, "serve", "--port", "0", "--database", f"{folder}/pages.sqlite"],
            cwd=ROOT,
            env=env,
            capture_output=True,
            text=True,
            timeout=20,
        )
        assert done.returncode == 1, done.stderr
        user = os.getuid() or 65534
        assert f"{key} is not readable by user {user}, who runs this program (Permission denied)." in done.stderr


def test_an_unusable_certificate_prevents_the_start_and_its_file_is_named(server, tmp_path):
    good, other = certificate(tmp_path, "good"), certificate(tmp_path, "other")
    rsa = certificate(tmp_path, "rsa", kind=["rsa:2048"])
    for env, words in (
        ({"HOMEBLOCKS_TLS_CERTIFICATE": str(good[0])}, "tls.key"),
        ({"HOMEBLOCKS_TLS_KEY": str(good[1])}, "tls.certificate"),
        ({"HOMEBLOCKS_TLS_CERTIFICATE": "/none.pem", "HOMEBLOCKS_TLS_KEY": str(good[1])}, "/none.pem"),
        ({"HOMEBLOCKS_TLS_CERTIFICATE": str(good[1]), "HOMEBLOCKS_TLS_KEY": str(good[1])}, str(good[1])),
        ({"HOMEBLOCKS_TLS_CERTIFICATE": str(good[0]), "HOMEBLOCKS_TLS_KEY": str(good[0])}, str(good[0])),
        ({"HOMEBLOCKS_TLS_CERTIFICATE": str(good[0]), "HOMEBLOCKS_TLS_KEY": str(other[1])}, str(other[1])),
        ({"HOMEBLOCKS_TLS_CERTIFICATE": str(good[0]), "HOMEBLOCKS_TLS_KEY": str(rsa[1])}, str(rsa[1])),
        ({"HOMEBLOCKS_TLS_CERTIFICATE": str(rsa[0]), "HOMEBLOCKS_TLS_KEY": str(good[1])}, str(good[1])),
    ):
        done = subprocess.run(
            [PROGRAM, "serve", "--port", "0", "--database", server.database],
            cwd=ROOT,
            env=server.env | env,
            capture_output=True,
            text=True,
            timeout=20,
        )
        assert done.returncode == 1 and words in done.stderr, (env, done.stderr)


def test_sighup_without_a_certificate_does_no_harm(server):
    server.process.send_signal(signal.SIGHUP)
    eventually(lambda: "no certificate" in server.log)
    assert server.get("/sort").status == 200


def test_a_stop_lets_tls_connections_finish(secure):
    connection = secure.connect()
    connection.request("GET", "/homepage")
    assert connection.getresponse().read()
    begin = time.monotonic()
    assert secure.stop() == 0
    assert time.monotonic() - begin < 8


def test_http_2_streams_have_the_same_request_checks_as_http_1(secure):
    for words, status in ((["-H", "Host: a@b"], 400), (["-H", "Host: [::1"], 400)):
        head, body = secure.curl("/sort", *words)
        assert head.startswith(f"HTTP/2 {status}") and json.loads(body)["status"] == status
    head, body = secure.curl("/" + "a" * 9000)
    assert head.startswith("HTTP/2 414") and "8 KiB" in json.loads(body)["detail"]
    head, body = secure.curl("/sort", "-H", "If-None-Match: *")
    assert head.startswith("HTTP/2 304") and "content-length" not in head and body == b""


def test_a_stop_does_not_wait_for_a_handshake(secure):
    with socket.create_connection(("127.0.0.1", secure.port), timeout=10) as connection:
        connection.sendall(b"\x16\x03\x01\x00\xc8")
        # When another client gets a response, the server has received the data.
        assert secure.curl("/sort")[0].startswith("HTTP/2 200")
        begin = time.monotonic()
        assert secure.stop() == 0
        assert time.monotonic() - begin < 5
