"""The system's information about a running process."""

import pathlib
import re

from failure import require


def is_confined(pid):
    """Checks that a process is confined; returns a description."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    users = re.search(r"^Uid:\s+(.*)$", status, re.MULTILINE).group(1).split()
    require("0" not in users, "it runs as root")
    require(int(re.search(r"^CapEff:\s+(\w+)$", status, re.MULTILINE).group(1), 16) == 0, "it has capabilities")
    require(re.search(r"^NoNewPrivs:\s+1$", status, re.MULTILINE), "it can gain privileges")
    mounts = [line.split() for line in pathlib.Path(f"/proc/{pid}/mounts").read_text().splitlines()]
    roots = [mount for mount in mounts if mount[1] == "/"]
    require("ro" in roots[-1][3].split(","), "its root is writable")
    left = sorted(str(path) for path in pathlib.Path(f"/proc/{pid}/root/tmp").rglob("*"))
    require(not left, f"it wrote outside /data: {left}")
    return f"user {users[0]}, no capabilities, no new privileges, read-only root, nothing in /tmp"


def banner_port(lines, said):
    """Reads a server's output until it listens, and appends it to `said`; returns the port."""
    for line in lines:
        said.append(line)
        found = re.search(r'^\{.*"address":"http://[^"]+:(\d+)".*"message":"listening"', line)
        if found:
            return int(found.group(1))
    require(False, "it ended before it listened")
