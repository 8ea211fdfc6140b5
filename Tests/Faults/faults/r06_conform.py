"""R6: the server's conformance to its OpenAPI description: `script/conform` with many examples for each operation."""

import os
import re
import subprocess

from faults import Outcome
from harness import ROOT, Failure

TITLE = "Schemathesis with the whole OpenAPI description, every check, 100 examples per operation (seed 7)"
TARGET = "no failure"
# Examples.
ROUNDS = 100
# Its short form is a separate test.
SHORT = 0

SEED = 7


def run(program, folder, rounds):
    if rounds == 0:
        return Outcome("its short form is script/conform, which script/test runs")
    with open(folder / "said", "w+") as file:
        done = subprocess.run(
            [str(ROOT / "script/conform"), str(rounds), str(SEED)],
            cwd=ROOT,
            env=os.environ | {"PROGRAM": program},
            stdout=file,
            stderr=subprocess.STDOUT,
            text=True,
        )
        file.seek(0)
        said = file.read()
    cases = re.search(r"Test cases:\s+(.+)", said)
    tested = re.search(r"Tested: (\d+)", said)
    if not cases or not tested:
        raise Failure(f"script/conform did not finish: {said[-800:].strip()}")
    faults = re.findall(r"^_{3,} (.+?) _{3,}$", said, re.M) if done.returncode else []
    faults = [f"{operation} does not conform to the description." for operation in faults]
    if done.returncode and not faults:
        faults = [f"script/conform exited {done.returncode}: {said[-800:].strip()}"]
    return Outcome(f"{tested.group(1)} operations, {cases.group(1).strip()}", faults)
