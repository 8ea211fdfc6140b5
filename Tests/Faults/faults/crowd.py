"""Threads that do the same until they are told to end."""

import threading


class Crowd:
    """`with` a subclass, which has `members`: calls `act` with each of them in a thread of its own until the block ends, and
    waits for all. `act` ends soon after `ending` is set."""

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
