"""Several programs with the same database."""

import contextlib
import json
import pathlib
import re

from harness import eventually
from harness.server import Server


@contextlib.contextmanager
def nodes(folder, database, count=3, env=None, token=None):
    """`count` servers with a database; `env` has additional variables for all servers, or a list of those for each."""
    with contextlib.ExitStack() as stack:
        servers = []
        for number in range(count):
            place = pathlib.Path(folder) / f"node-{number}"
            place.mkdir()
            own = env[number] if isinstance(env, list) else env
            server = stack.enter_context(
                Server(place, own, token=token or (servers[0].token if servers else None), launcher=["env"], database=database)
            )
            servers.append(server)
        yield servers


def is_ready(server):
    return server.get("/readyz").status == 200


def metric(server, name):
    found = re.search(rf"^{name} (\S+)$", server.get("/metrics").body.decode(), re.MULTILINE)
    return found and float(found.group(1))


def listed(server):
    """The nodes as listed by the command."""
    return json.loads(server.command("nodes", "--json").stdout)


def all_ready(servers, seconds=10):
    for server in servers:
        eventually(lambda server=server: is_ready(server), seconds)
