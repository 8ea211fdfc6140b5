import gzip
import http.client
import json
import time

from failure import require

# The time in seconds that the server may take to finish its requests.
STOP_SECONDS = 10


class Checks:
    """The checks of a shipped server, before and after a restart."""

    def __init__(self, shipped, token):
        self.shipped, self.token = shipped, token

    def run(self):
        begin = time.monotonic()
        self.shipped.start()
        self.say(f"listens after {time.monotonic() - begin:.2f} s")
        self.is_alive()
        self.page_is_compressed_and_not_sent_twice()
        order = self.reorder_needs_the_token_and_shows()
        self.metrics_count_reads()
        require(self.shipped.health() == 0, "the health check fails for a healthy server")
        self.say("health check")
        require(self.shipped.command("prune", "--vacuum") == 0, "the database's free space cannot be returned to the disk")
        self.say("only /data is needed to return free space to the disk")
        self.say(self.shipped.confinement())
        self.stops()
        self.shipped.start()
        require(self.order() == order, "the new order is lost after a restart")
        self.say("the new order is kept after a restart")
        self.stops()
        require(self.token not in self.shipped.log, "the log contains the token")
        self.say("the log contains no token")

    def is_alive(self):
        for path in ("/healthz", "/readyz"):
            status, _, body = self.ask("GET", path)
            require(status == 200, f"{path} responds {status}: {body}")
            self.say(path)

    def page_is_compressed_and_not_sent_twice(self):
        status, headers, body = self.ask("GET", "/homepage", {"Accept-Encoding": "gzip"})
        require(status == 200, f"/homepage responds {status}: {body}")
        require(headers["Content-Encoding"] == "gzip", "/homepage is not compressed")
        document = json.loads(gzip.decompress(body))
        require(document["code"] == 200 and document["data"]["blocks"], "/homepage has no sections")
        again = {"Accept-Encoding": "gzip", "If-None-Match": headers["ETag"]}
        status, _, body = self.ask("GET", "/homepage", again)
        require((status, body) == (304, b""), f"/homepage responds {status} to a client that has it")
        self.say("/homepage: gzip, and 304 by its ETag")

    def reorder_needs_the_token_and_shows(self):
        before = self.order()
        change = json.dumps({"moves": [{"block": before[1], "before": before[0]}]})
        kind = {"Content-Type": "application/json"}
        status, _, _ = self.ask("POST", "/sort", kind, change)
        require(status == 401, f"a change without a token gets {status}")
        status, _, body = self.ask("POST", "/sort", kind | {"Authorization": f"Bearer {self.token}"}, change)
        require(status == 200, f"a change gets {status}: {body}")
        after = self.order()
        require(after == [before[1], before[0], *before[2:]], "the new order is not visible")
        self.say("POST /sort: 401 without the token, visible at once with it")
        return after

    def metrics_count_reads(self):
        status, _, body = self.ask("GET", "/metrics")
        lines = body.decode().splitlines()
        found = [line for line in lines if line.startswith("homeblocks_http_requests_total") and "/homepage" in line]
        require(status == 200 and found, "/metrics does not count the reads of /homepage")
        self.say("/metrics")

    def stops(self):
        begin = time.monotonic()
        code = self.shipped.stop(STOP_SECONDS)
        require(code == 0, f"SIGTERM ends it with {code}")
        self.say(f"SIGTERM ends it with 0 after {time.monotonic() - begin:.2f} s")

    def order(self):
        status, _, body = self.ask("GET", "/sort")
        require(status == 200, f"/sort responds {status}: {body}")
        return json.loads(body)["data"]["order"]

    def ask(self, method, path, headers=None, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.shipped.port, timeout=10)
        try:
            connection.request(method, path, body=body, headers=headers or {})
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    def say(self, what):
        print(f"ok  {what}", flush=True)
