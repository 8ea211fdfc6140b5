"""Runs of random operations; a failing one is reduced to the operations that matter."""

import itertools
import json
import os
import time

from driver import Run

# The time limit for shortening a failing sequence, in seconds.
SHRINKING = float(os.environ.get("MODEL_SHRINKING", "45"))
# Each sequence has its own page.
SLUGS = (f"again-{number}" for number in itertools.count())


class Failure(AssertionError):
    pass


def replayed(server, slug, operations):
    """The failure when the operations are performed on a new page; None if there is none."""
    run = Run(server, slug)
    try:
        for op in operations:
            run.step(op)
        run.compare_all()
    except AssertionError as error:
        return run.steps, error
    return None


def shortened(server, operations, seconds=SHRINKING):
    """The shortest failing part of a failing sequence that is found in time, and its failure."""
    failure = replayed(server, next(SLUGS), operations)
    if not failure:
        return operations, None
    operations, end = operations[: failure[0]], time.monotonic() + seconds
    size = max(1, len(operations) // 2)
    while time.monotonic() < end:
        index, dropped = len(operations), False
        while index > 0 and time.monotonic() < end:
            shorter = operations[: max(0, index - size)] + operations[index:]
            found = replayed(server, next(SLUGS), shorter)
            if found:
                operations, failure, dropped = shorter[: found[0]], found, True
            index = min(index - size, len(operations))
        if size == 1 and not dropped:
            break
        size = max(1, size // 2)
    return operations, failure[1]


def run(server, seed, steps):
    """Performs random operations; a failure reports the seed and the shortest failing sequence."""
    run = Run(server, f"page-{seed}", seed)
    try:
        run.run(steps)
    except AssertionError as error:
        operations, again = shortened(server, run.operations)
        lines = "\n".join(json.dumps(op, ensure_ascii=False) for op in operations)
        raise Failure(
            f"seed {seed}, step {run.steps} of {steps}: {error}\n\nthe shortest sequence found"
            f"{' fails so: ' + str(again) if again else ' is all of it; made once more it does not fail'}\n{lines}"
        ) from None
    return run
