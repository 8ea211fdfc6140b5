"""A program whose clock advances only when a test says so (libfaketime)."""

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
    """A time in milliseconds since the beginning; a server reads it from a file."""

    def __init__(self, file):
        self.file, self.now = pathlib.Path(file), 0
        self.set(0)

    def set(self, milliseconds):
        assert milliseconds >= self.now, "time only goes on"
        self.now = milliseconds
        # The library may lose the last digits: half a millisecond more keeps the millisecond.
        instant = BEGIN + timedelta(milliseconds=milliseconds + 0.5)
        new = self.file.with_suffix(".new")
        new.write_text(instant.strftime("%Y-%m-%d %H:%M:%S.%f\n"))
        # The server never reads a partial write.
        os.replace(new, self.file)

    @staticmethod
    def text(milliseconds):
        return (BEGIN + timedelta(milliseconds=milliseconds)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class ClockedServer(Server):
    """A server that is started with its own clock."""

    def __init__(self, folder):
        assert LIBRARIES, "libfaketime is missing: script/bootstrap --test installs it"
        # Another user's server reads the time too.
        self.public = tempfile.mkdtemp(prefix="homeblocks-clock-")
        os.chmod(self.public, 0o755)
        self.clock = Clock(f"{self.public}/time")
        env = {
            "LD_PRELOAD": LIBRARIES[0], "FAKETIME_TIMESTAMP_FILE": str(self.clock.file), "FAKETIME_NO_CACHE": "1",
            # Timeouts of connections use the monotonic clock.
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "TZ": "UTC",
            # A clock that stands still is none that a node could follow.
            "TEST_HOMEBLOCKS_CLOCK": "system"}
        settings = {
            "HOMEBLOCKS_LOG_LEVEL": "error",
            # Where upstreams of feeds would be.
            "HOMEBLOCKS_FEEDS_ALLOWED_HOSTS": "127.0.0.1:9", "HOMEBLOCKS_FEEDS_ALLOWED_NETWORKS": "127.0.0.0/8"}
        # A database on a server dates changes by the server's clock.
        self.postgresql = PostgreSQL(env=env).start() if databases.IS_POSTGRESQL else None
        # The library changes the environment when it is loaded first, and Swift finds no arguments of the program then.
        # What `env` starts has that behind it.
        super().__init__(
            folder, env | settings, launcher=["env"],
            database=self.postgresql and self.postgresql.url)

    def close(self):
        if self.runs:
            self.kill()
        if self.postgresql:
            self.postgresql.__exit__()
        shutil.rmtree(self.public)
        # The library leaves these behind.
        for name in ("faketime_shm_", "sem.faketime_sem_"):
            pathlib.Path(f"/dev/shm/{name}{self.process.pid}").unlink(missing_ok=True)
