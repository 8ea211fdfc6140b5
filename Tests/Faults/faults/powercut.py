"""Simulated power cuts, after which unsynced data is lost; `powercut.c` explains how."""

import pathlib
import shutil
import subprocess

from faults.server import FaultsServer
from harness import ROOT, Failure


def library(folder, name="powercut"):
    """Compiles a C file of Tests/Faults once per folder; returns the library's path."""
    made = pathlib.Path(folder) / f"{name}.so"
    if not made.exists():
        words = ["cc", "-shared", "-fPIC", "-O2", "-o", made, ROOT / f"Tests/Faults/{name}.c", "-ldl", "-lpthread"]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode:
            raise Failure(f"{name}.c could not be compiled: {done.stderr[:500]}")
    return made


class PowerCuts(FaultsServer):
    """A server whose disk loses unsynced data in a power cut, and writes some of it early."""

    def __init__(self, program, folder, early=20, **env):
        folder = pathlib.Path(folder)
        self.data, self.shadow = folder / "data", folder / "shadow"
        for made in (self.data, self.shadow):
            made.mkdir()
        super().__init__(
            program,
            folder,
            database=self.data / "pages.sqlite",
            LD_PRELOAD=str(library(folder)),
            POWERCUT_FOLDER=str(self.data),
            POWERCUT_SHADOW=str(self.shadow),
            POWERCUT_EARLY=str(early),
            **env,
        )

    def start(self, *words):
        self._copy(self.data, self.shadow)
        return super().start(*words)

    def cut(self):
        """Kills the program; the next start finds only the data that was on disk."""
        self.kill()
        self._copy(self.shadow, self.data)

    @staticmethod
    def _copy(source, target):
        for file in target.iterdir():
            file.unlink()
        for file in source.iterdir():
            if not file.name.endswith("-shm"):
                shutil.copyfile(file, target / file.name)
