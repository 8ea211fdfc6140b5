"""F1: a page of 20 KB whose cards appear and disappear continuously, against the same page without changes."""

import re
import time
from datetime import datetime, timedelta, timezone

from bench import pages, responses
from bench.reads import IDENTITY, our_side
from bench.server import JSON
from harness import Failure

CARDS, SHOWN = 1000, 100
LENGTH = 172


def page(slug, count, rules=None):
    block = pages.block("cards", LENGTH, count)
    return pages.document(slug, [block | ({"cards": rules} if rules else {})])


def windows(begin, seconds):
    """A window for each card, so that about the same number is shown at any time until the end of the period."""
    step = timedelta(seconds=seconds / (CARDS - SHOWN))
    return {str(card): {"from": text(begin + (card - SHOWN) * step), "until": text(begin + card * step)} for card in range(CARDS)}


def text(instant):
    return instant.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def cards_that_come_and_go(run):
    with run.serve(page("stays", SHOWN), page="stays") as server:
        # The rounds of both sides with their warm-ups, and some time for the start.
        seconds = run.rounds * 2 * max(1, run.seconds) + 10
        begin = datetime.now(timezone.utc)
        document = page("windows", CARDS, windows(begin, seconds))
        began = time.monotonic()
        responses.require(f"{server.url}/api/pages/windows/export", JSON, method="PUT", body=pages.compact(document))
        url = f"{server.url}/homepage?page=windows"
        check(responses.require(url, IDENTITY), responses.require(f"{server.url}/homepage", IDENTITY))
        changing = our_side(server, IDENTITY, url, f"{CARDS} windows")
        changing.response_bytes = 0
        staying = our_side(server, IDENTITY, name="no windows")
        run.compare(
            "F1", f"page of 20 KB, {CARDS / seconds:.0f} times a second another one, against one that stays", changing, staying
        )
        if time.monotonic() - began > seconds:
            raise Failure("the windows were over before the measure was")
        run.note(f"F1: windows of {CARDS} cards, {SHOWN} of them shown at a time; {CARDS / seconds:.0f} instants a second")
        run.found("F1", changing.rate / staying.rate)


def check(changing, staying):
    if abs(len(changing.body) - len(staying.body)) > len(staying.body) * 0.1:
        raise Failure(f"the pages have {len(changing.body)} and {len(staying.body)} bytes")
    if not re.search(r"max-age=[01],", changing.headers["cache-control"]):
        raise Failure(f"a page that changes has {changing.headers['cache-control']}")
