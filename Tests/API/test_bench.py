"""The benchmark: its evaluation of results, and one short run. No speed is checked."""

import http.server
import shutil
import subprocess
import sys
import threading
import xml.etree.ElementTree as xml

import pytest

from harness import PROGRAM, ROOT

sys.path.insert(0, str(ROOT / "Benchmarks"))

from bench import pages, pictures, report, responses, sides, table, wrk  # noqa: E402
from harness import Failure  # noqa: E402

SAID = """Running 1s test @ http://127.0.0.1:1/homepage
  1 threads and 32 connections
figures requests=1500 microseconds=500000 bytes=3000000 errors=0 refused=2 p50=250 p99=1750
"""


@pytest.fixture
def serve():
    """Starts small servers, each with the same body in all responses."""
    running = []

    def serve(body, kind="application/json"):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                for name, value in (("Content-Type", kind), ("Content-Length", str(len(body))), ("ETag", '"1"')):
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        running.append(server)
        return f"http://127.0.0.1:{server.server_port}/homepage"

    yield serve
    for server in running:
        server.shutdown()
        server.server_close()


def test_the_output_of_wrk_is_parsed():
    load = wrk.parse(SAID)
    assert (load.requests, load.refused, load.bytes, load.errors) == (1500, 2, 3_000_000, 0)
    assert (load.rate, load.p50, load.p99) == (3000, 0.25, 1.75)


def test_output_of_wrk_without_results_is_an_error():
    with pytest.raises(Failure, match="unable to connect"):
        wrk.parse("unable to connect to 127.0.0.1:1 Connection refused")


def test_the_medians_of_the_rounds_are_reported():
    side = sides.Side("ours", "", 0, cpu=[0.3, 0.1, 0.2])
    side.loads = [wrk.Load(requests, 1, requests * 10, 0, 0, requests / 100, 9) for requests in (100, 300, 200)]
    side.served = [load.bytes for load in side.loads]
    assert side.rate == 200
    assert side.median("p50") == 2
    assert side.cpu_per_1000 == pytest.approx(1)


@pytest.mark.parametrize(
    "key, figure, verdict",
    [
        ("S1", 1.0, "met"),
        ("S1", 0.99, "not met"),
        ("S6", 1.0, "met"),
        ("S6", 1.01, "not met"),
        ("S9", None, "not measured"),
    ],
)
def test_a_result_is_compared_with_its_target(key, figure, verdict):
    assert table.row(key, figure)[-1] == verdict


def test_equal_bodies_are_compared(serve):
    pair = responses.same_bytes(serve(b"{}"), serve(b"{}"), {})
    assert [response.body for response in pair] == [b"{}", b"{}"]
    assert pair[0].size > 60


def test_different_bodies_are_an_error(serve):
    with pytest.raises(Failure, match="different bytes: 2 and 3"):
        responses.same_bytes(serve(b"{}"), serve(b"{ }"), {})


def test_different_media_types_are_an_error(serve):
    with pytest.raises(Failure, match="content-type"):
        responses.same_bytes(serve(b"{}"), serve(b"{}", "text/plain"), {})


def test_results_are_replaced_and_the_other_text_is_kept():
    document = f"# Title\n\nBefore.\n\n{report.BEGIN}\nold\n{report.END}\n\nAfter.\n"
    assert report.replaced(document, "\nnew\n") == f"# Title\n\nBefore.\n\n{report.BEGIN}\nnew\n{report.END}\n\nAfter.\n"


@pytest.mark.parametrize("document", ["# Title\n", f"{report.BEGIN}\n", f"{report.END}\n{report.BEGIN}\n"])
def test_a_document_without_marks_is_not_changed(document):
    with pytest.raises(Failure, match="docs/performance.md"):
        report.replaced(document, "new")


def test_the_document_has_its_marks():
    report.require_markers()


def texts(svg):
    return [element.text for element in xml.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_bars_have_their_labels():
    found = texts(pictures.bars("Reads & more", "times", [("S1 whole", 1.25, 1.0), ("S4 Kinto", 40.2, 30)]))
    assert {"Reads & more", "times", "S1 whole", "S4 Kinto", "1.25", "40", "10 ×"} <= set(found)


def test_a_line_has_its_labels_and_units():
    found = texts(pictures.line("Cost", "revisions", "ms", [(1, 0.5), (1000, 0.55), (100_000, 0.52)]))
    assert {"Cost", "revisions", "ms", "1", "1,000", "100,000", "0.50", "0.55"} <= set(found)


def test_there_are_sixty_variants():
    assert len(set(pages.audiences())) == 60


@pytest.mark.long
@pytest.mark.timeout(180)
def test_a_short_run_compares_both_sides():
    missing = [tool for tool in ("wrk", "nginx") if not shutil.which(tool)]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    done = subprocess.run(
        ["script/bench", "reads", "--rounds", "1", "--seconds", "0.3", "--program", PROGRAM],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for measure in ("S1", "S2", "S3"):
        lines = done.stdout[done.stdout.index(f"{measure} ") :].splitlines()[:3]
        assert lines[1].split()[0] == "homeblocks" and lines[2].split()[0] == "nginx", lines
        assert all("/s" in line and "p99" in line and "bytes per response" in line for line in lines[1:]), lines
