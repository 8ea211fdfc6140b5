"""Several programs on a PostgreSQL server with a standby, all on this machine."""

import contextlib
import pathlib

from harness.link import Link
from harness.replication import Pair
from harness.server import Server

TOKEN = "whoever-tries-many-programs-writes-with-this-token"


class Node(Server):
    """A program with a link of its own to each of the two servers."""

    def __init__(self, folder, env, pair):
        self.links = [Link(server) for server in (pair.primary, pair.standby)]
        hosts = ",".join(str(link.folder) for link in self.links)
        # A library that is loaded first may change the environment, and Swift finds no arguments of the program then. What
        # `env` starts has that behind it.
        launcher = ("env",) if "LD_PRELOAD" in env else ()
        super().__init__(
            folder, env, token=TOKEN, launcher=launcher, database=f"postgresql://homeblocks@/postgres?host={hosts}")

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

    `settings` are variables of single nodes, by their numbers from 0.
    """

    def __init__(self, folder, count=3, settings=None):
        self.folder, self.count, self.settings = pathlib.Path(folder), count, settings or {}
        self.pair, self.nodes = Pair(), []

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            stack.enter_context(self.pair)
            for number in range(self.count):
                folder = self.folder / f"node-{number}"
                folder.mkdir(parents=True)
                env = {"HOMEBLOCKS_ADMIN_TOKEN": TOKEN, "HOMEBLOCKS_LOG_LEVEL": "warning", **self.settings.get(number, {})}
                self.nodes.append(stack.enter_context(Node(folder, env, self.pair)))
            self.stack = stack.pop_all()
        return self

    def __exit__(self, *error):
        return self.stack.__exit__(*error)

    @property
    def addresses(self):
        return [node.address for node in self.nodes]
