"""Matches attempts with entries of the audit log, and checks the responses of the writers."""

from faults import operations
from faults.history import BLOCK, ORDER, PUBLISH


class Matching:
    """The attempts of a part of the history, each of which must be in the history once."""

    def __init__(self, attempts):
        self.attempts = attempts
        self.reported = {attempt.request: attempt for attempt in attempts if attempt.request}
        self.lost = [attempt for attempt in attempts if attempt.is_lost]
        # The attempts with the revisions that they created, in the order of the history.
        self.made = []

    def find(self, row, number, faults):
        """Returns the attempt of an entry: that with the same request id, or else one whose response was lost."""
        attempt = self.reported.pop(row.request, None)
        if attempt is None:
            attempt = next((each for each in self.lost if fits(each, row)), None)
            if attempt is None:
                faults.append(f"revision {number} ({row.action} by {row.actor}) matches no change that was sent")
                return None
            self.lost.remove(attempt)
        elif not attempt.is_acknowledged:
            faults.append(f"{attempt} was rejected with {attempt.status}, but revision {number} has it")
        subject = row.subject if attempt.block else None
        if (attempt.writer, attempt.action, attempt.block) != (row.actor, row.action, subject):
            faults.append(f"line {row.id} of the audit log says {row.actor}, {row.action}, {subject} of {attempt}")
        self.made.append((attempt, number))
        return attempt

    def judge(self, revisions, faults, until=float("inf")):
        """Checks the responses. `until` is the time of the database, which need not contain later changes."""
        for attempt, number in self.made:
            if attempt.is_acknowledged and (fault := untrue(attempt, revisions[number])):
                faults.append(f"{attempt}, revision {number}: {fault}")
        for attempt in self.reported.values():
            if attempt.is_acknowledged and attempt.ended < until and not changed_nothing(attempt, revisions):
                faults.append(f"{attempt} was acknowledged, but is not in the history: lost")
        earliest = float("inf")
        for attempt, number in reversed(self.made):
            if attempt.began > earliest:
                faults.append(f"{attempt}, revision {number}, began when a later revision was already acknowledged")
            earliest = min(earliest, attempt.ended)


def fits(attempt, row):
    """Whether an entry may be the result of a change whose response was lost."""
    if (attempt.writer, attempt.action) != (row.actor, row.action) or attempt.block not in (None, row.subject):
        return False
    if row.action.endswith(ORDER):
        return operations.applied(attempt.change, row.before["order"]) == row.after["order"]
    if row.action.endswith(BLOCK):
        return operations.merged(attempt.change, row.before["block"]) == row.after["block"]
    return True


def untrue(attempt, revision):
    """The error in the response, or None."""
    data = attempt.response["data"]
    if attempt.action.endswith(ORDER) and (data["revision"], data["order"]) != (revision.since, revision.order):
        return f"the response has the order of revision {data['revision']}: {data['order']}"
    if attempt.action == PUBLISH and data["revision"] != revision.number:
        return f"the response names revision {data['revision']}"
    if attempt.action.endswith(BLOCK) and operations.merged(attempt.change, data) != data:
        return "the response has a different block"
    return None


def changed_nothing(attempt, revisions):
    """Whether a change requested the current order, which creates no revision."""
    if not attempt.action.endswith(ORDER):
        return False
    data = attempt.response["data"]
    # A draft into which a live order was merged has its own order with the number of the live one.
    is_there = any((each.since, each.order) == (data["revision"], data["order"]) for each in revisions.values())
    return is_there and operations.applied(attempt.change, data["order"]) == data["order"]
