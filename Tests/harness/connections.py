"""The connections of this machine over IPv4, as the system lists them."""

import pathlib
from typing import NamedTuple


class Connection(NamedTuple):
    """One end: its port, that of the other end, the bytes that wait to be sent, and the number of its socket."""

    local: int
    remote: int
    unsent: int
    inode: str


def connections():
    lines = pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]
    for _, local, remote, _, queues, *others in map(str.split, lines):
        yield Connection(port(local), port(remote), int(queues.partition(":")[0], 16), others[4])


def port(address):
    return int(address.rpartition(":")[2], 16)
