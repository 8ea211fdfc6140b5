"""Starts the real program on a free port with a database file of its own."""

import base64
import fcntl
import hashlib
import http.client
import json
import os
import pathlib
import pickle
import re
import shutil
import signal
import socket
import subprocess
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("PROGRAM", str(ROOT / ".build/debug/homeblocks"))
# Real responses, if there is a folder with some beside the project.
CAPTURES = sorted(ROOT.parent.glob("*/captures/home-page-2021.json"))


def eventually(condition, seconds=10):
    """Waits until a condition holds; returns how long it took."""
    begin = time.monotonic()
    while not condition():
        assert time.monotonic() - begin < seconds, "it did not come to be"
        time.sleep(0.005)
    return time.monotonic() - begin


def visible(order):
    """The starter sections of an order that every client gets, whatever its context."""
    return [code for code in order if code not in ("HOMEPAGE_BLOCK_LAB_PLAYLIST", "HOMEPAGE_BLOCK_NEW_YEAR_PLAYLIST")]


def normal(stream):
    """Responses as received, with replaced what differs from run to run; its form is checked."""
    for pattern, replacement in (
        (rb"\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n", rb"\r\nDate: *\r\n"),
        (rb"\r\nX-Request-Id: [0-9a-f]{20,32}\r\n", rb"\r\nX-Request-Id: *\r\n"),
        (rb'"requestId":"[0-9a-f]{20,32}"', rb'"requestId":"*"'),
        # An id has no leading zeros.
        (rb"(application/problem\+json\r\n(?:.+\r\n)*?Content-Length: )\d+", rb"\1*"),
    ):
        stream = re.sub(pattern, replacement, stream)
    return stream


def cheap_hash(password, salt=b"a salt for tests"):
    """What is stored of a password, with a hash that costs next to nothing."""
    hashed = hashlib.scrypt(password.encode(), salt=salt, n=16, r=1, p=1, dklen=32)
    return "$".join(["scrypt", "16", "1", "1", *(base64.b64encode(part).decode() for part in (salt, hashed))]).encode()


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def data(self):
        return self.json["data"]


class Wire:
    """A connection that sends bytes unchanged and reads one response after the other."""

    def __init__(self, server, receive_buffer=None, segment=None, timeout=20):
        self.socket = socket.socket()
        if segment:
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, segment)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(timeout)
        self.socket.connect(("127.0.0.1", server.port))
        self.received = b""

    def send(self, request):
        self.socket.sendall(request)
        return self

    def end(self):
        """Sends the end of the output (half-close)."""
        self.socket.shutdown(socket.SHUT_WR)
        return self

    def more(self):
        """Reads what is available; nothing at the end."""
        try:
            part = self.socket.recv(1 << 18)
        except ConnectionResetError:
            part = b""
        self.received += part
        return part

    def rest(self):
        """Everything received until the server closes."""
        parts = [self.received]
        self.received = b""
        while self.more():
            parts.append(self.received)
            self.received = b""
        return b"".join(parts)

    def answer(self, has_body=True):
        """The head and the body of the next response; nothing at the end."""
        while b"\r\n\r\n" not in self.received:
            if not self.more():
                return self.received, b""
        head, _, body = self.received.partition(b"\r\n\r\n")
        length = re.search(rb"\r\nContent-Length: (\d+)", head)
        size = int(length.group(1)) if length and has_body and b" 304 " not in head[:13] else 0
        parts, there = [body], len(body)
        while there < size:
            self.received = b""
            part = self.more()
            assert part, f"the answer ends after {there} of {size} bytes"
            parts.append(part)
            there += len(part)
        body = b"".join(parts)
        self.received = body[size:]
        return head, body[:size]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()


