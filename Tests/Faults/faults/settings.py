"""Settings that not every program has."""

import tempfile

from faults import Failure
from faults.server import Server


def known(program, **env):
    """Those of some variables that a program takes: one that it does not know stops its start."""
    return {name: value for name, value in env.items() if takes(program, name, value)}


def takes(program, name, value):
    with tempfile.TemporaryDirectory(prefix="homeblocks-settings-") as folder:
        try:
            with Server(program, folder, **{name: value}) as server:
                server.stop()
            return True
        except Failure as failure:
            if name in str(failure):
                return False
            raise
