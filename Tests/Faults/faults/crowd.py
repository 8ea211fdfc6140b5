"""Threads that repeat an action until they are stopped."""

import threading


class Crowd:
    """A context manager that calls `act` with each of its `members` in a separate thread until the block ends, and then
    joins the threads. `act` returns soon after `ending` is set."""

    def __init__(self, members):
        self.members, self.ending, self.threads = list(members), threading.Event(), []

    def __enter__(self):
        self.threads = [threading.Thread(target=self.act, args=(member,)) for member in self.members]
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.ending.set()
        for thread in self.threads:
            thread.join()
