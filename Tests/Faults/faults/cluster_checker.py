"""Checks the changes and reads of several nodes, which are ordered by real time and by the revisions of the reads."""

import bisect
import json

from faults.cluster_load import PAGE
from harness import databases


def staleness(changes, reads):
    """For each read, for how many seconds it was stale when it began; 0 if no newer change was acknowledged. Sorted."""
    acknowledged = sorted(changes, key=lambda change: change.revision)
    revisions = [change.revision for change in acknowledged]
    # The time at which each change or a later one was first acknowledged.
    earliest = [change.ended for change in acknowledged]
    for index in range(len(earliest) - 2, -1, -1):
        earliest[index] = min(earliest[index], earliest[index + 1])
    times = []
    for read in reads:
        index = bisect.bisect_right(revisions, read.revision)
        times.append(max(0.0, read.began - earliest[index]) if index < len(earliest) else 0.0)
    return sorted(times)


def percentile(values, share):
    return values[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def backwards(reads):
    """Violations: reads at one node that return an older revision than an earlier read."""
    faults = []
    last = None
    for read in reads:
        if last and read.revision < last.revision:
            faults.append(f"a node showed revision {read.revision} after {last.revision}")
        last = read
    return faults


def from_the_future(changes, reads):
    """Violations: reads that return a revision before the change that created it began."""
    began = {}
    for change in changes:
        # A change without an effect returns the previous revision.
        began[change.revision] = min(change.began, began.get(change.revision, change.began))
    return [
        f"revision {read.revision} was read before it was created"
        for read in reads
        if began.get(read.revision, read.began) > read.ended
    ]


def history(database, changes, unsettled, after=1):
    """Violations: acknowledged changes whose revision is missing or different, and revisions that no response named, as
    after a change that was made twice. `after` is the last revision before the changes."""
    rows = databases.execute(
        f"""
        SELECT json_build_array(r.number, o.codes) FROM revisions AS r
        JOIN orders AS o ON o.id = r.order_id JOIN pages AS p ON p.id = r.page_id
        WHERE p.slug = '{PAGE}' AND r.cause = 'order' AND r.number > {after}
        """,
        database,
    )
    orders = dict(map(json.loads, rows))
    faults = [
        f"revision {change.revision} was acknowledged but is missing or different"
        for change in changes
        if change.revision > after and orders.get(change.revision) != change.order
    ]
    extra = orders.keys() - {change.revision for change in changes}
    if len(extra) > len(unsettled):
        faults.append(f"no response named the revisions {sorted(extra)[:10]}, and {len(unsettled)} changes are unsettled")
    return faults


def last_revision(database):
    return int(
        databases.execute(
            f"SELECT max(number) FROM revisions AS r JOIN pages AS p ON p.id = r.page_id WHERE p.slug = '{PAGE}'", database
        )[0]
    )
