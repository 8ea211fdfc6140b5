"""A connection that sends bytes unchanged, and parses responses strictly."""

import re
import socket
import time

LINE = re.compile(rb"HTTP/1\.1 (\d{3}) [\t -~]*")
FIELD = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+:[ \t]*[!-~\x80-\xff \t]*")


class NoResponse(Exception):
    """The received bytes are not a valid response; the message says why."""


class StrictWire:
    """A connection that raises ``TimeoutError`` when it reads later than `seconds` after the last `wait`."""

    def __init__(self, address, seconds=5, source=None):
        self.socket = socket.create_connection(address, timeout=seconds, source_address=source and (source, 0))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.received, self.was_reset = b"", False
        self.wait(seconds)

    def wait(self, seconds):
        self.end = time.monotonic() + seconds

    def send(self, data):
        """Sends bytes; returns whether the other side accepted them."""
        try:
            self.socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            return False
        return True

    def finish(self):
        """Closes the sending side (half-close)."""
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def has_more(self):
        """Reads more bytes; returns false at the end."""
        left = self.end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self.socket.settimeout(left)
        try:
            part = self.socket.recv(1 << 18)
        except ConnectionResetError:
            self.was_reset, part = True, b""
        self.received += part
        return bool(part)

    def response(self, has_body=True):
        """The status and body of the next response; None at the end."""
        while b"\r\n\r\n" not in self.received:
            if not self.has_more():
                if self.received:
                    raise NoResponse(f"it ends within a head: {self.received[:80]!r}")
                return None
        head, _, self.received = self.received.partition(b"\r\n\r\n")
        line, *lines = head.split(b"\r\n")
        if not (found := LINE.fullmatch(line)) or not all(FIELD.fullmatch(each) for each in lines):
            raise NoResponse(f"this is not a head: {head[:200]!r}")
        status = int(found.group(1))
        lengths = [each for each in lines if each.lower().startswith(b"content-length:")]
        if status < 200 or status in (204, 304) or not has_body:
            return status, b""
        if len(lengths) != 1 or b"\r\ntransfer-encoding:" in head.lower():
            raise NoResponse(f"its length is unclear: {head[:200]!r}")
        size = int(lengths[0].partition(b":")[2])
        while len(self.received) < size:
            if not self.has_more():
                raise NoResponse(f"it ends after {len(self.received)} of {size} bytes")
        body, self.received = self.received[:size], self.received[size:]
        return status, body

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
