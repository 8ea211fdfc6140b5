"""The connections of this machine over IPv4, as the system lists them."""

import pathlib
from typing import NamedTuple


class Connection(NamedTuple):
    """One end: its port, that of the other end, the bytes that wait to be sent and to be read, and the number of its
    socket."""

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
