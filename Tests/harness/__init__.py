"""What the tests and the measurements of the running program share: the program as a process, requests to it, bytes on a socket."""

import os
import pathlib
import random
import socket
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("PROGRAM", str(ROOT / ".build/debug/homeblocks"))


class Failure(Exception):
    """A test or a measurement could not be made; that says nothing about what the program does."""


def environment(**settings):
    """The environment of a program: this one without the settings that someone has here, and with the given ones."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("HOMEBLOCKS_")}
    return inherited | settings


def free_port():
    """A port for a program that is started later.

    No program listens on it. It is below the range from which Linux chooses ports for clients and for programs that
    leave the choice to it, so that none of these takes it first.
    """
    while True:
        port = random.SystemRandom().randrange(10_000, 32_768)
        try:
            socket.create_server(("127.0.0.1", port)).close()
            return port
        except OSError:
            pass


def eventually(condition, seconds=10):
    """Waits until the condition holds; returns the seconds that it took."""
    begin = time.monotonic()
    while not condition():
        waited = time.monotonic() - begin
        assert waited < seconds, "the condition did not come true in time"
        # Most conditions ask the program: the longer it takes, the more rarely.
        time.sleep(min(0.005 + waited / 20, 0.05))
    return time.monotonic() - begin
