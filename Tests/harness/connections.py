"""The IPv4 connections of this machine from the system's list."""

import pathlib
from typing import NamedTuple


class Connection(NamedTuple):
    """One end of a connection: its port, the remote port, the unsent and unread bytes, and the socket's inode."""

    local: int
    remote: int
    unsent: int
    unread: int
    inode: str


def connections():
    lines = pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]
    for _, local, remote, _, queues, *others in map(str.split, lines):
        unsent, unread = (int(size, 16) for size in queues.split(":"))
        yield Connection(port(local), port(remote), unsent, unread, others[4])


def port(address):
    return int(address.rpartition(":")[2], 16)
