"""Clients that hold connections and do almost nothing, in a separate process so that they do not slow the checker down.

`python -m faults.slow_clients PORT COUNT again|once` prints `open` when all of them are connected. A line on its
standard input ends it; then it prints the results. With `again`, a closed client reconnects at the time of its next
byte, so that a refused one does not become a fast client. With `once`, the process ends when all clients are closed.
"""

import collections
import heapq
import json
import selectors
import socket
import sys
import time

HOSTS = [f"127.0.0.{number}" for number in range(2, 10)]
HEAD = b"GET /homepage HTTP/1.1\r\nHost: x\r\n"
FORM = b"POST /homepage/block/page HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
# The bytes that each kind sends immediately.
FIRST = {
    "idle": b"",
    "head": HEAD + b"X-Any: ",
    "body": FORM + b"Content-Length: 100000\r\n\r\n",
    # Far more responses than fit into the buffers of both sides.
    "reading nothing": (HEAD + b"\r\n") * 100,
}
KINDS = list(FIRST)


class SlowClient:
    def __init__(self, number, port):
        self.kind, self.host = KINDS[number % len(KINDS)], HOSTS[number // len(KINDS) % len(HOSTS)]
        self.port, self.has_left = port, False

    def connect(self):
        self.socket = socket.socket()
        if self.kind == "reading nothing":
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.bind((self.host, 0))
        self.socket.settimeout(20)
        self.socket.connect(("127.0.0.1", self.port))
        self.socket.setblocking(False)
        self.begin = time.monotonic()
        self.socket.send(FIRST[self.kind])

    def drip(self):
        """Sends a byte; returns whether the connection is open, which a client without reads detects only this way."""
        try:
            if self.kind != "idle":
                self.socket.send(b"a")
            return True
        except BlockingIOError:
            return True
        except OSError:
            return False

    def is_cut(self):
        try:
            return self.socket.recv(65536) == b""
        except BlockingIOError:
            return False
        except OSError:
            return True


class Crowd:
    """Clients that each have a time to connect, and then act once a second."""

    def __init__(self, port, count, again):
        self.port, self.again, self.cuts = port, again, collections.defaultdict(list)
        self.watched = selectors.DefaultSelector()
        self.watched.register(sys.stdin, selectors.EVENT_READ)
        self.next = [(0, number, None) for number in range(count)]
        self.missing = count

    def enter(self, number):
        client = SlowClient(number, self.port)
        client.connect()
        if client.kind != "reading nothing":
            self.watched.register(client.socket, selectors.EVENT_READ, client)
        heapq.heappush(self.next, (client.begin + first_due(number), number, client))
        self.missing -= 1
        if self.missing == 0:
            print("open", flush=True)

    def leave(self, client):
        self.cuts[client.kind].append(round(time.monotonic() - client.begin, 1))
        if client.kind != "reading nothing":
            self.watched.unregister(client.socket)
        client.socket.close()
        client.has_left = True

    def run(self):
        """Runs until the end is requested or no client is left."""
        while self.next:
            for key, _ in self.watched.select(max(0, self.next[0][0] - time.monotonic())):
                if key.fileobj is sys.stdin:
                    return
                if not key.data.has_left and key.data.is_cut():
                    self.leave(key.data)
            while self.next and self.next[0][0] <= time.monotonic():
                due, number, client = heapq.heappop(self.next)
                if client is None or client.has_left and self.again:
                    self.enter(number)
                    break
                if not client.has_left and not client.drip():
                    self.leave(client)
                if self.again or not client.has_left:
                    heapq.heappush(self.next, (due + 1, number, client))


def first_due(number):
    """The seconds until a client sends its first byte, so that all clients together send evenly."""
    return 0.5 + number * 0.618 % 1


def main():
    port, count, how = sys.argv[1:]
    crowd = Crowd(int(port), int(count), how == "again")
    crowd.run()
    print(json.dumps(crowd.cuts), flush=True)


if __name__ == "__main__":
    main()
