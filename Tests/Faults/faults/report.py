"""The table of results: on the terminal, and in docs/reliability.md between two marks."""

import os
import platform
import re
import tempfile

from harness import ROOT, Failure

DOCUMENT = ROOT / "docs/reliability.md"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
HEADINGS = ["id", "fault", "target", "figure", "verdict"]


def row(name, module, outcome):
    return [name, module.TITLE, module.TARGET, outcome.figure, "holds" if outcome.holds else "broken"]


def text(rows):
    """The rows as columns for a terminal."""
    widths = [max(len(cells[column]) for cells in rows) for column in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(cells, widths)).rstrip() for cells in rows)


def require_markers():
    """Checks for the marks in advance, before hours of work produce results that cannot be written."""
    replaced(DOCUMENT.read_text() if DOCUMENT.exists() else "", "")


def replaced(document, figures):
    """The document with new results between the marks."""
    if document.count(BEGIN) != 1 or document.count(END) != 1 or document.index(BEGIN) > document.index(END):
        raise Failure(f"docs/reliability.md must have the line {BEGIN} once, and after it the line {END} once")
    before, rest = document.split(BEGIN)
    return f"{before}{BEGIN}\n{figures.strip()}\n{END}{rest.split(END)[1]}"


def merged(rows, document):
    """The rows of this run, and earlier rows of faults that it did not run, in order."""
    reported = {
        cells[0]: cells
        for cells in (
            [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            for line in document.split(BEGIN)[1].split(END)[0].splitlines()
            if re.match(r"\| [RB]\d+ \|", line)
        )
    }
    reported |= {cells[0]: cells for cells in rows}
    return sorted(reported.values(), key=lambda cells: (cells[0][0] != "R", int(cells[0][1:])))


def write(rows):
    table = [HEADINGS, *merged(rows, DOCUMENT.read_text())]
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |" for cells in table]
    lines.insert(1, "|" + "---|" * len(HEADINGS))
    figures = f"The last run of each: {'; '.join(described())}.\n\n" + "\n".join(lines)
    DOCUMENT.write_text(replaced(DOCUMENT.read_text(), figures))
    print(f"\nwritten: {DOCUMENT.relative_to(ROOT)}")


def described():
    """The machine of the run, described like in the benchmark."""
    from bench import machine

    return [
        f"{os.cpu_count()} cores, {machine.cpu_model()}",
        f"Linux {platform.release()}",
        f"database on {machine.file_system(tempfile.gettempdir())}",
        f"Python {platform.python_version()}",
        f"Swift {machine.version(machine.swift)}",
    ]
