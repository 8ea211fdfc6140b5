"""Memory of connections over HTTP/2: of many that are idle, and of some with many streams that nobody reads."""

import contextlib
import resource
import socket
import ssl
import struct
import time

from bench import pages, processes, secure

IDLE = 10_000
SLOW, STREAMS = 200, 100
LIMITS = {
    "HOMEBLOCKS_HTTP_MAX_CONNECTIONS": str(IDLE + 500), "HOMEBLOCKS_HTTP_MAX_CONNECTIONS_PER_CLIENT": str(IDLE + 500),
    "HOMEBLOCKS_HTTP_IDLE_TIMEOUT": "600", "HOMEBLOCKS_HTTP_WRITE_TIMEOUT": "600",
}
# With settings as they are when nothing is said: a window of 64 KB for each stream and for the connection.
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\x04\0\0\0\0\0"


def memory(run):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    made, key = secure.certificate(run.new_folder())
    context = ssl.create_default_context(cafile=made)
    context.set_alpn_protocols(["h2"])
    for count, streams, what in ((IDLE, 1, "that have read a page and are idle"), (SLOW, STREAMS, "that read nothing")):
        with run.serve(pages.p20(), page="p20", env=secure.settings(made, key) | LIMITS) as server, \
                contextlib.ExitStack() as connections:
            connect(context, server, 1, connections)
            before = processes.memory(server.pid, "RssAnon")
            for _ in range(count):
                connect(context, server, streams, connections)
            grown = most(server) - before
        run.note(
            f"S13: {count:,} connections over HTTP/2 with {streams} streams each, {what}: {grown:.0f} MB, "
            f"{grown * 1024 / count:.1f} KB each")
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def most(server):
    """The memory that the server needs at most within some seconds."""
    end = time.monotonic() + 3
    found = 0
    while time.monotonic() < end:
        found = max(found, processes.memory(server.pid, "RssAnon"))
        time.sleep(0.05)
    return found


def connect(context, server, streams, connections):
    """Opens a connection and requests the page with each stream. A single response is read."""
    wire = connections.enter_context(
        context.wrap_socket(socket.create_connection(("127.0.0.1", server.port)), server_hostname="127.0.0.1"))
    authority = f"127.0.0.1:{server.port}".encode()
    # GET, https, /homepage and the authority, as literals that are not indexed.
    fields = b"\x82\x87\x04\x09/homepage\x01" + bytes([len(authority)]) + authority
    head = struct.pack(">I", len(fields))[1:] + b"\x01\x05"
    wire.sendall(PREFACE + b"".join(head + struct.pack(">I", 1 + 2 * number) + fields for number in range(streams)))
    if streams == 1:
        received = b""
        while b"\"message\":\"\"}" not in received:
            part = wire.recv(1 << 16)
            assert part, "the server has closed the connection"
            received += part
