"""R12: random changes of operators, compared with a reference model in `Tests/Model`."""

import os
import re
import subprocess
import sys

from faults import Outcome
from harness import ROOT, Failure

TITLE = "random sequences of operators' changes (orders, blocks, cards, plans, restores, imports, takeovers) against a reference model"
TARGET = "no 5xx, nothing is lost silently, live equals the model at every instant"
# Steps.
ROUNDS = 20_000
# Its short form is a separate test.
SHORT = 0


def run(program, folder, rounds):
    if rounds == 0:
        return Outcome("its short form is Tests/Model, which script/test runs")
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--timeout", "0", "--basetemp", str(folder), "Tests/Model"]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"PROGRAM": program, "MODEL_STEPS": str(rounds)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    counts = re.search(r"^(?:=* ?)((?:\d+ \w+(?:, )?)+) in ([\d.]+)s", done.stdout, re.M)
    if not counts:
        raise Failure(f"Tests/Model did not finish: {done.stdout[-800:].strip()}")
    faults = re.findall(r"^E +failing\.Failure: (.+)$", done.stdout, re.M)
    if done.returncode and not faults:
        faults = [f"Tests/Model exited {done.returncode}: {done.stdout[-800:].strip()}"]
    return Outcome(f"{rounds:,} steps and the stories: {counts.group(1)} in {float(counts.group(2)):.0f} s", faults)
