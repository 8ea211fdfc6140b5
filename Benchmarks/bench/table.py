"""The targets and the verdicts about results: met, not met, not measured."""

from dataclasses import dataclass

AT_LEAST, AT_MOST = "≥", "≤"


@dataclass(frozen=True)
class Target:
    measure: str
    sign: str
    limit: float
    unit: str = "×"

    def __str__(self):
        return f"{self.sign} {self.limit:g} {self.unit}".rstrip()


# The page sizes of S13 in KB, and the names of its measurements.
SECURE_SIZES = 1, 10, 20, 80, 400
SECURE_READS = {"304": "not modified"} | {f"{size} KB": f"page of {size} KB" for size in SECURE_SIZES}

TARGETS = {
    "S1": Target("whole page of 20 KB, identity, against nginx", AT_LEAST, 1.0),
    "S1a": Target("the same against nginx with 1 worker", AT_LEAST, 1.0),
    "S1b": Target("the same against a bare loop in C that writes the same bytes", AT_LEAST, 0.9),
    "S2": Target("page of 147 KB with gzip, against nginx `gzip_static`", AT_LEAST, 1.0),
    "S3": Target("not modified, against nginx", AT_LEAST, 1.0),
    "S4 Kinto": Target("S1's page, against Kinto (in memory)", AT_LEAST, 30),
    "S4 Wagtail": Target("S1's page, against Wagtail (API v2)", AT_LEAST, 150),
    "S5": Target("60 audiences in rotation, against one response", AT_LEAST, 0.8),
    "S6": Target("p99 of S1 during 50 reorders per second, against a static file of nginx at the same time", AT_MOST, 1.0),
    "S7": Target("durable reorders, 8 clients, against a bare loop writing the same rows", AT_LEAST, 0.25),
    "S7 p99": Target("p99 of such a reorder", AT_MOST, 20, "ms"),
    "A4 one page": Target("durable reorders of one page, PostgreSQL against a file", AT_LEAST, 0.4),
    "A4 eight pages": Target("the same of eight pages", AT_LEAST, 0.6),
    "D4": Target("p50 of a reorder, with 5 ms to PostgreSQL in each direction", AT_MOST, 60, "ms"),
    "S8": Target("CPU per byte served, 1,000 blocks against 10", AT_MOST, 1.2),
    "S8b": Target("the same figure, against that of a bare loop in C that writes the same bytes", AT_MOST, 1.2),
    "S9": Target("a reorder after 100,000 revisions, against after 1", AT_MOST, 1.2),
    "S10 empty": Target("start to first response, no database", AT_MOST, 0.3, "s"),
    "S10 long": Target("start to first response, 100,000 revisions", AT_MOST, 0.5, "s"),
    "S11 idle": Target("resident memory after the start", AT_MOST, 60, "MB"),
    "S11 growth": Target("its growth over all reads and reorders", AT_MOST, 10, "%"),
    "F1": Target("page of 20 KB of which 1,000 cards come and go, against one that stays", AT_LEAST, 0.8),
    "F4": Target("p99 of S1 while all upstreams of 50 feeds are dead, against while they respond", AT_MOST, 1.1),
    "F5": Target("calls of an upstream in six intervals of load", AT_MOST, 7, ""),
    "F7 S1": Target("S1 with 50 feeds, against without", AT_LEAST, 0.95),
    "F7 S3": Target("S3 with 50 feeds, against without", AT_LEAST, 0.95),
    "F7 S5": Target("S5 with 50 feeds, against without", AT_LEAST, 0.97),
    "F7 memory": Target("growth of memory while all lists change again and again", AT_MOST, 10, "%"),
    **{
        f"S13 {protocol} {size}": Target(f"{what} over TLS with {protocol}, against nginx", AT_LEAST, least)
        for size, what in SECURE_READS.items()
        for protocol, least in (("HTTP/1.1", 0.9), ("HTTP/2", 1.0))
    },
    "S14": Target("reorders, 32 clients on 8 pages, against 8 clients on one page, syncs of 5 ms", AT_LEAST, 4),
    "S15 reorder": Target("a reorder of a page of 1,000 blocks, against 12 blocks", AT_MOST, 3),
    "S15 edit": Target("an edit of one block of it, against 12 blocks", AT_MOST, 3),
    "S16": Target("picture of 200 KB, against nginx", AT_LEAST, 0.8),
    "S17 HTTP/2": Target("memory of an idle connection over HTTP/2 that has read a page", AT_MOST, 32, "KB"),
    "S17 HTTP/1.1": Target("the same over HTTP/1.1 and TLS", AT_MOST, 32, "KB"),
    "S12": Target("client: page of 147 KB into typed sections, against `JSONDecoder`", AT_MOST, 1.3),
}


def verdict(target, figure):
    if figure is None:
        return "not measured"
    met = figure >= target.limit if target.sign == AT_LEAST else figure <= target.limit
    return "met" if met else "not met"


def shown(figure, unit):
    """A number with its significant digits."""
    if figure is None:
        return "–"
    digits = 0 if figure >= 100 or not unit else 1 if unit in ("ms", "MB", "%") or figure >= 10 else 2
    return f"{figure:,.{digits}f} {unit}".rstrip()


def row(key, figure):
    target = TARGETS[key]
    return [key, target.measure, str(target), shown(figure, target.unit), verdict(target, figure)]


def text(rows):
    """The rows as columns for a terminal."""
    widths = [max(len(cells[column]) for cells in rows) for column in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(cells, widths)).rstrip() for cells in rows)


HEADINGS = ["", "measure", "target", "figure", "verdict"]
