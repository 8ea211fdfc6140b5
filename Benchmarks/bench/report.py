"""Writes the results into docs/performance.md between two marks, and the charts next to it."""

import re

from bench import machine, pictures, table
from harness import ROOT, Failure

DOCUMENT, IMAGES = ROOT / "docs/performance.md", ROOT / "docs/images"
BEGIN, END = "<!-- figures: written by script/bench all -->", "<!-- end of figures -->"

BARS = {
    "S1": "S1 whole",
    "S2": "S2 gzip",
    "S3": "S3 304",
    "S5": "S5 audiences",
    "S4 Kinto": "S4 Kinto",
    "S4 Wagtail": "S4 Wagtail",
}


def require_markers():
    """Checks for the marks in advance, before hours of work produce results that cannot be written."""
    replaced(DOCUMENT.read_text(), "")


def replaced(document, figures):
    """The document with new results between the marks."""
    if document.count(BEGIN) != 1 or document.count(END) != 1 or document.index(BEGIN) > document.index(END):
        raise Failure(f"docs/performance.md must have the line {BEGIN} once, and after it the line {END} once")
    before, rest = document.split(BEGIN)
    return f"{before}{BEGIN}\n{figures.strip()}\n{END}{rest.split(END)[1]}"


def write(run):
    drawn = draw(run)
    IMAGES.mkdir(exist_ok=True)
    for name, (_, svg) in drawn.items():
        (IMAGES / name).write_text(svg)
    DOCUMENT.write_text(replaced(DOCUMENT.read_text(), figures(run, drawn)))
    print(f"\nwritten: {DOCUMENT.relative_to(ROOT)}, " + ", ".join(f"docs/images/{name}" for name in drawn))


def figures(run, drawn):
    rows = [table.row(key, run.figures.get(key)) for key in table.TARGETS]
    parts = [
        f"One run: {'; '.join(machine.described())}. Both sides in alternation, {run.rounds} rounds of {run.seconds:g} s each, "
        "medians; `wrk -t1 -c32` on loopback, keep-alive, the server's log at `warning`, nginx's access log off. "
        f"Load average before the run: {run.load_before:.2f}.",
        markdown([table.HEADINGS, *rows]),
        *(f"![{title}](images/{name})" for name, (title, _) in drawn.items()),
        "The measurements behind the ratios. Absolute numbers are from this run; CPU is that of the server's processes.",
        markdown(
            [
                ["measure", "side", "requests/s", "p50 ms", "p99 ms", "CPU s per 1,000", "bytes per response"],
                *(cells(measure, side) for measure, sides in sorted(run.details.items(), key=number) for side in sides),
            ]
        ),
    ]
    if run.notes:
        parts.append("\n".join(f"- {note}" for note in sorted(run.notes, key=number)))
    return "\n\n".join(parts)


def number(item):
    """The sort key of a measurement: S9 comes before S10, and A4 and F1 before them."""
    text = item if isinstance(item, str) else item[0]
    kind, place = re.match(r"([AFS])(\d+)", text).groups()
    return kind, int(place)


def cells(measure, side):
    return [
        measure,
        side.name,
        f"{side.rate:,.0f}",
        f"{side.median('p50'):.2f}",
        f"{side.median('p99'):.2f}",
        f"{side.cpu_per_1000:.3f}",
        f"{side.response_bytes:,}" if side.response_bytes else "–",
    ]


def markdown(rows):
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


def draw(run):
    """The charts for the available results: file to title and SVG."""
    bars = [(name, run.figures[key], table.TARGETS[key].limit) for key, name in BARS.items() if run.figures.get(key)]
    drawn = {}
    if bars:
        title = "Reads per second, against the other side"
        drawn["bench-reads.svg"] = title, pictures.bars(title, "times as many (logarithmic)", bars)
    if points := run.series.get("growth"):
        title = "CPU per byte served as the page grows"
        drawn["bench-growth.svg"] = title, pictures.line(title, "blocks of the page (logarithmic)", "ns per byte", points)
    if points := run.series.get("history"):
        title = "Cost of a reorder as the history grows"
        drawn["bench-history.svg"] = title, pictures.line(title, "revisions (logarithmic)", "ms, median", points)
    return drawn
