"""Our side: the real program on a port of its own."""

import os
import shutil
import subprocess
import time

from bench import ROOT, Failure, processes

TOKEN = "the-benchmark-writes-with-this-token"
JSON = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}


def environment(**settings):
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("HOMEBLOCKS_")}
    return inherited | {"HOMEBLOCKS_ADMIN_TOKEN": TOKEN, "HOMEBLOCKS_LOG_LEVEL": "warning"} | settings


class Server:
    """`with Server(program, database) as server:` serves until the block ends."""

    def __init__(self, program, database, page="music"):
        self.program, self.database, self.page = program, database, page

    def __enter__(self):
        self.began = time.perf_counter()
        self.log = open(f"{self.database}.log", "a+")
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", "0", "--database", str(self.database)], cwd=ROOT,
            env=environment(HOMEBLOCKS_PAGE=self.page), stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.pid = self.process.pid
        for line in self.process.stdout:
            if line.startswith("listening on "):
                self.url = line.split()[-1]
                return self
        self.log.seek(0)
        raise Failure("the program did not start: " + self.log.read()[-1500:])

    def __exit__(self, *_):
        processes.stop(self.process)
        self.process.stdout.close()
        self.log.close()


def import_page(program, database, file, slug):
    done = subprocess.run(
        [program, "import", str(file), "--page", slug, "--database", str(database)], cwd=ROOT, env=environment(),
        capture_output=True, text=True)
    if done.returncode:
        raise Failure(f"the page {slug} could not be imported: {done.stderr.strip()}")


def copy_database(source, target):
    """Of a database that no program has open: it is one file then."""
    shutil.copyfile(source, target)
    return target
