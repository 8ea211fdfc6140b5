"""The kernel's information about a process and its children: CPU time, memory, bytes written."""

import os
import pathlib
import socket
import subprocess
from collections import defaultdict

from harness import Failure

TICKS = os.sysconf("SC_CLK_TCK")


def _stat(pid):
    # The name in parentheses may contain spaces.
    return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def family(pid):
    """A process and its descendants."""
    children = defaultdict(list)
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            children[int(_stat(folder.name)[1])].append(int(folder.name))
        except OSError:
            continue  # The process ended in the meantime.
    found, waiting = [], [pid]
    while waiting:
        found.append(waiting.pop())
        waiting += children[found[-1]]
    return found


def cpu_seconds(pid):
    """The user and system time of a process and its workers so far."""
    return sum(int(fields[11]) + int(fields[12]) for fields in map(_stat, family(pid))) / TICKS


def written(pid):
    """The bytes that a process has written, including those to sockets."""
    text = pathlib.Path(f"/proc/{pid}/io").read_text()
    return int(dict(line.split(": ") for line in text.splitlines())["wchar"])


def memory(pid, field="VmRSS"):
    """Resident memory in MB; `RssAnon` is the part that is not backed by files."""
    lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field + ":")) / 1024


def stop(process):
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def await_port(process, port, name, log, seconds=30):
    """Waits until a process listens on the port; fails immediately if the process ends."""
    for _ in range(int(seconds / 0.02)):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except ConnectionRefusedError:
            pass
        try:
            process.wait(timeout=0.02)
            break
        except subprocess.TimeoutExpired:
            continue
    stop(process)
    raise Failure(f"{name} did not start: {pathlib.Path(log).read_text(errors='replace').strip()[-1500:]}")
