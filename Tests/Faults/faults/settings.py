"""Settings that not every program has."""

import tempfile

from faults.server import Server
from harness import Failure


def known(program, **env):
    """Those of some variables that a program accepts: an unknown one stops its start, with its name."""
    while env:
        with tempfile.TemporaryDirectory(prefix="homeblocks-settings-") as folder:
            try:
                with Server(program, folder, **env) as server:
                    server.stop()
                return env
            except Failure as failure:
                # Behind its name it lists those that it knows. The longest first: one name may begin another one.
                said = str(failure).partition("Known ")[0]
                named = [name for name in sorted(env, key=len, reverse=True) if name in said]
                if not named:
                    raise
                env = {name: value for name, value in env.items() if name != named[0]}
    return env
