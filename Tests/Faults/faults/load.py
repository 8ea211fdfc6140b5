"""Clients of every kind that keep a server busy while it is stopped."""

import threading
import time

from faults.client import Lost
from faults.monitored_wire import GRACE, MonitoredWire

READ = ["/homepage", "/sort", "/homepage?page=mall&platform=ios", "/homepage/blocks/HOMEPAGE_BANNER", "/pages"]
# Responses to requests sent later than this after the signal must announce that the connection closes. Seconds.
KNOWN_AFTER = 0.5


class Load:
    """Clients of every kind, each with one connection that the server has to close."""

    def __init__(self, server, faults):
        self.server, self.faults = server, faults
        self.signalled, self.signalled_at = threading.Event(), float("inf")
        self.responses = 0
        self.ready = threading.Barrier(len(self.kinds()) + 1)

    def kinds(self):
        busy = [("a busy reader", self.busy, {})] * 4
        return busy + [
            ("a pipelining reader", self.pipelining, {}),
            ("a slow reader", self.slow, {"receive": 4096, "pace": 0.005}),
            ("a slow sender", self.slow_sender, {"token": self.server.token}),
            ("an idle reader", self.idle, {}),
            ("a reader who comes back too late", self.late, {}),
        ]

    def start(self):
        """Returns when each client has its connection."""
        self.threads = [threading.Thread(target=self.run, args=kind) for kind in self.kinds()]
        for thread in self.threads:
            thread.start()
        self.ready.wait(30)

    def join(self):
        for thread in self.threads:
            thread.join()

    def run(self, name, read, options):
        with MonitoredWire(self.server.address, problems=self.faults, name=name, **options) as wire:
            # The server has accepted the connection, so it is not waiting in the system's backlog.
            self.check(wire, wire.send("GET", "/healthz"))
            self.ready.wait(30)
            try:
                read(wire)
            except Lost:
                pass
            self.responses += len(wire.log)
            for of, sent, is_over in wire.log:
                after = sent - self.signalled_at
                if after > KNOWN_AFTER and not is_over:
                    self.faults.append(
                        f"{name}: {of} was sent {after:.2f} s after the signal, and the response does not say that the "
                        "connection closes"
                    )

    def check(self, wire, response):
        if response.status != 200:
            self.faults.append(f"{wire.name} is answered {response}")

    def busy(self, wire):
        count = 0
        while not wire.is_over:
            self.check(wire, wire.send("GET", READ[count % len(READ)]))
            count += 1

    def pipelining(self, wire):
        """Sends several requests together; those without a response were too late."""
        while not wire.is_over:
            wire.begin(b"".join(wire.request("GET", path) for path in READ))
            for path in READ:
                self.check(wire, wire.response(f"GET {path}, pipelined"))
                if wire.is_over:
                    return

    def slow(self, wire):
        """Reads a large response slowly, from before until after the signal."""
        while not wire.is_over:
            self.check(wire, wire.send("GET", "/openapi.json"))

    def slow_sender(self, wire):
        """Sends the head before the signal and the body after it."""
        request = wire.request("POST", "/sort?dryRun=true", {"moves": [{"block": "HOMEPAGE_BANNER", "to": "end"}]})
        head, body = request.split(b"\r\n\r\n")
        wire.begin(head + b"\r\n\r\n" + body[:10])
        self.signalled.wait()
        time.sleep(0.2)
        wire.begin(body[10:])
        wire.idle = 0
        # The request was incomplete at the signal, so a 408 is permitted too.
        response = wire.response("POST /sort in two parts")
        if response.status != 408:
            self.check(wire, response)

    def idle(self, wire):
        """Sends another request immediately after the signal."""
        self.signalled.wait()
        time.sleep(0.3)
        wire.begin(wire.request("GET", "/homepage"))
        wire.idle = 0
        self.check(wire, wire.response("GET /homepage, 0.3 s after the signal"))

    def late(self, wire):
        """Sends a request when the connection may already be closed: it gets a response or a clean end."""
        self.signalled.wait()
        time.sleep(3 * GRACE)
        self.check(wire, wire.send("GET", "/homepage"))
