"""A client that records exactly how its connection ends."""

import json
import re
import socket
import time

from faults.client import Lost, Response

# The time in seconds for which an idle connection stays open for a last request during the shutdown.
GRACE = 1.0


class Fields(dict):
    """Header fields with case-insensitive names."""

    def __getitem__(self, name):
        return super().__getitem__(name.lower())


class MonitoredWire:
    """One connection, kept until the server announces that it closes it. Each violation is appended to `problems`.

    A complete request gets a complete response. The connection may only be closed without one if it was idle for longer
    than the server waits.
    """

    def __init__(self, address, token=None, problems=None, name="a client", receive=None, pace=0):
        self.token, self.problems, self.name, self.pace = token, [] if problems is None else problems, name, pace
        self.socket = socket.socket()
        if receive:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        self.socket.settimeout(20)
        self.socket.connect(address)
        self.ended = time.monotonic()
        self.received = b""
        self.is_over = False
        # The time of each request, and whether its response announced that the connection is closed.
        self.log = []

    def send(self, method, path, body=None, headers=None):
        """Returns the complete response, like ``Client.send``."""
        self.begin(self.request(method, path, body, headers))
        return self.response(f"{method} {path}")

    def request(self, method, path, body=None, headers=None):
        own = {"Host": "localhost"} | (headers or {})
        if self.token:
            own["Authorization"] = f"Bearer {self.token}"
        content = b"" if body is None else json.dumps(body).encode()
        if body is not None:
            own |= {"Content-Type": "application/json", "Content-Length": str(len(content))}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in own.items())]
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + content

    def begin(self, request):
        """Sends bytes; if the server has already closed the connection, reading the response detects it."""
        self.idle = time.monotonic() - self.ended
        self.sent = time.monotonic()
        try:
            self.socket.sendall(request)
        except OSError:
            pass

    def response(self, of):
        """Returns the next response. Raises ``Lost`` without one."""
        while b"\r\n\r\n" not in self.received:
            self._more(of)
        head, _, self.received = self.received.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        fields = Fields((name.lower(), value.strip()) for name, value in (line.split(":", 1) for line in lines[1:]))
        if not re.fullmatch(r"HTTP/1\.1 \d{3} .*", lines[0]) or "content-length" not in fields:
            self.problems.append(f"{self.name}: {of} got {head!r}")
            raise Lost(of)
        length = int(fields["Content-Length"])
        while len(self.received) < length:
            self._more(of, f"{len(head) + 4 + len(self.received)} bytes of {len(head) + 4 + length}")
        body, self.received = self.received[:length], self.received[length:]
        self.ended = time.monotonic()
        self.is_over = fields.get("connection", "").lower() == "close"
        self.log.append((of, self.sent, self.is_over))
        if self.is_over:
            self._expect_end(of)
        return Response(int(lines[0].split()[1]), fields, body)

    def _more(self, of, there=None):
        """Reads more bytes, or reports how the connection ended."""
        how = "is closed"
        try:
            part = self.socket.recv(4096 if self.pace else 1 << 18)
        except TimeoutError:
            part, how = b"", "is silent for 20 s"
        except OSError as error:
            part, how = b"", f"is reset ({type(error).__name__})"
        if self.pace:
            time.sleep(self.pace)
        self.received += part
        if part:
            return
        self.is_over = True
        there = there or (f"{len(self.received)} bytes of its head" if self.received else None)
        if there:
            self.problems.append(f"{self.name}: the connection {how} after {there} of the response to {of}: cut")
        elif self.idle < GRACE:
            self.problems.append(
                f"{self.name}: the connection {how} without a response to {of}, {self.idle * 1000:.0f} ms after the last one"
            )
        raise Lost(of)

    def _expect_end(self, of):
        """Checks for a clean end after the last response: a reset could have destroyed the response in transit."""
        try:
            rest = self.received + self.socket.recv(1)
        except OSError as error:
            self.problems.append(f"{self.name}: no clean end after the last response, to {of}: {type(error).__name__}")
            return
        if rest:
            self.problems.append(f"{self.name}: more follows a response that says that nothing does: {rest[:60]!r}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
