"""A description of the machine of the benchmark, without its name."""

import os
import pathlib
import platform
import re
import subprocess
import tempfile

from bench import nginx, wrk
from bench.peers import VENV


def described():
    """A list of short facts."""
    return [
        f"{os.cpu_count()} cores, {cpu_model()}",
        f"Linux {platform.release()}",
        f"database on {file_system(tempfile.gettempdir())}",
        f"wrk {version(wrk.version)}",
        f"nginx {version(nginx.version)}",
        *(f"{name} {found}" for name, found in peers().items()),
        f"Python {platform.python_version()}",
        f"Swift {version(swift)}",
    ]


def version(of):
    try:
        return of()
    except (OSError, AttributeError):
        return "not installed"


def cpu_model():
    found = re.search(r"^model name\s*: (.+)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    return found.group(1) if found else platform.machine()


def file_system(folder):
    """The type of a folder's file system. In memory, durable writes cost nothing."""
    mounts = [line.split()[1:3] for line in pathlib.Path("/proc/mounts").read_text().splitlines()]
    above = {str(path) for path in (pathlib.Path(folder).resolve(), *pathlib.Path(folder).resolve().parents)}
    return max((mount for mount in mounts if mount[0] in above), key=lambda mount: len(mount[0]))[1]


def peers():
    """The versions of the programs to compare with."""
    found = {}
    for name in ("kinto", "wagtail", "gunicorn"):
        for folder in VENV.glob(f"lib/*/site-packages/{name}-*.dist-info"):
            found[name.capitalize()] = folder.name.removesuffix(".dist-info").rpartition("-")[2]
    return found


def swift():
    said = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
    return re.search(r"Swift version (\S+)", said).group(1)
