"""The command line: `python -m faults R1 R9`, as `script/faults` calls it."""

import argparse
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import traceback

from faults import Outcome, modules, mutants, report
from harness import ROOT, Failure


def arguments(known):
    parser = argparse.ArgumentParser(
        prog="script/faults", description="Injects faults into the real program and prints the results.", allow_abbrev=False
    )
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=f"{', '.join(known)}, or all (the default)")
    parser.add_argument("--rounds", type=int, help="number of rounds; the default depends on the fault")
    parser.add_argument("--short", action="store_true", help="the small number of rounds of the tests")
    parser.add_argument("--program", help="the server to test instead of a release build")
    parser.add_argument("--write", action="store_true", help="write the results into docs/reliability.md")
    parser.add_argument("--mutants", action="store_true", help="build programs with a bug each and check that it is detected")
    parser.add_argument("--worktree", help="the folder in which mutants are built, kept for the next run")
    parser.add_argument("--debug", action="store_true", help="build mutants without optimization")
    parser.add_argument("--list", action="store_true", help="list the faults")
    given = parser.parse_args()
    wanted = [name.upper() for name in given.faults]
    if unknown := [name for name in wanted if name not in (*known, "ALL")]:
        parser.error(f"unknown fault {unknown[0]}; the faults are {', '.join(known)}")
    given.faults = [name for name in known if name in wanted or not wanted or "ALL" in wanted]
    return given


def outcome(module, program, rounds):
    """Runs one fault. An error of the harness is reported, and the other faults still run."""
    with tempfile.TemporaryDirectory(prefix="homeblocks-faults-") as folder:
        try:
            return module.run(program, pathlib.Path(folder), rounds)
        except Exception as error:
            if not isinstance(error, Failure):
                traceback.print_exc()
            return Outcome("not tested", [f"It could not be tested: {error or type(error).__name__}"])


def shipped():
    """Builds the release program, and returns its path."""
    done = subprocess.run([ROOT / "script/release"], stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.returncode)
    return done.stdout.strip()


def try_mutants(known, given):
    """Returns the exit code."""
    rows = mutants.run(known, given.rounds, given.worktree, given.debug)
    print("\n" + report.text([mutants.HEADINGS, *rows]))
    return 0 if all(cells[-1] == "found" for cells in rows) else 1


def main():
    known = modules()
    given = arguments(known)
    # Even if it is terminated, it stops the processes that it started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if given.list:
        print("\n".join(f"{name}: {module.TITLE}" for name, module in known.items()))
        return
    if given.mutants:
        sys.exit(try_mutants(known, given))
    if given.write:
        report.require_markers()
    program = given.program or shipped()
    outcomes = {}
    for name in given.faults:
        module = known[name]
        began = time.monotonic()
        rounds = given.rounds or (module.SHORT if given.short else module.ROUNDS)
        outcomes[name] = outcome(module, program, rounds)
        print(f"{name}: {outcomes[name].figure} ({time.monotonic() - began:.0f} s)", flush=True)
        for fault in outcomes[name].faults:
            print(f"    {fault}", flush=True)
    rows = [report.row(name, known[name], outcomes[name]) for name in outcomes]
    print("\n" + report.text([report.HEADINGS, *rows]))
    if given.write:
        report.write(rows)
    sys.exit(0 if all(each.holds for each in outcomes.values()) else 1)


if __name__ == "__main__":
    main()
