"""The real program with a database file in a folder, and its commands."""

import subprocess

from harness import ROOT
from harness.process import ServerProcess

TOKEN = "a-token-for-the-writes-of-the-faults-tests"


class FaultsServer(ServerProcess):
    """A server with an admin token from the environment."""

    def __init__(self, program, folder, launcher=(), database=None, **env):
        settings = {"HOMEBLOCKS_ADMIN_TOKEN": TOKEN, "HOMEBLOCKS_LOG_LEVEL": "warning"}
        super().__init__(folder, settings | env, program, database, launcher)
        self.token = TOKEN

    def command(self, *words, seconds=60):
        """Runs another command of the program; returns the exit code and all of its output."""
        done = subprocess.run(
            [*self.launcher, self.program, *map(str, words)],
            cwd=ROOT,
            env=self.env,
            capture_output=True,
            text=True,
            timeout=seconds,
        )
        return done.returncode, done.stdout + done.stderr
