"""The latency for other clients: sequential reads over a few persistent connections."""

import selectors
import socket
import time

from harness import Failure

# Shared by all readers: allocating a buffer for each part can take longer than the read.
BUFFER = bytearray(1 << 18)
REQUEST = b"GET /homepage HTTP/1.1\r\nHost: x\r\n\r\n"


class Reader:
    def __init__(self, address):
        self.socket = socket.create_connection(address, timeout=20)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.size = None

    def ask(self):
        self.left, self.begin = self.size, time.perf_counter()
        self.socket.sendall(REQUEST)

    def first(self):
        """Reads the length of a response."""
        self.ask()
        received = b""
        while b"\r\n\r\n" not in received:
            received += BUFFER[: self.more()]
        head, _, body = received.partition(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        self.size = len(head) + 4 + length
        left = self.size - len(received)
        while left:
            left -= self.more()

    def more(self):
        """Reads a part into the buffer; returns its length."""
        length = self.socket.recv_into(BUFFER)
        if not length:
            raise Failure("a reader was disconnected")
        return length


def p99(address, count, connections=8):
    """The p99 latency of a number of reads in seconds."""
    readers = [Reader(address) for _ in range(connections)]
    times, watched = [], selectors.DefaultSelector()
    for reader in readers:
        reader.first()
        watched.register(reader.socket, selectors.EVENT_READ, reader)
        reader.ask()
    while len(times) < count:
        for key, _ in watched.select(20):
            reader = key.data
            reader.left -= reader.more()
            if reader.left == 0:
                times.append(time.perf_counter() - reader.begin)
                reader.ask()
    for reader in readers:
        reader.socket.close()
    return sorted(times)[int(count * 0.99)]
