"""Locks a database in another process. In this process, closing the file anywhere would release the lock."""

import subprocess
import sys

# The lock is free only for short moments while a server writes without pauses. SQLite itself retries ten times a second,
# which is not often enough.
HOLD = """
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=0)
if sys.argv[2] == "all":
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
deadline = time.monotonic() + 60
while True:
    try:
        connection.execute("BEGIN EXCLUSIVE")
        break
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
            raise
        time.sleep(0.001)
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
