"""Programs with a deliberate bug, which the harness must detect: otherwise its results would be meaningless.

Each is a patch of `Sources` in `Tests/Faults/mutants`, whose first lines name the fault that detects it and the bug.
"""

import pathlib
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass

from faults.client import Client
from faults.server import FaultsServer
from harness import ROOT, Failure

PATCHES = ROOT / "Tests/Faults/mutants"
HEADINGS = ["mutant", "what", "fault", "figure", "verdict"]


@dataclass(frozen=True)
class Mutant:
    patch: pathlib.Path
    fault: str
    what: str

    @property
    def name(self):
        return self.patch.stem


def all_mutants():
    return [
        Mutant(patch, *(re.search(f"^{word}: (.+)$", patch.read_text(), re.M).group(1) for word in ("Fault", "What")))
        for patch in sorted(PATCHES.glob("*.patch"))
    ]


def git(folder, *words):
    done = subprocess.run(["git", "-C", str(folder), *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        raise Failure(f"git {words[0]}: {done.stderr.strip()[:500]}")


class Workbench:
    """A worktree in which mutants are built one after the other, in a temporary folder by default."""

    def __init__(self, folder=None, debug=False):
        self.folder = pathlib.Path(folder) if folder else None
        self.is_kept, self.debug = folder is not None, debug

    def __enter__(self):
        if self.folder is None:
            self.folder = pathlib.Path(tempfile.mkdtemp(prefix="homeblocks-mutants-")) / "worktree"
        if not self.folder.exists():
            git(ROOT, "worktree", "add", "--quiet", "--detach", self.folder, "HEAD")
            if (ROOT / "Package.resolved").exists():
                shutil.copy(ROOT / "Package.resolved", self.folder)
        head = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
        git(self.folder, "checkout", "--quiet", "--detach", head.stdout.strip())
        return self

    def __exit__(self, *_):
        if not self.is_kept:
            git(ROOT, "worktree", "remove", "--force", self.folder)
            self.folder.parent.rmdir()

    def build(self, mutant, target):
        """Builds the program of a mutant at `target`."""
        git(self.folder, "apply", mutant.patch)
        try:
            words = ["swift", "build", "--product", "homeblocks"] if self.debug else ["script/release"]
            subprocess.run(words, cwd=self.folder, check=True, stdout=subprocess.PIPE)
            shown = [*words, "--show-bin-path"] if self.debug else words
            place = subprocess.run(shown, cwd=self.folder, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
            shutil.copy(f"{place}/homeblocks" if self.debug else place, target)
        except subprocess.CalledProcessError as error:
            raise Failure(f"the mutant {mutant.name} could not be built") from error
        finally:
            git(self.folder, "apply", "--reverse", mutant.patch)
        return target


def require_working(mutant, program, folder):
    """Checks that the program works at all: otherwise every check would detect it."""
    with FaultsServer(program, folder) as server, Client(server.address, server.token) as client:
        response = client.sort({"moves": [{"block": "HOMEPAGE_BANNER", "to": "end"}]})
        if response.status != 200 or server.stop():
            raise Failure(f"the mutant {mutant.name} does not work at all: {response}")


def run(modules, rounds=None, folder=None, debug=False):
    """Returns a row for each mutant, with the verdict "found" or "missed"."""
    rows = []
    with Workbench(folder, debug) as bench, tempfile.TemporaryDirectory(prefix="homeblocks-faults-") as scratch:
        scratch = pathlib.Path(scratch)
        for mutant in all_mutants():
            program = bench.build(mutant, scratch / mutant.name)
            trial, place = (scratch / f"{mutant.name}-{word}" for word in ("trial", "files"))
            trial.mkdir()
            place.mkdir()
            require_working(mutant, program, trial)
            module = modules[mutant.fault]
            outcome = module.run(str(program), place, rounds or module.ROUNDS)
            print(f"{mutant.name}: {outcome.figure}", *outcome.faults[:3], sep="\n    ", flush=True)
            verdict = "missed" if outcome.holds else "found"
            rows.append([mutant.name, mutant.what, mutant.fault, outcome.figure, verdict])
    return rows
