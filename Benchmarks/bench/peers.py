"""S4: the same page from Kinto and from Wagtail, each with its fastest configuration."""

import contextlib
import json
import os
import subprocess
import sys

from bench import pages, processes, responses
from bench.kinto_record import RECORD
from bench.reads import IDENTITY, our_side, page_of_20_kb, trial
from bench.sides import Side, fastest
from harness import ROOT, Failure, free_port

HERE = ROOT / "Benchmarks/bench"
# Kept for the next run, next to the build products.
VENV = ROOT / ".build/bench-venv"
PACKAGES = ["kinto~=26.0", "wagtail~=8.0", "gunicorn~=27.0", "waitress~=3.0"]
GUNICORN = [str(VENV / "bin/gunicorn"), "--no-control-socket", "--workers", "2", "--log-level", "warning"]
# Name to the command before the application; {} is the address.
SERVERS = {
    "gunicorn, 2 workers": [*GUNICORN, "--bind", "{}"],
    "gunicorn, 2 workers of 4 threads": [*GUNICORN, "--worker-class", "gthread", "--threads", "4", "--bind", "{}"],
    "waitress, 8 threads": [str(VENV / "bin/waitress-serve"), "--threads", "8", "--listen", "{}"],
}


def all_peers(run):
    install()
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(run.serve(pages.p20(), page="p20"))
        page = page_of_20_kb(server)
        blocks = json.loads(page.body)["data"]["blocks"]
        kinto = start_kinto(run, stack, blocks)
        wagtail = start_wagtail(run, stack, blocks)
        sides = [our_side(server, IDENTITY), fastest(kinto, trial(run)), fastest(wagtail, trial(run))]
        run.compare("S4", "the 20 KB page, against Kinto and Wagtail", *sides)
        run.note("S4: bodies of " + ", ".join(f"{len(responses.ask(side.url, IDENTITY).body):,}" for side in sides) + " bytes")
        run.found("S4 Kinto", sides[0].rate / sides[1].rate)
        run.found("S4 Wagtail", sides[0].rate / sides[2].rate)


def install():
    python = VENV / "bin/python"
    if python.exists() and not _fails([python, "-c", "import gunicorn, kinto, wagtail, waitress"]):
        return
    print(f"installing {', '.join(PACKAGES)} into {VENV.relative_to(ROOT)}", flush=True)
    for command in ([sys.executable, "-m", "venv", VENV], [python, "-m", "pip", "install", "--quiet", *PACKAGES]):
        if reason := _fails(command):
            raise Failure("Kinto and Wagtail could not be installed: " + reason)


def _fails(command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode and ((done.stderr or done.stdout).strip()[-1000:] or "no reason given")


def start_kinto(run, stack, blocks):
    record = run.new_folder() / "record.json"
    record.write_bytes(pages.compact({"blocks": blocks}))
    sides = serve_all(stack, run, "Kinto", "kinto_site:application", RECORD, {"KINTO_RECORD": str(record)})
    for side in sides:
        require_same(blocks, responses.require(side.url, IDENTITY), lambda reply: reply["data"]["blocks"], side.name)
    return sides


def start_wagtail(run, stack, blocks):
    settings = {"WAGTAIL_DATABASE": str(run.new_folder() / "wagtail.sqlite")}
    done = subprocess.run(
        [VENV / "bin/python", "-m", "wagtail_site.fill"],
        input=pages.compact(blocks),
        env=environment(settings),
        capture_output=True,
    )
    if done.returncode:
        raise Failure("Wagtail's page could not be made: " + done.stderr.decode().strip()[-1000:])
    path = f"/api/v2/pages/{int(done.stdout)}/?fields=body"
    sides = serve_all(stack, run, "Wagtail", "wagtail_site.wsgi:application", path, settings)
    for side in sides:
        require_same(
            blocks, responses.require(side.url, IDENTITY), lambda reply: [block["value"] for block in reply["body"]], side.name
        )
    return sides


def environment(settings):
    # No compiled files next to the sources.
    return os.environ | {"PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1"} | settings


def serve_all(stack, run, name, application, path, settings):
    sides = []
    for kind, words in SERVERS.items():
        port, log = free_port(), run.new_folder() / "log"
        command = [word.format(f"127.0.0.1:{port}") for word in words] + [application]
        with open(log, "w") as output:
            process = subprocess.Popen(command, env=environment(settings), stdout=output, stderr=output)
        stack.callback(processes.stop, process)
        processes.await_port(process, port, f"{name} with {kind}", log)
        url = f"http://127.0.0.1:{port}{path}"
        sides.append(Side(f"{name} ({kind})", url, process.pid, IDENTITY, response_bytes=responses.ask(url, IDENTITY).size))
    return sides


def require_same(blocks, response, inside, name):
    """Checks that the sections are the same. The peer has its own envelope and ids."""
    theirs = inside(json.loads(response.body))
    if theirs != blocks:
        unequal = next((pair for pair in zip(theirs, blocks) if pair[0] != pair[1]), (len(theirs), len(blocks)))
        shown = [json.dumps(side, sort_keys=True)[:300] for side in unequal]
        raise Failure(f"{name} serves other sections: {shown[0]} instead of {shown[1]}")
