"""The requests of the writers and their responses, which a replay compares with the database."""

import threading
import time
from dataclasses import dataclass
from typing import Any

from faults.client import Lost

ORDER, BLOCK, PUBLISH = "order", "block.change", "draft.publish"


@dataclass
class Attempt:
    """One requested change."""

    writer: str
    index: int
    action: str
    change: dict
    block: str | None = None
    # The revision of the order in its If-Match.
    seen: int | None = None
    began: float = 0.0
    ended: float = float("inf")
    status: int | None = None
    request: str | None = None
    response: Any = None

    @property
    def is_acknowledged(self):
        return self.status in (200, 201)

    @property
    def is_lost(self):
        """Whether the outcome of the change is unknown."""
        return self.status is None

    def __str__(self):
        return f"change {self.index} of {self.writer} ({self.action} {str(self.change)[:200]})"


class History:
    """Records the changes of many threads."""

    def __init__(self):
        self.lock = threading.Condition()
        self.attempts: list[Attempt] = []
        self.count = 0

    def wait(self, more, seconds=30):
        """Waits until a number of further changes are acknowledged; returns whether they were in time."""
        with self.lock:
            wanted = self.count + more
            return self.lock.wait_for(lambda: self.count >= wanted, seconds)

    @property
    def acknowledged(self):
        return [attempt for attempt in self.attempts if attempt.is_acknowledged]

    @property
    def lost(self):
        return [attempt for attempt in self.attempts if attempt.is_lost]

    def wait_for_any(self, seconds=0.2):
        """Waits until another change gets any response."""
        with self.lock:
            self.lock.wait(seconds)

    def order(self, client, writer, change, stage="live", page="music", headers=None, seen=None):
        if stage == "live":
            route = "POST", f"/sort?page={page}"
        else:
            route = "PUT", f"/api/pages/{page}/{stage}/order"
        return self._send(client, Attempt(writer, 0, f"{stage}.{ORDER}", change, seen=seen), *route, headers)

    def block(self, client, writer, code, patch, stage="live", page="music"):
        attempt = Attempt(writer, 0, f"{stage}.{BLOCK}", patch, block=code)
        return self._send(client, attempt, "PATCH", f"/api/pages/{page}/{stage}/blocks/{code}")

    def publish(self, client, writer, message, page="music"):
        attempt = Attempt(writer, 0, PUBLISH, {"message": message})
        return self._send(client, attempt, "POST", f"/api/pages/{page}/draft/publish")

    def _send(self, client, attempt, method, path, headers=None):
        """Returns the response; None if none was received."""
        with self.lock:
            attempt.index = len(self.attempts)
            self.attempts.append(attempt)
            attempt.began = time.monotonic()
        try:
            response = client.send(method, path, attempt.change, headers)
        except Lost:
            return None
        # Take the time first: the change is acknowledged from this instant on.
        attempt.ended = time.monotonic()
        attempt.request = response.headers["X-Request-Id"]
        attempt.response = response.json
        attempt.status = response.status
        with self.lock:
            self.count += attempt.is_acknowledged
            self.lock.notify_all()
        return response
