"""More connections than the program's file descriptor limit."""

import os
import pathlib
import select
import socket
import time

from faults.client import Client, Lost
from faults.server import FaultsServer

DESCRIPTORS = 128
CONNECTIONS = 400
SECONDS = 3
# The permitted processor time in these seconds.
MOST = 1.5


def exhausted(program, folder, _):
    """Checks that the server keeps its connections, does not spin, and accepts connections again afterwards."""
    faults = []
    limited = ("prlimit", f"--nofile={DESCRIPTORS}:{DESCRIPTORS}")
    with FaultsServer(program, folder, launcher=limited) as server:
        with Client(server.address, timeout=10) as early:
            early.get("/healthz")
            crowd = [asking(server.address, number) for number in range(CONNECTIONS)]
            used, answered = watch(server, crowd)
            if used >= MOST:
                faults.append(f"Without descriptors it uses {used:.1f} s of CPU in {SECONDS} s.")
            faults += unanswered(early, "An existing connection gets no response while there are no descriptors")
            for connection in crowd:
                connection.close()
        with Client(server.address, timeout=10) as late:
            faults += unanswered(late, "A new connection gets no response once there are descriptors again")
        if not server.runs:
            faults.append(f"Without descriptors the program ended with the code {server.ended()}.")
        elif code := server.stop():
            faults.append(f"After it had no descriptors it ended with the code {code}.")
    figure = f"{answered} of {CONNECTIONS} got a response at once with {DESCRIPTORS} descriptors"
    return f"{figure}, {used:.2f} s CPU in {SECONDS} s", faults


def asking(address, number):
    """A non-blocking connection, which sends a request once it is established."""
    connection = socket.socket()
    connection.bind((f"127.0.0.{2 + number % 8}", 0))
    connection.setblocking(False)
    connection.connect_ex(address)
    return connection


def watch(server, crowd):
    """Returns the processor time that a server uses for some seconds, and the number of clients that get a response."""
    begin, end = processor_time(server), time.monotonic() + SECONDS
    silent, waiting, answered = set(crowd), set(), 0
    while (left := end - time.monotonic()) > 0:
        readable, writable, _ = select.select(list(waiting), list(silent), [], left)
        for connection in writable:
            silent.discard(connection)
            if try_to(connection.send, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"):
                waiting.add(connection)
        for connection in readable:
            waiting.discard(connection)
            answered += bool(try_to(connection.recv, 4096))
    return processor_time(server) - begin, answered


def try_to(do, argument):
    try:
        return do(argument)
    except OSError:
        return None


def processor_time(server):
    fields = pathlib.Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def unanswered(client, fault):
    try:
        response = client.get("/homepage")
    except Lost as lost:
        return [f"{fault}: {lost}."]
    return [] if response.status == 200 else [f"{fault}: {response}."]
