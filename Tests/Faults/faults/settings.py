"""Settings that not every version of the program has."""

import tempfile

from faults.server import FaultsServer
from harness import Failure


def known(program, **env):
    """The variables that a program accepts. An unknown one prevents its start with an error that names it."""
    while env:
        with tempfile.TemporaryDirectory(prefix="homeblocks-settings-") as folder:
            try:
                with FaultsServer(program, folder, **env) as server:
                    server.stop()
                return env
            except Failure as failure:
                # Then the error lists the known ones. Longest first: a name may be the prefix of another one.
                said = str(failure).partition("Known ")[0]
                named = [name for name in sorted(env, key=len, reverse=True) if name in said]
                if not named:
                    raise
                env = {name: value for name, value in env.items() if name != named[0]}
    return env
