"""A process that writes at a constant rate until its input ends: `writer.py URL RATE`, with the requests on the first
line. It rotates through a few connections, so that a slow response does not delay the next request, and sends prepared
bytes, so that its own work has little influence on the measurement."""

import collections
import json
import re
import select
import socket
import sys
import time
from urllib.parse import urlsplit

CONNECTIONS = 4


def request(parts, headers, body):
    lines = [f"POST {parts.path}?{parts.query} HTTP/1.1", f"Host: {parts.netloc}", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()


def status_of(connection):
    """Reads the next response completely; returns its status."""
    received = b""
    while b"\r\n\r\n" not in received:
        part = connection.recv(65536)
        if not part:
            return "closed"
        received += part
    head, _, body = received.partition(b"\r\n\r\n")
    left = int(re.search(rb"(?i)content-length: *(\d+)", head).group(1)) - len(body)
    while left > 0:
        left -= len(connection.recv(65536)) or left
    return head.split()[1].decode()


def main(url, rate):
    given, statuses, parts = json.loads(sys.stdin.readline()), collections.Counter(), urlsplit(url)
    requests = [request(parts, given["headers"], body) for body in given["bodies"]]
    connections = [socket.create_connection((parts.hostname, parts.port), timeout=30) for _ in range(CONNECTIONS)]
    waiting = collections.deque()
    print("writing", flush=True)
    begin, number = time.monotonic(), 0
    while True:
        pause = max(0, begin + number / rate - time.monotonic())
        if select.select([sys.stdin], [], [], pause)[0]:
            break
        if len(waiting) == CONNECTIONS:
            statuses[status_of(waiting.popleft())] += 1
        connection = connections[number % CONNECTIONS]
        connection.sendall(requests[number % len(requests)])
        waiting.append(connection)
        number += 1
    seconds = time.monotonic() - begin
    for connection in waiting:
        statuses[status_of(connection)] += 1
    print(json.dumps({"statuses": statuses, "seconds": seconds}))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
