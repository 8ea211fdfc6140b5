"""S17: memory of idle TLS connections; memory and CPU with clients that read nothing and with floods; against nginx."""

import contextlib
import resource
import socket
import ssl
import struct
import time

from bench import pages, processes, responses, secure
from bench.reads import IDENTITY

IDLE = 10_000
SLOW, STREAMS = 200, 100
FLOOD_SECONDS = 2
LIMITS = {
    "HOMEBLOCKS_HTTP_MAX_CONNECTIONS": str(IDLE + 500),
    "HOMEBLOCKS_HTTP_MAX_CONNECTIONS_PER_CLIENT": str(IDLE + 500),
    "HOMEBLOCKS_HTTP_IDLE_TIMEOUT": "600",
    "HOMEBLOCKS_HTTP_WRITE_TIMEOUT": "600",
}
# The default settings: a window of 64 KB for each stream and for the connection.
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\x04\0\0\0\0\0"


class ManyConnections(secure.SecureNginx):
    """nginx with a sufficient connection limit."""

    def configuration(self):
        return (
            super()
            .configuration()
            .replace("worker_connections 1024", f"worker_connections {IDLE + 500}")
            .replace("worker_processes", f"worker_rlimit_nofile {IDLE + 1000}; worker_processes")
        )

    def directives(self):
        return super().directives() + " keepalive_timeout 600; http2_max_concurrent_streams 128;"


def memory(run):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    for protocol in ("HTTP/2", "HTTP/1.1"):
        ours, other = (grown(*each, protocol, IDLE, 1) for each in sides(run))
        run.note(
            f"S17: {IDLE:,} connections over {protocol} and TLS that have read a page and are idle: {ours * 1024 / IDLE:.1f} KB "
            f"each; nginx {other * 1024 / IDLE:.1f} KB"
        )
        run.found(f"S17 {protocol}", ours * 1024 / IDLE)
    ours, other = (grown(*each, "HTTP/2", SLOW, STREAMS) for each in sides(run))
    run.note(f"S17: {SLOW} connections with {STREAMS} streams each that read nothing: {ours:.0f} MB; nginx {other:.0f} MB")
    for name, frames in FLOODS.items():
        run.note(f"S17: {name} for {FLOOD_SECONDS} s: " + "; ".join(flooded(*each, frames) for each in sides(run)))
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def sides(run):
    """Our server, then nginx with two workers and the same page: name, process id, port, client context."""
    made, key = secure.certificate(run.new_folder())
    with run.serve(pages.p20(), page="p20", env=secure.settings(made, key) | LIMITS) as server:
        context = ssl.create_default_context(cafile=made)
        yield "homeblocks", server.pid, server.port, context
    with run.serve(pages.p20(), page="p20") as server:
        page = responses.require(server.url + "/homepage", IDENTITY)
    with ManyConnections(run.new_folder() / "nginx", page, made, key) as nginx:
        yield "nginx", nginx.process.pid, int(nginx.first_url.split(":")[2].split("/")[0]), context


def grown(_, pid, port, context, protocol, count, streams):
    """The memory in MB that the connections use."""
    context.set_alpn_protocols([{"HTTP/2": "h2"}.get(protocol, "http/1.1")])
    with contextlib.ExitStack() as connections:
        read_page(context, port, protocol, streams, connections)
        before = resident(pid)
        for _ in range(count):
            read_page(context, port, protocol, streams, connections)
        end, most = time.monotonic() + 3, 0
        while time.monotonic() < end:
            most = max(most, resident(pid))
            time.sleep(0.05)
    return most - before


def resident(pid):
    return sum(processes.memory(each, "RssAnon") for each in processes.family(pid))


def connect(context, port, connections):
    raw = connections.enter_context(socket.create_connection(("127.0.0.1", port)))
    return connections.enter_context(context.wrap_socket(raw, server_hostname="127.0.0.1"))


def head(number, flags, port):
    """A head with GET, https, /homepage and the authority, as literals without indexing."""
    authority = f"127.0.0.1:{port}".encode()
    fields = b"\x82\x87\x04\x09/homepage\x01" + bytes([len(authority)]) + authority
    return struct.pack(">I", len(fields))[1:] + b"\x01" + bytes([flags]) + struct.pack(">I", number) + fields


def read_page(context, port, protocol, streams, connections):
    """Opens a connection and requests the page on each stream. A single response is read."""
    wire = connect(context, port, connections)
    if protocol == "HTTP/2":
        wire.sendall(PREFACE + b"".join(head(1 + 2 * number, 5, port) for number in range(streams)))
    else:
        wire.sendall(b"GET /homepage HTTP/1.1\r\nHost: x\r\nAccept-Encoding: identity\r\n\r\n")
    received = b""
    while streams == 1 and b'"message":""}' not in received:
        part = wire.recv(1 << 16)
        assert part, "the server has closed the connection"
        received += part


# MARK: Floods

FLOODS = {
    "rapid resets": lambda port: b"".join(
        head(number, 5, port) + b"\0\0\x04\x03\0" + struct.pack(">II", number, 8) for number in range(1, 100_001, 2)
    ),
    "settings": lambda port: b"\0\0\x06\x04\0\0\0\0\0\0\x04\0\0\xff\xff" * 50_000,
    "pings": lambda port: b"\0\0\x08\x06\0\0\0\0\x0012345678" * 50_000,
}


def flooded(name, pid, port, context, frames):
    """A side's CPU time and memory while a client repeatedly sends frames, reconnecting after each close."""
    content = PREFACE + frames(port)
    context.set_alpn_protocols(["h2"])
    cpu, before = processes.cpu_seconds(pid), resident(pid)
    sent, connected, end = 0, 0, time.monotonic() + FLOOD_SECONDS
    while time.monotonic() < end:
        connected += 1
        with contextlib.ExitStack() as connections, contextlib.suppress(OSError):
            wire = connect(context, port, connections)
            for start in range(0, len(content), 1 << 14):
                sent += wire.send(content[start : start + (1 << 14)])
                if time.monotonic() > end:
                    break
    return (
        f"{name} {processes.cpu_seconds(pid) - cpu:.2f} s of CPU, {resident(pid) - before:.1f} MB, {connected:,} connections, "
        f"{sent / 1e6:.0f} MB received"
    )
