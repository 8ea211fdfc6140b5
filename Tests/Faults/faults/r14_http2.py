"""R14: HTTP/2 clients that keep a server busy or its responses waiting, while others read."""

import subprocess
import time

from bench import processes
from faults import Outcome
from faults.crowd import Crowd
from faults.r04_slow import awaited
from faults.server import FaultsServer
from faults.slow_crowd import open_files
from harness import eventually
from harness.floods import FLOODS, STALLS, STREAMS, reads_nothing
from harness.frames import DATA, END_STREAM, GOAWAY, HEADERS, RST_STREAM, Frames, window_update

TITLE = "HTTP/2: rapid resets, floods of frames, endless heads, closed windows, unread responses"
TARGET = "no read by other clients fails or changes, each stalled stream ends within its limit, no descriptor leaks, ≤ 200 MB"
ROUNDS, SHORT = 10, 1
# The number of connections of each kind in a round; fewer in the short form.
CONNECTIONS, FEW_CONNECTIONS = 8, 2
MOST_MEMORY = 200
# In seconds; a stalled stream may last as long as the timeout of requests or of writes.
LIMITS = {"HOMEBLOCKS_HTTP_REQUEST_TIMEOUT": "3", "HOMEBLOCKS_HTTP_WRITE_TIMEOUT": "3"}
LATER = 10
PATH = "/homepage"


class Readers(Crowd):
    """Clients that continuously read the page over HTTP/2, and compare each body with the first one."""

    def __init__(self, server):
        super().__init__(range(2))
        self.server, self.count, self.problems, self.expected = server, 0, [], None

    def act(self, number):
        stream = 1
        # With a window for whole responses, the scheduling of this reader has less influence.
        with Frames(self.server, initial=[(4, 1 << 20)], timeout=60) as client:
            client.send(window_update(0, 1 << 24))
            while not self.ending.is_set() and len(self.problems) < 5:
                client.send(client.request(stream, PATH))
                body, error = read(client, stream)
                self.expected = self.expected or body
                if error or body != self.expected:
                    self.problems.append(f"a read got {len(body)} bytes of {len(self.expected or b'')}: {error}")
                    return
                client.send(window_update(0, len(body)))
                self.count += 1
                stream += 2
                client.frames.clear()


def read(client, stream):
    """The body of a response, and the error with which it ended, or None."""
    parts = []
    while (found := client.next()) is not None:
        if found.kind in (RST_STREAM, GOAWAY):
            return b"".join(parts), found.error
        if found.kind == DATA and found.stream == stream:
            parts.append(found.payload)
            if found.flags & END_STREAM:
                return b"".join(parts), None
    return b"".join(parts), "the connection was closed"


def run(program, folder, rounds):
    server = secure(program, folder)
    connections = CONNECTIONS if rounds > SHORT else FEW_CONNECTIONS
    with server:
        with Frames(server) as client:
            client.send(client.request(1, PATH))
            assert client.status(1) == 200
        faults, floods = [], 0
        with Readers(server) as readers:
            eventually(lambda: readers.count > 2 or readers.problems)
            files, before = open_files(server), memory(server)
            most = before
            for _ in range(rounds):
                for kind in FLOODS:
                    for _ in range(connections):
                        with Frames(server, timeout=30) as client:
                            kind(client, PATH)
                        floods += 1
                    most = max(most, memory(server))
                for kind in STALLS:
                    found, highest = stalled(server, kind, connections)
                    faults += found
                    floods += connections
                    most = max(most, highest)
            count = readers.count
            eventually(lambda: readers.count > count or readers.problems)
        faults += readers.problems
        # The readers have also ended.
        if (more := awaited(server, lambda now: now <= files) - files) > 0:
            faults.append(f"{more} more descriptors are open than before.")
        grown = most - before
        if grown > MOST_MEMORY:
            faults.append(f"The program used {grown:.0f} MB more.")
        if code := server.stop():
            faults.append(f"The program ended with the code {code}.")
    kinds = len(FLOODS) + len(STALLS)
    return Outcome(
        f"{kinds} kinds, {floods} connections; {readers.count:,} concurrent reads; at most {grown:.0f} MB more", faults
    )


def stalled(server, kind, connections):
    """Checks that stalled connections are ended; returns the violations and the maximum memory."""
    # The responses of other floods fit into the client's socket buffer: they must arrive without reads.
    buffer = 4096 if kind is reads_nothing else None
    clients = [Frames(server, timeout=30, receive_buffer=buffer) for _ in range(connections)]
    limit = max(map(int, LIMITS.values())) * 2 + LATER
    try:
        for client in clients:
            kind(client, PATH)
        highest, end = memory(server), time.monotonic() + limit
        if kind is reads_nothing:
            # Reading would count as progress: the server has to detect the stall without it.
            while time.monotonic() < end - LATER:
                highest = max(highest, memory(server))
                time.sleep(0.05)
        left = sum(not is_over(client, end) for client in clients)
        name = kind.__name__
        return [f"{left} connections have stalled streams ({name}) after {limit} s."] if left else [], max(
            highest, memory(server)
        )
    finally:
        for client in clients:
            client.socket.close()


def is_over(client, end):
    """Whether all streams of a connection end before a time, individually or with the connection."""
    streams = set(STREAMS)
    client.socket.settimeout(1)
    while streams:
        try:
            found = client.next()
        except TimeoutError:
            if time.monotonic() > end:
                return False
            continue
        if found is None:
            return True
        if found.kind in (RST_STREAM, GOAWAY) or found.kind in (HEADERS, DATA) and found.flags & END_STREAM:
            streams.discard(found.stream)
    return not streams


def memory(server):
    return processes.memory(server.pid)


def secure(program, folder):
    certificate, key = folder / "tls.pem", folder / "tls.key"
    subprocess.run(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-days",
            "30",
            "-subj",
            "/CN=localhost",
            "-addext",
            "subjectAltName=IP:127.0.0.1",
            "-out",
            certificate,
            "-keyout",
            key,
        ],
        check=True,
        capture_output=True,
    )
    settings = LIMITS | {"HOMEBLOCKS_TLS_CERTIFICATE": str(certificate), "HOMEBLOCKS_TLS_KEY": str(key)}
    server = FaultsServer(program, folder, **settings)
    server.trusted = certificate
    return server
