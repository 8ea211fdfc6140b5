"""Several nodes with a PostgreSQL server and a standby, all on this machine."""

import contextlib
import pathlib

from harness import Failure
from harness.link import Link
from harness.replication import Pair
from harness.server import Server

TOKEN = "a-token-for-the-writes-of-cluster-tests"


# Shifts the clock of the program that loads it.
CLOCK_LIBRARY = next(iter(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")), None)


class Node(Server):
    """A program with its own link to each of the two servers. Its clock may be some seconds ahead or behind."""

    def __init__(self, folder, pair, program, seconds=0, env=None):
        self.links = [Link(server) for server in (pair.primary, pair.standby)]
        hosts = ",".join(str(link.folder) for link in self.links)
        # When the library is first loaded, it changes the environment, and Swift cannot find the arguments of
        # the program. In a program started by `env`, this has already happened.
        super().__init__(
            folder,
            {"HOMEBLOCKS_ADMIN_TOKEN": TOKEN, "HOMEBLOCKS_LOG_LEVEL": "warning", **(env or {})},
            token=TOKEN,
            launcher=["env"],
            database=f"postgresql://homeblocks@/postgres?host={hosts}",
            program=program,
            starts=False,
        )
        self.shift(seconds)
        self.start()

    def shift(self, seconds):
        """Shifts the clock from the next start on."""
        self.env.pop("LD_PRELOAD", None)
        if seconds:
            if CLOCK_LIBRARY is None:
                raise Failure("faketime is not installed")
            self.env |= {"LD_PRELOAD": str(CLOCK_LIBRARY), "FAKETIME": f"{seconds:+d}s", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}

    def cut(self):
        for link in self.links:
            link.cut()

    def heal(self):
        for link in self.links:
            link.heal()

    @property
    def is_ready(self):
        return self.get("/readyz").status == 200

    def __exit__(self, *error):
        super().__exit__(*error)
        for link in self.links:
            link.close()


class Cluster:
    """`with Cluster(folder) as cluster:` runs the servers and the nodes until the block ends.

    `clocks` has the seconds by which the clock of each node is ahead; `env` has additional variables for all nodes.
    """

    def __init__(self, folder, program, clocks=(0, 0, 0), env=None):
        self.folder, self.program, self.clocks, self.env = pathlib.Path(folder), program, clocks, env
        self.pair, self.nodes = Pair(), []

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            stack.enter_context(self.pair)
            for number, seconds in enumerate(self.clocks):
                folder = self.folder / f"node-{number}"
                folder.mkdir(parents=True)
                self.nodes.append(stack.enter_context(Node(folder, self.pair, self.program, seconds, self.env)))
            self.stack = stack.pop_all()
        return self

    def __exit__(self, *error):
        return self.stack.__exit__(*error)

    @property
    def addresses(self):
        return [node.address for node in self.nodes]
