"""One run of the benchmark: its programs, its folder, and the results so far."""

import os
import pathlib
import sqlite3
import statistics
import subprocess
import tempfile
from dataclasses import dataclass, field
from http.client import HTTPException
from json import JSONDecodeError

from bench import pages, server, sides, table
from harness import Failure

# Failures of programs and machines. Other errors are bugs of the harness and end the run.
FAULTS = (
    Failure,
    AssertionError,
    OSError,
    JSONDecodeError,
    HTTPException,
    sqlite3.Error,
    subprocess.SubprocessError,
    statistics.StatisticsError,
)


@dataclass
class Run:
    folder: pathlib.Path
    seconds: float
    rounds: int
    reads: int
    program: str | None = None
    sdk_program: str | None = None
    store_program: str | None = None
    load_before: float = field(default_factory=lambda: os.getloadavg()[0])
    figures: dict = field(default_factory=dict)
    # The comparisons for the report: measurement to sides.
    details: dict = field(default_factory=dict)
    # The points of the charts: name to (x, y) pairs.
    series: dict = field(default_factory=dict)
    notes: list = field(default_factory=list)
    failures: dict = field(default_factory=dict)

    def new_folder(self):
        return pathlib.Path(tempfile.mkdtemp(dir=self.folder))

    def serve(self, *documents, page="music", database=None, env=None):
        """A server with a new database that has these pages, and additional settings."""
        folder = self.new_folder()
        database = database or folder / "pages.sqlite"
        for document in documents:
            self.add_page(database, document)
        return server.BenchServer(self.program, database, page, folder, env)

    def add_page(self, database, document, slug=None):
        file = database.parent / "page.json"
        file.write_bytes(pages.compact(document))
        server.import_page(self.program, database, file, slug or document["page"]["slug"])

    def compare(self, key, title, *compared):
        """Measures the sides in alternation and prints the results."""
        print(f"{key} {title}", flush=True)
        sides.alternate(compared, self.rounds, self.seconds)
        for side in compared:
            print(side)
        self.details[f"{key} {title}"] = list(compared)

    def found(self, key, figure):
        self.figures[key] = figure
        target, shown, verdict = table.row(key, figure)[2:]
        print(f"   {key}: {shown} (target {target}): {verdict}\n", flush=True)

    def note(self, text):
        self.notes.append(text)
        print("   " + text, flush=True)

    def measure(self, name, function):
        """Runs a measurement. A failure does not prevent the other measurements."""
        try:
            function(self)
        except FAULTS as error:
            self.failures[name] = str(error)
            print(f"{name} could not be measured: {error}\n", flush=True)
