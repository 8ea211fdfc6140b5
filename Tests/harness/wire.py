"""Raw bytes on a socket."""

import re
import socket


class Wire:
    """A connection that sends raw bytes, and reads one response after the other."""

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
        """Closes the sending side."""
        self.socket.shutdown(socket.SHUT_WR)
        return self

    def more(self):
        """Reads available bytes; none at the end."""
        try:
            part = self.socket.recv(1 << 18)
        except ConnectionResetError:
            part = b""
        self.received += part
        return part

    def rest(self):
        """Reads until the server closes the connection."""
        parts = [self.received]
        self.received = b""
        while self.more():
            parts.append(self.received)
            self.received = b""
        return b"".join(parts)

    def response(self, has_body=True):
        """The head and body of the next response; empty at the end."""
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
            assert part, f"the response ends after {there} of {size} bytes"
            parts.append(part)
            there += len(part)
        body = b"".join(parts)
        self.received = body[size:]
        return head, body[:size]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
