"""Our side: the real program on its own port."""

import pathlib
import shutil
import subprocess
import time

from harness import ROOT, Failure, environment
from harness.process import ServerProcess

TOKEN = "the-benchmark-writes-with-this-token"
JSON = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
SETTINGS = {"HOMEBLOCKS_ADMIN_TOKEN": TOKEN, "HOMEBLOCKS_LOG_LEVEL": "warning"}


class BenchServer(ServerProcess):
    """`with BenchServer(program, database) as server:` serves until the block ends; `began` is its start time."""

    def __init__(self, program, database, page="music", folder=None, env=None):
        settings = SETTINGS | {"HOMEBLOCKS_PAGE": page} | (env or {})
        super().__init__(folder or pathlib.Path(database).parent, settings, program, database)
        self.page = page

    def start(self):
        self.began = time.perf_counter()
        return super().start()

    def __exit__(self, *_):
        if self.runs:
            self.stop()


def import_page(program, database, file, slug):
    done = subprocess.run(
        [program, "import", str(file), "--page", slug, "--database", str(database)],
        cwd=ROOT,
        env=environment(**SETTINGS),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise Failure(f"the page {slug} could not be imported: {done.stderr.strip()}")


def copy_database(source, target):
    """Copies a database that no program has open, and which therefore is a single file."""
    shutil.copyfile(source, target)
    return target
