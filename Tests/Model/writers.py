"""Several operators concurrently on one page, while the clock is stopped; then the same changes sequentially in the
model, in the order of the audit log.
"""

import random
from concurrent.futures import ThreadPoolExecutor

from driver import Run
from operations import Generator
from sending import request

COUNT = 4


class Writer:
    """One operator, who performs operations that are possible in the state at the start of the round."""

    def __init__(self, page, number):
        self.page, self.connection = page, page.server.connect()
        self.generator = Generator(random.Random(f"{page.slug} {number}"), f"w{number}x")

    def make(self, count):
        """Performs operations; returns those that changed something, by request id."""
        made = {}
        for _ in range(count):
            op = self.generator.operation(self.page.model)
            if op["do"] in ("time", "retry", "restore") or op.get("dry"):
                continue
            op = self.page.concrete(op)
            method, path, body, _ = request(op, self.page.slug, self.page.model.now)
            response = self.page.server.api(method, path, body, connection=self.connection)
            assert response.status in (200, 201, 400, 404, 409, 412, 422), (op, response.status, response.body)
            if response.status < 400:
                made[response.headers["X-Request-Id"]] = op, response
        return made


class Writers:
    def __init__(self, server, seed):
        self.page = Run(server, f"writers-{seed}", seed)
        self.writers = [Writer(self.page, number) for number in range(COUNT)]

    def run(self, rounds, each):
        one = self.page
        with ThreadPoolExecutor(COUNT) as pool:
            for number in range(rounds):
                self.begin(number)
                known = self.audit()
                made = {}
                for part in pool.map(lambda writer: writer.make(each), self.writers):
                    made |= part
                for line in self.audit()[len(known) :]:
                    self.again(*made.pop(line["requestId"]))
                one.values.written.clear()
                one.compare()
                one.compare_all()
                one.step({"do": "time", "milliseconds": 700})
        self.check_history()

    def begin(self, number):
        """Changes the draft, so that it is up to date when the writers begin."""
        one = self.page
        draft = one.model.drafted()[0]
        if not draft.order:
            return
        patch = {"content": {"uiElement": {"subTitle": {"title": f"round {number}"}}}}
        one.step({"do": "patch", "stage": "draft", "code": draft.order[0], "patch": patch, "repeat": False})

    def audit(self):
        """The entries about the page, oldest first."""
        lines, cursor = [], ""
        while cursor is not None:
            part = f"&cursor={cursor}" if cursor else ""
            data = self.page.send("GET", f"/api/audit?page={self.page.slug}&limit=100{part}").data
            lines, cursor = lines + data["entries"], data["next"]
        return lines[::-1]

    def again(self, op, response):
        """Performs an operation in the model and compares the writer's response."""
        one = self.page
        expected = one.model.apply(op)
        assert expected.status == response.status, (op, response.status, expected.status)
        if expected.made:
            expected.made.id = response.data["id"]
        one.compare_carried(response, expected)
        if op["do"] == "order":
            one.same("the order of the response", response.data["order"], self.order(op["stage"]))

    def order(self, stage):
        model = self.page.model
        return (model.live.content if stage == "live" else model.drafted()[0]).order

    def check_history(self):
        """Checks that the history is linear: numbers without gaps, each revision based on an earlier one."""
        lines, cursor = [], ""
        while cursor is not None:
            part = f"&cursor={cursor}" if cursor else ""
            data = self.page.data(f"{self.page.page_path}/revisions?limit=100{part}")
            lines, cursor = lines + data["revisions"], data["next"]
        numbers = [line["number"] for line in lines]
        assert numbers == list(range(len(numbers), 0, -1))
        assert all(line["parent"] is None if line["number"] == 1 else line["parent"] < line["number"] for line in lines)
