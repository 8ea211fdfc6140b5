"""Starts the real program on a free port with a database file of its own."""

import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("PROGRAM", str(ROOT / ".build/debug/homeblocks"))
# Real replies, where a folder with some stands beside the project.
CAPTURES = sorted(ROOT.parent.glob("*/captures/home-page-2021.json"))


def eventually(condition, seconds=10):
    """Waits until something is so; says how long it took."""
    begin = time.monotonic()
    while not condition():
        assert time.monotonic() - begin < seconds, "it did not come to be"
        time.sleep(0.005)
    return time.monotonic() - begin


def visible(order):
    """The starter sections of an order that every client gets, whatever it tells about itself."""
    return [code for code in order if code not in ("HOMEPAGE_BLOCK_LAB_PLAYLIST", "HOMEPAGE_BLOCK_NEW_YEAR_PLAYLIST")]


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def data(self):
        return self.json["data"]


class Server:
    def __init__(self, folder, env=None):
        self.database = str(folder / "pages.sqlite")
        self.env = {key: value for key, value in os.environ.items() if not key.startswith("HOMEBLOCKS_")}
        self.env.update(env or {})
        self.token = None
        self.log = open(folder / "log", "ab")
        self.start()

    def start(self, port=0):
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", str(port), "--database", self.database],
            cwd=ROOT, env=self.env, stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.banner = ""
        while "  database" not in self.banner:
            line = self.process.stdout.readline()
            assert line, "the program ended: " + pathlib.Path(self.log.name).read_text()[-2000:]
            self.banner += line
        if self.token is None and "HOMEBLOCKS_ADMIN_TOKEN" not in self.env:
            while not self.banner.rstrip("\n").endswith("}'"):
                self.banner += self.process.stdout.readline()
            self.token = re.search(r"hb_\S+", self.banner).group()
        self.port = int(re.search(r"listening on http://127\.0\.0\.1:(\d+)", self.banner).group(1))
        self.url = f"http://127.0.0.1:{self.port}"

    def stop(self, signal_number=signal.SIGTERM):
        self.process.send_signal(signal_number)
        code = self.process.wait(timeout=15)
        self.process.stdout.close()
        return code

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)

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
        """A token of a role; its name is what "changed by" says."""
        answer = self.api("POST", "/api/tokens", {"name": name or role, "role": role, **members})
        assert answer.status == 201, answer.body
        return answer.data["token"]

    def order(self, page="music"):
        return self.get(f"/sort?page={page}").data["order"]

    def shown(self, page="music"):
        return [block["blockCode"] for block in self.get(f"/homepage?page={page}").data["blocks"]]

    def raw(self, request, timeout=10):
        """Sends bytes as they are and reads until the server closes or says nothing more."""
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
    """Starts servers with an environment of their own."""
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


@pytest.fixture
def capture():
    """A real reply, where one is at hand."""
    if not CAPTURES:
        pytest.skip("no real reply at hand")
    return CAPTURES[0]
