"""A temporary PostgreSQL server for tests: `python -m harness.postgresql COMMAND` runs a command with a server, whose
URL is in TEST_POSTGRESQL. If PostgreSQL is not installed, the command runs without one, or with `--or-skip` not at all,
and a message is printed."""

import contextlib
import functools
import glob
import os
import pathlib
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from harness import Failure, eventually

PLACES = ["/usr/lib/postgresql/*/bin", "/opt/homebrew/opt/postgresql@*/bin"]


def programs():
    """The folder with the programs of the newest installed version; None if there is none."""
    found = [pathlib.Path(place) for pattern in PLACES for place in glob.glob(pattern)]
    found = [place for place in found if (place / "initdb").exists()]
    return max(found, key=lambda place: float(place.parent.name.split("@")[-1]), default=None)


def owner():
    """The user of the server if the current one is root, since PostgreSQL refuses to run as root."""
    return pwd.getpwnam("postgres") if os.geteuid() == 0 else None


@functools.cache
def reason_against():
    """The reason why no server can be started on this machine; None if one can."""
    if programs() is None:
        return "PostgreSQL is not installed"
    try:
        if user := owner():
            subprocess.run(["true"], check=True, user=user.pw_uid, group=user.pw_gid, extra_groups=[])
    except (KeyError, OSError) as error:
        return f"PostgreSQL cannot be run as the user postgres ({error})"
    return None


def memory():
    """A folder in memory with space for hundreds of databases; None if there is none. Creating and dropping databases
    there takes a fraction of the time on a disk."""
    folder = pathlib.Path("/dev/shm")
    try:
        room = shutil.disk_usage(folder).free
        [available] = re.findall(r"^MemAvailable: *(\d+) kB", pathlib.Path("/proc/meminfo").read_text(), re.M)
    except (OSError, ValueError):
        return None
    return folder if min(room, int(available) << 10) >= 12 << 30 and os.access(folder, os.W_OK) else None


class PostgreSQL:
    """`with PostgreSQL() as server:` runs a server until the block ends. It listens only on a socket in its folder.

    `settings` and `env` have additional settings and environment variables. Without `is_durable`, writes need not
    survive a power cut, which is faster. `primary` is the server of which it is a standby.
    """

    def __init__(self, settings=None, env=None, is_durable=False, primary=None):
        place = None if is_durable else memory()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="homeblocks-postgresql-", dir=place))
        self.data, self.env = self.folder / "data", os.environ | {"LC_ALL": "C.UTF-8"} | (env or {})
        self.settings = {
            "listen_addresses": "",
            "unix_socket_directories": self.folder,
            "max_connections": 300,
            "fsync": "on" if is_durable else "off",
            **(settings or {}),
        }
        self.url = f"postgresql://homeblocks@/postgres?host={self.folder}"
        self.user = owner()
        self.process = None
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        if primary:
            self.follow(primary)
        else:
            self._make()

    def _make(self):
        self._run("initdb", "--username=homeblocks", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")
        # One user has a password, for tests of passwords.
        rules = self.data / "pg_hba.conf"
        rules.write_text("local all secret scram-sha-256\n" + rules.read_text())

    def follow(self, primary):
        """Replaces its data with a copy of a running server, whose standby it is from the next start on."""
        shutil.rmtree(self.data, ignore_errors=True)
        self._run(
            "pg_basebackup",
            f"--host={primary.folder}",
            "--username=homeblocks",
            "--write-recovery-conf",
            "--no-sync",
            "--checkpoint=fast",
        )
        # The primary may wait for a standby, but this one has none yet.
        with open(self.data / "postgresql.auto.conf", "a") as settings:
            settings.write("synchronous_standby_names = ''\n")

    def _options(self):
        as_user = {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []} if self.user else {}
        return {"env": self.env, "cwd": self.folder, **as_user}

    def _run(self, program, *words):
        subprocess.run(
            [programs() / program, "--pgdata", self.data, *words],
            check=True,
            capture_output=True,
            **self._options() | {"env": os.environ},
        )

    def start(self):
        """Starts the server; returns once it accepts connections."""
        words = [f"--{name}={value}" for name, value in self.settings.items()]
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [programs() / "postgres", "-D", self.data, *words], stdout=log, stderr=log, **self._options()
            )
        eventually(self._is_ready, 60)
        return self

    def _is_ready(self):
        if self.process.poll() is not None:
            raise Failure(f"PostgreSQL did not start: {(self.folder / 'log').read_text()[-1000:]}")
        words = [programs() / "pg_isready", "--quiet", "--host", self.folder, "--port", str(self.settings.get("port", 5432))]
        return subprocess.run(words, check=False).returncode == 0

    def stop(self, signal_number=signal.SIGINT):
        """Stops the server, or with SIGQUIT aborts it, as if its machine had failed."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal_number)
            # A frozen process gets the signal when it continues.
            self.thaw()
            self.process.wait(30)

    def processes(self):
        """The ids of its processes."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [self.process.pid, *map(int, children.split())]

    def freeze(self):
        """Suspends all of its processes, as if its machine were frozen."""
        self._send(signal.SIGSTOP, self.processes())

    def thaw(self):
        self._send(signal.SIGCONT, reversed(self.processes()))

    def _send(self, signal_number, processes):
        for process in processes:
            # Processes of connections may end at any time.
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal_number)

    def promote(self):
        """Makes a standby accept writes."""
        self._run("pg_ctl", "promote", "--wait")

    def kill(self):
        """Kills all of its processes, as if its machine had failed."""
        self.stop(signal.SIGQUIT)

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def main(words):
    must_have_one, words = words[:1] == ["--or-skip"], words[words[:1] == ["--or-skip"] :]
    if reason := reason_against():
        print(f"{reason}: the tests of databases on PostgreSQL are skipped.", file=sys.stderr)
        return 0 if must_have_one else subprocess.run(words, check=False).returncode
    with PostgreSQL() as server:
        return subprocess.run(words, env=os.environ | {"TEST_POSTGRESQL": server.url}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
