"""An HTTP/2 client that sends any frames, valid or not, and reads the received ones."""

import socket
import ssl
import struct
import time
from dataclasses import dataclass

import hpack

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = range(10)
END_STREAM = ACK = 0x1
END_HEADERS, PADDED, PRIORITIZED = 0x4, 0x8, 0x20
ERRORS = [
    "NO_ERROR",
    "PROTOCOL_ERROR",
    "INTERNAL_ERROR",
    "FLOW_CONTROL_ERROR",
    "SETTINGS_TIMEOUT",
    "STREAM_CLOSED",
    "FRAME_SIZE_ERROR",
    "REFUSED_STREAM",
    "CANCEL",
    "COMPRESSION_ERROR",
    "CONNECT_ERROR",
    "ENHANCE_YOUR_CALM",
    "INADEQUATE_SECURITY",
    "HTTP_1_1_REQUIRED",
]


@dataclass
class Frame:
    kind: int
    flags: int
    stream: int
    payload: bytes
    # The fields of HEADERS, decoded in the order of arrival.
    fields: dict | None = None

    @property
    def error(self):
        """The name of the error code of a RST_STREAM or GOAWAY."""
        return ERRORS[struct.unpack(">I", self.payload[0:4] if self.kind == RST_STREAM else self.payload[4:8])[0]]


def frame(kind, flags=0, stream=0, payload=b"", length=None):
    """The bytes of a frame; `length` is the length in its header if it differs from that of the payload."""
    size = len(payload) if length is None else length
    return struct.pack(">I", size)[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def settings(*pairs):
    return frame(SETTINGS, payload=b"".join(struct.pack(">HI", *pair) for pair in pairs))


def window_update(stream, increment):
    return frame(WINDOW_UPDATE, 0, stream, struct.pack(">I", increment))


def reset(stream, error=8):
    return frame(RST_STREAM, 0, stream, struct.pack(">I", error))


class Frames:
    """A TLS connection. With `begin=False` nothing is sent at first, not even the preface."""

    def __init__(self, secure, begin=True, initial=(), receive_buffer=None, timeout=10):
        context = ssl.create_default_context(cafile=secure.trusted)
        context.set_alpn_protocols(["h2"])
        plain = socket.socket()
        if receive_buffer:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        plain.settimeout(timeout)
        plain.connect(("127.0.0.1", secure.port))
        self.socket = context.wrap_socket(plain, server_hostname="127.0.0.1")
        self.encoder, self.decoder = hpack.Encoder(), hpack.Decoder()
        self.authority = f"127.0.0.1:{secure.port}"
        self.received = b""
        self.frames = []
        if begin:
            self.send(PREFACE + settings(*initial))

    def send(self, *parts):
        try:
            self.socket.sendall(b"".join(parts))
        except (ConnectionError, ssl.SSLError):
            # Data that the server sent before it closed the connection can still be read.
            pass
        return self

    def head(self, path="/healthz", *fields, method="GET"):
        """The encoded header fields of a request."""
        return self.encoder.encode(
            [(":method", method), (":scheme", "https"), (":authority", self.authority), (":path", path), *fields]
        )

    def request(self, stream, path="/healthz", *fields, method="GET", ends=True):
        """The frame of a request without a body, or of the head of a request with a body."""
        flags = END_HEADERS | (END_STREAM if ends else 0)
        return frame(HEADERS, flags, stream, self.head(path, *fields, method=method))

    def next(self):
        """Reads the next frame; None once the server has closed the connection."""
        while not (len(self.received) >= 9 and len(self.received) >= 9 + self._length()):
            try:
                part = self.socket.recv(1 << 16)
            except (ConnectionError, ssl.SSLError):
                part = b""
            if not part:
                return None
            self.received += part
        size = 9 + self._length()
        head, payload, self.received = self.received[:9], self.received[9:size], self.received[size:]
        found = Frame(head[3], head[4], struct.unpack(">I", head[5:9])[0] & 0x7FFFFFFF, payload)
        if found.kind == HEADERS:
            found.fields = dict(self.decoder.decode(payload))
        self.frames.append(found)
        if found.kind == SETTINGS and not found.flags & ACK:
            self.send(frame(SETTINGS, ACK))
        return found

    def _length(self):
        return int.from_bytes(self.received[:3], "big")

    def until(self, wanted):
        """Reads up to the first wanted frame, and returns it; None if the server closes the connection before."""
        while (found := self.next()) is not None:
            if wanted(found):
                return found
        return None

    def status(self, stream):
        """The status of a response, or the error of its stream or of the connection."""

        def ends(f):
            return f.kind == GOAWAY and f.error != "NO_ERROR" or f.stream == stream and f.kind in (HEADERS, RST_STREAM)

        found = next(filter(ends, self.frames), None) or self.until(ends)
        if found is None:
            return "closed"
        return int(found.fields[":status"]) if found.kind == HEADERS else found.error

    def failure(self):
        """The error of the connection, or "closed" if the server closes it without one."""
        found = self.until(lambda f: f.kind == GOAWAY and f.error != "NO_ERROR")
        return found.error if found else "closed"

    def is_open(self):
        """Whether the connection still responds to a ping."""
        data = struct.pack(">d", time.monotonic())
        self.send(frame(PING, payload=data))
        return self.until(lambda f: f.kind == PING and f.flags & ACK and f.payload == data) is not None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
