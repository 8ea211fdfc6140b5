"""Helpers for tests and benchmarks of the running program: processes, requests, and raw sockets."""

import os
import pathlib
import random
import socket
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("PROGRAM", str(ROOT / ".build/debug/homeblocks"))


class Failure(Exception):
    """A test or benchmark could not be run, which is not a result about the program."""


def environment(**settings):
    """The environment for a program: the current one with the given settings instead of the existing ones."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("HOMEBLOCKS_")}
    return inherited | settings


def free_port():
    """A free port for a program that is started later.

    It is below the range from which Linux chooses ephemeral ports, so that no other program gets it first.
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
        # Most conditions send a request to the program: poll less often the longer it takes.
        time.sleep(min(0.005 + waited / 20, 0.05))
    return time.monotonic() - begin