class Server:
    def __init__(self, folder, env=None, token=None, launcher=()):
        """`launcher` is the command that starts the program, if another one does."""
        self.database = str(folder / "pages.sqlite")
        self.env = {key: value for key, value in os.environ.items() if not key.startswith("HOMEBLOCKS_")}
        self.env.update(env or {})
        self.token, self.launcher = token, launcher
        self.log = open(folder / "log", "ab")
        self.start()

    def start(self, port=0):
        self.process = subprocess.Popen(
            [*self.launcher, PROGRAM, "serve", "--port", str(port), "--database", self.database],
            cwd=ROOT, env=self.env, stdout=subprocess.PIPE, stderr=self.log, text=True)
        try:
            self.read_banner()
        except BaseException:
            self.stop(signal.SIGKILL)
            raise
        if self.token is None and "HOMEBLOCKS_ADMIN_TOKEN" not in self.env:
            self.token = re.search(r"hb_\S+", self.banner).group()
        self.port = int(re.search(r"listening on http://127\.0\.0\.1:(\d+)", self.banner).group(1))
        self.url = f"http://127.0.0.1:{self.port}"

    def read_banner(self):
        self.banner = ""
        # It comes in one piece; no line of it is left for later.
        while not re.search(r"  database.*\n$", self.banner, re.S):
            part = os.read(self.process.stdout.fileno(), 65536).decode()
            assert part, "the program ended: " + pathlib.Path(self.log.name).read_text()[-2000:]
            self.banner += part

    def stop(self, signal_number=signal.SIGTERM):
        self.process.send_signal(signal_number)
        code = self.process.wait(timeout=15)
        self.process.stdout.close()
        return code

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def send(self, method, path, body=None, headers=None, connection=None):
        mine = connection or self.connect()
        mine.request(method, path, body=body, headers=headers or {})
        response = mine.getresponse()
        answer = Answer(response.status, response.headers, response.read())
        if connection is None:
            mine.close()
        return answer

    def get(self, path, headers=None, connection=None):
        return self.send("GET", path, headers=headers, connection=connection)

    def sort(self, change, page="music", headers=None, connection=None, query=""):
        all_headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        all_headers.update(headers or {})
        return self.send("POST", f"/sort?page={page}{query}", json.dumps(change), all_headers, connection)

    def api(self, method, path, body=None, token=None, headers=None, connection=None):
        """Sends JSON as an operator: as the first admin, unless another token is given."""
        all_headers = {"Authorization": f"Bearer {token or self.token}"}
        if body is not None:
            all_headers["Content-Type"] = "application/json"
        all_headers.update(headers or {})
        return self.send(method, path, None if body is None else json.dumps(body), all_headers, connection)

    def new_token(self, role, name=None, **members):
        """A token of a role; its name appears in `changedBy`."""
        answer = self.api("POST", "/api/tokens", {"name": name or role, "role": role, **members})
        assert answer.status == 201, answer.body
        return answer.data["token"]

    def order(self, page="music"):
        return self.get(f"/sort?page={page}").data["order"]

    def shown(self, page="music"):
        return [block["blockCode"] for block in self.get(f"/homepage?page={page}").data["blocks"]]

    def raw(self, request, timeout=10):
        """Sends bytes unchanged and reads until the server closes or sends nothing more."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as connection:
            connection.sendall(request)
            received = b""
            while True:
                try:
                    part = connection.recv(65536)
                except ConnectionResetError:
                    break
                if not part:
                    break
                received += part
            return received

    def command(self, *words, code=0, env=None):
        """Runs a command of the program on the same database, unless it names a server."""
        database = [] if "--server" in words or env else ["--database", self.database]
        done = subprocess.run(
            [PROGRAM, *words, *database], cwd=ROOT, env=self.env | (env or {}), capture_output=True, text=True, timeout=60)
        assert done.returncode == code, done.stdout + done.stderr
        return done


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path)
    yield server
    if server.process.poll() is None:
        server.stop(signal.SIGKILL)


@pytest.fixture
def start(tmp_path):
    """Starts servers, each with its own environment."""
    servers = []

    def start(**env):
        folder = tmp_path / str(len(servers))
        folder.mkdir()
        servers.append(Server(folder, env))
        return servers[-1]

    yield start
    for server in servers:
        if server.process.poll() is None:
            server.stop(signal.SIGKILL)


def made_once(tmp_path_factory, name, make):
    """What `make(folder)` returns. One worker makes it, and the others of the run wait for it: hashing passwords is slow."""
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    kept = base / f"{name}.pickle"
    with open(base / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            kept.write_bytes(pickle.dumps(make(tmp_path_factory.mktemp(name))))
    return pickle.loads(kept.read_bytes())


@pytest.fixture(scope="session")
def staff(tmp_path_factory):
    from sessions import Staff

    def make(folder):
        server = Server(folder)
        try:
            return Staff(server)
        finally:
            if server.process.poll() is None:
                server.stop(signal.SIGKILL)

    return made_once(tmp_path_factory, "staff", make)


@pytest.fixture
def pair(start):
    """Two servers with the same content: one with the fast path, the other one without."""
    fast, plain = (start(HOMEBLOCKS_LOG_FORMAT="json", **env) for env in ({}, {"HOMEBLOCKS_HTTP_FAST_PATH": "false"}))
    [server.stop() for server in (fast, plain)]
    shutil.copy(fast.database, plain.database)
    plain.token = fast.token
    [server.start() for server in (fast, plain)]
    return fast, plain


@pytest.fixture
def capture():
    """A real response, if there is one."""
    if not CAPTURES:
        pytest.skip("no real reply at hand")
    return CAPTURES[0]
