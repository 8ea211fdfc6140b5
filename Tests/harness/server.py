"""A server with its own database, and the requests of tests."""

import http.client
import json
import socket
import subprocess

from harness import PROGRAM, ROOT
from harness.process import ServerProcess


class Response:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def data(self):
        return self.json["data"]

    def __str__(self):
        return f"{self.status} {self.body[:300].decode(errors='replace')}"


class Server(ServerProcess):
    """A server that is started immediately. `token` is an existing admin's; otherwise the first admin's is used."""

    def __init__(self, folder, env=None, token=None, launcher=(), database=None, program=PROGRAM, starts=True):
        super().__init__(folder, env, program, database, launcher)
        self.database, self.token = str(self.database), token
        if starts:
            self.start()

    def start(self, port=0):
        super().start(port)
        if self.token is None and not self.env.get("HOMEBLOCKS_ADMIN_TOKEN"):
            # The random part of the set-up link may contain these letters too.
            self.token = self.said("adminToken", r"^  token +(hb_\S+)$")
        return self

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def send(self, method, path, body=None, headers=None, connection=None):
        own = connection or self.connect()
        own.request(method, path, body=body, headers=headers or {})
        received = own.getresponse()
        response = Response(received.status, received.headers, received.read())
        if connection is None:
            own.close()
        return response

    def get(self, path, headers=None, connection=None):
        return self.send("GET", path, headers=headers, connection=connection)

    def sort(self, change, page="music", headers=None, connection=None, query=""):
        all_headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        all_headers.update(headers or {})
        return self.send("POST", f"/sort?page={page}{query}", json.dumps(change), all_headers, connection)

    def api(self, method, path, body=None, token=None, headers=None, connection=None):
        """Sends JSON as an operator: the first admin unless another token is given."""
        all_headers = {"Authorization": f"Bearer {token or self.token}"}
        if body is not None:
            all_headers["Content-Type"] = "application/json"
        all_headers.update(headers or {})
        return self.send(method, path, None if body is None else json.dumps(body), all_headers, connection)

    def new_token(self, role, name=None, **members):
        """Creates a token with a role; its name is the author of its changes."""
        response = self.api("POST", "/api/tokens", {"name": name or role, "role": role, **members})
        assert response.status == 201, response.body
        return response.data["token"]

    def order(self, page="music"):
        return self.get(f"/sort?page={page}").data["order"]

    def shown(self, page="music"):
        return [block["blockCode"] for block in self.get(f"/homepage?page={page}").data["blocks"]]

    def raw(self, request, timeout=10):
        """Sends raw bytes, and reads until the server closes the connection or sends nothing more."""
        with socket.create_connection(self.address, timeout=timeout) as connection:
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
        """Runs a command of the program with the same database, unless it names a server."""
        database = [] if "--server" in words or env else ["--database", self.database]
        done = subprocess.run(
            [PROGRAM, *words, *database], cwd=ROOT, env=self.env | (env or {}), capture_output=True, text=True, timeout=60
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done
