"""TLS records in any pieces, and the beginning and end of TLS connections."""

import ctypes
import os
import re
import signal
import socket
import ssl
import subprocess

import pytest

from harness import PROGRAM, ROOT, eventually
from secure import Secure, certificate

REQUEST = b"GET /homepage HTTP/1.1\r\nHost: x\r\n\r\n"


class Records:
    """A TLS client that lets the test choose its records and their pieces on the socket."""

    def __init__(self, server, version=None, piece=1 << 20):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=20)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.piece = piece
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = client(server, version).wrap_bio(self.incoming, self.outgoing, server_hostname="127.0.0.1")
        self.attempt(self.tls.do_handshake)
        self.send()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def attempt(self, action):
        """Performs an action that may need more data from the server, and returns its result."""
        while True:
            try:
                return action()
            except ssl.SSLWantReadError:
                self.send()
                received = self.socket.recv(1 << 16)
                if received:
                    self.incoming.write(received)
                else:
                    self.incoming.write_eof()

    def send(self):
        rest = self.outgoing.read()
        while rest:
            self.socket.sendall(rest[: self.piece])
            rest = rest[self.piece :]

    def write(self, content):
        """Sends the content as one record."""
        self.tls.write(content)
        self.send()

    def read(self):
        return self.attempt(lambda: self.tls.read(1 << 16))

    def response(self):
        """The head and body of one response."""
        received = self.read()
        while b"\r\n\r\n" not in received:
            received += self.read()
        head, _, body = received.partition(b"\r\n\r\n")
        length = int(re.search(rb"(?i)Content-Length: (\d+)", head).group(1))
        while len(body) < length:
            body += self.read()
        assert len(body) == length
        return head, body


def client(server, version=None):
    context = ssl.create_default_context(cafile=server.trusted)
    context.set_alpn_protocols(["http/1.1"])
    if version:
        context.minimum_version = context.maximum_version = version
    return context


VERSIONS = pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])


@VERSIONS
def test_bytes_and_records_arrive_in_any_pieces(server, secure, version):
    page = server.get("/homepage").body
    with Records(secure, version, piece=1) as connection:
        connection.write(REQUEST)
        assert connection.response()[1] == page
    with Records(secure, version) as connection:
        for byte in REQUEST:
            connection.write(bytes([byte]))
        assert connection.response()[1] == page
        # Half a record, then its rest together with the next one.
        connection.tls.write(REQUEST)
        records = connection.outgoing.read()
        connection.socket.sendall(records[:20])
        connection.tls.write(REQUEST)
        connection.socket.sendall(records[20:] + connection.outgoing.read())
        assert connection.response()[1] == page and connection.response()[1] == page


@VERSIONS
def test_a_client_that_reads_late_gets_all_data(server, secure, version):
    page = server.get("/homepage").body
    with Records(secure, version) as connection:
        connection.write(REQUEST)
        size = len(connection.response()[0]) + 4 + len(page)
        # More data than fits into the buffers of both systems.
        connection.write(REQUEST * 100)
        assert [secure.curl("/homepage")[1] for _ in range(3)] == [page] * 3
        received = bytearray()
        while len(received) < 100 * size:
            received += connection.read()
        assert received.count(page) == 100 and len(received) == 100 * size


@VERSIONS
def test_a_client_that_has_closed_its_sending_side_gets_its_response(server, secure, version):
    with Records(secure, version) as connection:
        connection.tls.write(REQUEST)
        with pytest.raises(ssl.SSLWantReadError):
            connection.tls.unwrap()
        connection.send()
        # This client library does not read after it has sent its own close, so the bytes are read from the socket.
        connection.socket.shutdown(socket.SHUT_WR)
        received = 0
        while part := connection.socket.recv(1 << 16):
            received += len(part)
        assert received > len(server.get("/homepage").body)


