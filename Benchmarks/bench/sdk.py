"""S12: decoding a page of 147 KB with the client library."""

import re
import subprocess

from bench import pages, responses
from harness import Failure


def decoding(run):
    if not run.sdk_program:
        raise Failure("sdk-benchmark is needed; --sdk-program names it")
    with run.serve() as server:
        document, source = pages.real(responses.require(server.url + "/homepage").body)
    file = run.new_folder() / "page.json"
    file.write_bytes(pages.compact(document))
    done = subprocess.run([run.sdk_program, str(file), str(max(run.rounds, 1))], capture_output=True, text=True, timeout=600)
    ratio = re.search(r"ratio ([\d.]+)", done.stdout)
    if done.returncode or not ratio:
        raise Failure("sdk-benchmark: " + (done.stderr or done.stdout).strip()[-1000:])
    run.note(f"{done.stdout.strip()} ({source})")
    run.found("S12", float(ratio.group(1)))
