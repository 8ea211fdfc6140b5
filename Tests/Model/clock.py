"""A program whose clock is advanced only by a test (libfaketime)."""

import glob
import os
import pathlib
import shutil
import tempfile
from datetime import datetime, timedelta, timezone

from harness import databases
from harness.postgresql import PostgreSQL
from harness.server import Server

LIBRARIES = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
BEGIN = datetime(2030, 1, 1, tzinfo=timezone.utc)


class Clock:
    """A time in milliseconds since the beginning, which a server reads from a file."""

    def __init__(self, file):
        self.file, self.now = pathlib.Path(file), 0
        self.set(0)

    def set(self, milliseconds):
        assert milliseconds >= self.now, "time only goes on"
        self.now = milliseconds
        # The library may lose the last digits: adding half a millisecond preserves the millisecond.
        instant = BEGIN + timedelta(milliseconds=milliseconds + 0.5)
        new = self.file.with_suffix(".new")
        new.write_text(instant.strftime("%Y-%m-%d %H:%M:%S.%f\n"))
        # The server never reads a partial write.
        os.replace(new, self.file)

    @staticmethod
    def text(milliseconds):
        return (BEGIN + timedelta(milliseconds=milliseconds)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class ClockedServer(Server):
    """A server with its own clock."""

    def __init__(self, folder):
        assert LIBRARIES, "libfaketime is missing: script/bootstrap --test installs it"
        # A database server with another user reads the time too.
        self.public = tempfile.mkdtemp(prefix="homeblocks-clock-")
        os.chmod(self.public, 0o755)
        self.clock = Clock(f"{self.public}/time")
        env = {
            "LD_PRELOAD": LIBRARIES[0],
            "FAKETIME_TIMESTAMP_FILE": str(self.clock.file),
            "FAKETIME_NO_CACHE": "1",
            # Connection timeouts use the monotonic clock.
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "TZ": "UTC",
            # A node could not follow a stopped clock.
            "TEST_HOMEBLOCKS_CLOCK": "system",
        }
        settings = {
            "HOMEBLOCKS_LOG_LEVEL": "error",
            # The address of the feeds' upstreams, which do not exist.
            "HOMEBLOCKS_FEEDS_ALLOWED_HOSTS": "127.0.0.1:9",
            "HOMEBLOCKS_FEEDS_ALLOWED_NETWORKS": "127.0.0.0/8",
        }
        # PostgreSQL dates changes by its own clock.
        self.postgresql = PostgreSQL(env=env).start() if databases.IS_POSTGRESQL else None
        # When the library is first loaded, it changes the environment, and Swift cannot find the program's arguments.
        # In a program started by `env`, this has already happened.
        super().__init__(folder, env | settings, launcher=["env"], database=self.postgresql and self.postgresql.url)

    def close(self):
        if self.runs:
            self.kill()
        if self.postgresql:
            self.postgresql.__exit__()
        shutil.rmtree(self.public)
        # Remove the files that the library leaves.
        for name in ("faketime_shm_", "sem.faketime_sem_"):
            pathlib.Path(f"/dev/shm/{name}{self.process.pid}").unlink(missing_ok=True)