@VERSIONS
def test_a_close_sends_an_alert_and_loses_no_response(secure, version):
    with Records(secure, version) as connection:
        connection.write(REQUEST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        assert connection.response()[0].startswith(b"HTTP/1.1 200")
        # Without the alert, this would raise an error.
        assert connection.read() == b""
    with Records(secure, version) as connection:
        connection.write(b"POST /sort HTTP/1.1\r\nHost: a@b\r\nContent-Length: 90000000\r\n\r\n")
        for _ in range(20):
            connection.write(b"x" * 16000)
        assert connection.response()[0].startswith(b"HTTP/1.1 400")
        assert connection.read() == b""


@VERSIONS
def test_a_broken_record_closes_only_its_connection(server, secure, version):
    with Records(secure, version) as other:
        for broken in (b"\x17\x03\x03\x00\x20" + os.urandom(32), os.urandom(200), b"\x17\x03\x03\xff\xff" + b"x" * 70000):
            with Records(secure, version) as connection:
                connection.write(REQUEST)
                assert connection.response()[0].startswith(b"HTTP/1.1 200")
                connection.socket.sendall(broken)
                with pytest.raises((ssl.SSLError, ConnectionError)):
                    connection.read()
        other.write(REQUEST)
        assert other.response()[1] == server.get("/homepage").body


@VERSIONS
def test_sessions_are_resumed_until_the_certificate_is_reloaded(secure, version):
    context = client(secure, version)

    def connect(session):
        raw = socket.create_connection(("127.0.0.1", secure.port), timeout=20)
        with context.wrap_socket(raw, server_hostname="127.0.0.1", session=session) as connection:
            connection.sendall(REQUEST)
            assert connection.recv(1000).startswith(b"HTTP/1.1 200")
            return connection.session, connection.session_reused

    session, _ = connect(None)
    assert connect(session)[1]
    secure.process.send_signal(signal.SIGHUP)
    eventually(lambda: "certificate reloaded" in secure.log)
    assert not connect(session)[1]


def test_renegotiation_is_refused(secure):
    done = subprocess.run(
        ["openssl", "s_client", "-connect", f"127.0.0.1:{secure.port}", "-tls1_2", "-CAfile", secure.trusted],
        input=b"R\n",
        capture_output=True,
        timeout=20,
    )
    assert b"RENEGOTIATING" in done.stdout + done.stderr and b"no renegotiation" in done.stderr
    assert secure.curl("/sort")[0].startswith("HTTP/2 200")


def test_a_client_that_offers_no_known_protocol_gets_http_1_1(secure):
    for protocols in (None, ["spdy/3"]):
        context = ssl.create_default_context(cafile=secure.trusted)
        if protocols:
            context.set_alpn_protocols(protocols)
        with socket.create_connection(("127.0.0.1", secure.port), timeout=20) as raw:
            connection = context.wrap_socket(raw, server_hostname="127.0.0.1")
            connection.sendall(REQUEST)
            assert connection.recv(1000).startswith(b"HTTP/1.1 200")
            assert connection.selected_alpn_protocol() is None


def descriptors(server):
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def test_key_exchanges_that_are_expensive_only_for_the_server_are_rejected(secure):
    for group, is_accepted in (("X25519", True), ("P-256", True), ("ffdhe2048", False), ("ffdhe8192", False)):
        done = subprocess.run(
            ["openssl", "s_client", "-connect", f"127.0.0.1:{secure.port}", "-groups", group, "-CAfile", secure.trusted],
            input=b"",
            capture_output=True,
            timeout=20,
        )
        assert (done.returncode == 0) == is_accepted, group


def test_a_first_message_that_claims_to_be_large_closes_its_connection(secure):
    for first in (b"\x16\x03\x01\x02\x00\x01\x02\x00\x00", b"\x16\x03\x01\x00\x01\x01\x16\x03\x01\x00\x03\x02"):
        with socket.create_connection(("127.0.0.1", secure.port), timeout=5) as connection:
            connection.sendall(first)
            assert connection.recv(1) == b""


@VERSIONS
def test_data_after_the_close_of_a_client_uses_no_memory(secure, version):
    with Records(secure, version) as connection:
        connection.write(REQUEST)
        connection.response()
        before = secure.private_memory
        connection.tls.write(REQUEST * 100)
        with pytest.raises(ssl.SSLWantReadError):
            connection.tls.unwrap()
        connection.send()
        junk = b"\x17\x03\x03\x40\x00" + b"x" * (16 << 10)
        connection.socket.settimeout(1)
        try:
            for _ in range(4000):
                connection.socket.sendall(junk)
        except OSError:
            pass  # The server has closed the connection or stopped reading.
        assert secure.private_memory - before < 20 << 10


@VERSIONS
def test_a_connection_that_both_sides_have_closed_is_released(secure, version):
    before = descriptors(secure)
    with Records(secure, version) as connection:
        connection.tls.write(REQUEST)
        with pytest.raises(ssl.SSLWantReadError):
            connection.tls.unwrap()
        connection.send()
        while connection.socket.recv(1 << 16):
            pass
        eventually(lambda: descriptors(secure) == before)


def test_requests_in_padded_records_are_served(secure):
    """Each record has 16 KB, whatever it contains (RFC 8446, 5.4)."""
    with subprocess.Popen(
        [
            "openssl",
            "s_client",
            "-connect",
            f"127.0.0.1:{secure.port}",
            "-quiet",
            "-record_padding",
            "16000",
            "-tls1_3",
            "-CAfile",
            secure.trusted,
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as padded:
        try:
            for _ in range(20):
                padded.stdin.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                padded.stdin.flush()
                assert padded.stdout.readline().startswith(b"HTTP/1.1 200")
                length = 0
                while (line := padded.stdout.readline()) != b"\r\n":
                    length = int(line.split(b":")[1]) if line.lower().startswith(b"content-length") else length
                padded.stdout.read(length)
        finally:
            padded.kill()


def test_unlimited_key_updates_close_the_connection(secure):
    """Uses OpenSSL directly, since Python's client cannot request a key update."""
    with socket.create_connection(("127.0.0.1", secure.port), timeout=10) as connection:
        client = KeyUpdates(connection)
        before = secure.private_memory
        with pytest.raises(OSError):
            for _ in range(200):
                connection.sendall(client.records(500))
        assert secure.private_memory - before < 20 << 10
    assert secure.curl("/sort")[0].startswith("HTTP/2 200")


class KeyUpdates:
    """A client that sends only key updates."""

    def __init__(self, connection):
        self.ssl, self.crypto = ctypes.CDLL("libssl.so.3"), ctypes.CDLL("libcrypto.so.3")
        pointer = ctypes.c_void_p
        for function, result, arguments in (
            (self.ssl.TLS_client_method, pointer, []),
            (self.ssl.SSL_CTX_new, pointer, [pointer]),
            (self.ssl.SSL_new, pointer, [pointer]),
            (self.ssl.SSL_set_bio, None, [pointer] * 3),
            (self.ssl.SSL_set_connect_state, None, [pointer]),
            (self.ssl.SSL_do_handshake, ctypes.c_int, [pointer]),
            (self.ssl.SSL_key_update, ctypes.c_int, [pointer, ctypes.c_int]),
            (self.crypto.BIO_s_mem, pointer, []),
            (self.crypto.BIO_new, pointer, [pointer]),
            (self.crypto.BIO_read, ctypes.c_int, [pointer, pointer, ctypes.c_int]),
            (self.crypto.BIO_write, ctypes.c_int, [pointer, ctypes.c_char_p, ctypes.c_int]),
        ):
            function.restype, function.argtypes = result, arguments
        self.handle = self.ssl.SSL_new(self.ssl.SSL_CTX_new(self.ssl.TLS_client_method()))
        incoming, self.outgoing = (self.crypto.BIO_new(self.crypto.BIO_s_mem()) for _ in range(2))
        self.ssl.SSL_set_bio(self.handle, incoming, self.outgoing)
        self.ssl.SSL_set_connect_state(self.handle)
        while self.ssl.SSL_do_handshake(self.handle) != 1:
            connection.sendall(self.output())
            received = connection.recv(1 << 16)
            self.crypto.BIO_write(incoming, received, len(received))
        connection.sendall(self.output())

    def output(self):
        buffer = ctypes.create_string_buffer(1 << 20)
        count = self.crypto.BIO_read(self.outgoing, buffer, len(buffer))
        return buffer.raw[: max(0, count)]

    def records(self, count):
        for _ in range(count):
            self.ssl.SSL_key_update(self.handle, 1)
            self.ssl.SSL_do_handshake(self.handle)
        return self.output()


def openssl(*words):
    subprocess.run(["openssl", *words], check=True, capture_output=True, timeout=20)


def test_the_complete_certificate_chain_is_sent(server, tmp_path):
    root, leaf = certificate(tmp_path, "root"), (tmp_path / "leaf.pem", tmp_path / "leaf.key")
    openssl(
        "req",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-subj",
        "/CN=leaf",
        "-out",
        str(tmp_path / "leaf.csr"),
        "-keyout",
        str(leaf[1]),
    )
    openssl("x509", "-req", "-in", str(tmp_path / "leaf.csr"), "-CA", str(root[0]), "-CAkey", str(root[1]), "-out", str(leaf[0]))
    leaf[0].write_text(leaf[0].read_text() + root[0].read_text())
    secure = Secure(server, tmp_path)
    try:
        secure.use(leaf)
        secure.process.send_signal(signal.SIGHUP)
        eventually(lambda: "certificate reloaded" in secure.log)
        done = subprocess.run(
            ["openssl", "s_client", "-connect", f"127.0.0.1:{secure.port}", "-showcerts", "-CAfile", str(root[0])],
            input=b"",
            capture_output=True,
            timeout=20,
        )
        assert done.stdout.count(b"BEGIN CERTIFICATE") == 2 and b"Verify return code: 0 (ok)" in done.stdout
    finally:
        assert secure.stop() == 0


def test_the_error_about_a_weak_or_encrypted_key_names_the_file(server, tmp_path):
    good, locked = certificate(tmp_path, "good"), tmp_path / "locked.key"
    openssl("pkcs8", "-topk8", "-in", str(good[1]), "-out", str(locked), "-passout", "pass:secret")
    weak = tmp_path / "weak.pem", tmp_path / "weak.key"
    openssl("req", "-x509", "-newkey", "rsa:512", "-nodes", "-subj", "/CN=weak", "-out", str(weak[0]), "-keyout", str(weak[1]))
    for cert, key, words in (
        (good[0], locked, f"{locked} is not a valid unencrypted PEM private key."),
        (weak[0], weak[1], f"The certificate in {weak[0]} is not secure enough (ee key too small)."),
    ):
        done = subprocess.run(
            [PROGRAM, "serve", "--port", "0", "--database", server.database],
            cwd=ROOT,
            capture_output=True,
            text=True,
            env=server.env | {"HOMEBLOCKS_TLS_CERTIFICATE": str(cert), "HOMEBLOCKS_TLS_KEY": str(key)},
            timeout=20,
            stdin=subprocess.DEVNULL,
        )
        assert done.returncode == 1 and words in done.stderr and "secret" not in done.stderr, done.stderr
