"""Locks a database in another process. In this process, closing the file anywhere would release the lock."""

import subprocess
import sys

HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
if sys.argv[2] == "all":
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
connection.execute("BEGIN EXCLUSIVE")
connection.execute("UPDATE pages SET title = title")
print("held", flush=True)
sys.stdin.read()
connection.execute("ROLLBACK")
"""


class Lock:
    """`with Lock(database):` prevents other processes from writing, or with `of="all"` also from reading."""

    def __init__(self, database, of="writes"):
        self.words = [sys.executable, "-c", HOLD, str(database), of]

    def __enter__(self):
        self.process = subprocess.Popen(self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline() == "held\n", "the lock was not acquired"
        return self

    def __exit__(self, *_):
        self.process.communicate()
