"""A small disk that can be filled: mounted in memory, or simulated by the preload library."""

import errno
import pathlib
import subprocess

from faults.powercut import library
from harness import Failure


class MountedDisk:
    """`with MountedDisk(folder) as disk:` mounts a file system at `disk.folder`."""

    kind = "a disk in memory"

    def __init__(self, folder, size="64m"):
        self.folder, self.size, self.env = pathlib.Path(folder) / "disk", size, {}

    def __enter__(self):
        self.folder.mkdir()
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={self.size}", "tmpfs", str(self.folder)], capture_output=True, text=True
        )
        if done.returncode:
            raise Failure(f"no disk could be mounted: {done.stderr.strip()}")
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", "--lazy", str(self.folder)], check=True)

    def fill(self):
        """Fills the disk until not a single byte can be written."""
        for size in (1 << 16, 4096, 1):
            with open(self.folder / f"filler-{size}", "ab", buffering=0) as filler:
                try:
                    while filler.write(bytes(size)) == size:
                        pass
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise

    def free(self):
        for filler in self.folder.glob("filler-*"):
            filler.unlink()


class PlayedDisk:
    """A substitute without mount permission: while it is full, writes that extend a file fail."""

    kind = "a simulated disk"

    def __init__(self, folder):
        self.folder, self.switch = pathlib.Path(folder) / "disk", pathlib.Path(folder) / "is-full"
        self.env = {"LD_PRELOAD": str(library(folder)), "POWERCUT_FOLDER": str(self.folder), "POWERCUT_FULL": str(self.switch)}

    def __enter__(self):
        self.folder.mkdir()
        return self

    def __exit__(self, *_):
        pass

    def fill(self):
        self.switch.touch()

    def free(self):
        self.switch.unlink()


def can_mount(folder):
    trial = MountedDisk(pathlib.Path(folder) / "trial")
    trial.folder.parent.mkdir()
    try:
        with trial:
            return True
    except (Failure, OSError):
        return False


def small_disk(folder):
    return MountedDisk(folder) if can_mount(folder) else PlayedDisk(folder)
