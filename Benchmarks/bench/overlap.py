"""S6: the latency of reads while their page is continuously reordered."""

import dataclasses
import json
import subprocess
import sys

from bench import orders, pages, responses
from bench.nginx import Nginx
from bench.reads import IDENTITY, our_side, page_of_20_kb
from bench.server import JSON
from harness import ROOT, Failure

RATE = 50


class Writer:
    """Writes until the block ends; `changes` is the number of acknowledged changes."""

    def __init__(self, server):
        self.server = server

    def __enter__(self):
        self.process = subprocess.Popen(
            [
                sys.executable,
                str(ROOT / "Benchmarks/bench/writer.py"),
                f"{self.server.url}/sort?page={self.server.page}",
                str(RATE),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        print(json.dumps({"headers": JSON, "bodies": orders.moves(self.server)}), file=self.process.stdin, flush=True)
        if self.process.stdout.readline() != "writing\n":
            raise Failure("the writer did not start")
        return self

    def __exit__(self, *error):
        said = self.process.communicate()[0]
        if any(error):
            return
        found = json.loads(said or "{}")
        if not found or list(found["statuses"]) != ["200"]:
            raise Failure(f"not every reorder was acknowledged: {found}")
        self.changes = found["statuses"]["200"]
        if self.changes / found["seconds"] < RATE * 0.9:
            raise Failure(f"only {self.changes / found['seconds']:.0f} reorders a second were written")


class WhileWriting:
    """A side that is measured while a writer is running."""

    def __init__(self, side, server):
        self.side, self.server = side, server
        self.changes = self.revisions = 0

    def __getattr__(self, name):
        return getattr(self.side, name)

    def __str__(self):
        return str(self.side)

    def round(self, seconds):
        with orders.Revisions(self.server) as made, Writer(self.server) as writer:
            self.side.round(seconds)
        self.changes += writer.changes
        self.revisions += made.count


def reads_while_writing(run):
    with run.serve(pages.p20(), page="p20") as server:
        page_of_20_kb(server)
        idle = our_side(server, IDENTITY, name="idle")
        busy = WhileWriting(our_side(server, IDENTITY, name=f"{RATE} reorders a second"), server)
        with Nginx(run.new_folder(), responses.require(f"{server.url}/homepage")) as nginx:
            # The effect of the processor load alone: a static file does not depend on the changes.
            other = nginx.side(IDENTITY, min(run.seconds, 0.5))
            name = f"{other.name}, at the same time"
            other_busy = WhileWriting(dataclasses.replace(other, name=name, loads=[], cpu=[], served=[]), server)
            run.compare("S6", f"reads while {RATE} reorders a second are written", idle, busy, other, other_busy)
        run.note(
            f"S6: p99 during the reorders {busy.median('p99'):.2f} ms; of a static file of nginx at the same time "
            f"{other_busy.median('p99'):.2f} ms"
        )
        run.note(f"S6: {busy.changes:,} reorders were sent, all acknowledged with 200; {busy.revisions:,} became revisions")
        run.note(f"S6: p99 without reorders {idle.median('p99'):.2f} ms")
        run.found("S6", busy.median("p99") / other_busy.median("p99"))
