"""The short forms of the faults of `script/faults`."""

import subprocess
import sys

import pytest

from harness import PROGRAM, ROOT
from harness.postgresql import reason_against

sys.path[:0] = [str(ROOT / "Tests/Faults"), str(ROOT / "Benchmarks")]

from faults import modules, mutants  # noqa: E402

MODULES = modules()
# They run first: at the end, the other workers would be idle in the meantime.
LONGEST = ["B10", "R4", "R5"]
# Tested in short by test_nodes.py, test_access.py and FrozenProgramTests.
TESTED = ["B4", "B5", "B6", "B7", "R7"]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.long if name in TESTED else ())
        for name in sorted(MODULES, key=lambda name: name not in LONGEST)
    ],
)
def test_fault_violates_no_guarantee(name, tmp_path):
    module = MODULES[name]
    if name.startswith("B") and (reason := reason_against()):
        pytest.skip(reason)
    outcome = module.run(PROGRAM, tmp_path, module.SHORT)
    assert outcome.faults == [], "; ".join([outcome.figure, *outcome.faults])


@pytest.mark.parametrize("mutant", mutants.all_mutants(), ids=lambda mutant: mutant.name)
def test_mutant_applies_to_the_current_sources(mutant):
    assert mutant.fault in MODULES
    subprocess.run(["git", "apply", "--check", str(mutant.patch)], cwd=ROOT, check=True)
