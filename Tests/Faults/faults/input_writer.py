"""Sends inputs to its own pages over one connection, and reads back accepted ones."""

import json

from faults import mutations, plain
from faults.client import Client, Lost
from faults.server import TOKEN
from harness import ROOT, Failure

NAMES = ["demo", "news", "mall", "moments", "music"]
# Prefer small pages, which are cheaper and equally effective.
WEIGHTS = [10, 8, 8, 3, 1]
PAGES = {name: json.loads((ROOT / f"config/pages/{name}.json").read_text()) for name in NAMES}
REFUSED = {400, 404, 409, 412, 413, 415, 422}
# Members of a block that few starter pages have.
EXTRAS = {
    "enabled": True,
    "from": "2026-01-31T08:00:00.123456+08:00",
    "until": "2031-12-31T23:59:59Z",
    "audience": {
        "platforms": ["web", "ios"],
        "appVersion": {"min": "8.1", "max": "9.10.0-beta.1"},
        "locales": ["zh-Hant", "en"],
        "percent": 12.5,
        "seed": "种子",
    },
    "localizations": {"en": {"uiElement": {"subTitle": {"title": "Café"}}, "extra": None}},
}


class Writer:
    def __init__(self, address, number, random, faults):
        self.random, self.faults, self.number = random, faults, number
        self.client = Client(address, TOKEN)
        self.sent = self.accepted = self.created = 0
        for name in NAMES:
            document = PAGES[name] | {"page": PAGES[name]["page"] | {"slug": self.slug(name)}}
            response = self.client.send("PUT", f"/api/pages/{self.slug(name)}/export", document)
            if response.status != 200:
                raise Failure(f"a page could not be created: {response}")

    def slug(self, name):
        return f"{name}-{self.number}"

    def step(self):
        """Sends one input and checks its results."""
        name = self.random.choices(NAMES, WEIGHTS)[0]
        base = PAGES[name]
        if self.random.random() < 0.3:
            reply = self.random.random() < 0.3
            self.page(name, self.mutated(replied(base) if reply else base))
        else:
            self.block(name, self.random.choice(base["blocks"]))

    def mutated(self, value):
        kind = self.random.random()
        if kind < 0.03:
            return mutations.noise(self.random)
        if kind < 0.3:
            return mutations.broken(self.random, json.dumps(value, ensure_ascii=False).encode())
        return mutations.document(self.random, value)

    def page(self, name, body):
        path = f"/api/pages/{self.slug(name)}/export"
        response = self.put("PUT", path, body)
        if response is None:
            return
        changes = plain.distinguished(response.data["changes"])
        if response.data["changeCount"] > len(changes):
            # The response does not list all replacements.
            return
        self.compare(
            body,
            lambda sent: plain.page(replaced(sent, changes)),
            path,
            lambda read: {part: read[part] for part in ("data", "blocks")},
        )
        self.shown(name)

    def block(self, name, block):
        stage = self.random.choice(("live", "draft"))
        path = f"/api/pages/{self.slug(name)}/{stage}/blocks"
        extras = {key: value for key, value in EXTRAS.items() if self.random.random() < 0.3}
        kind = self.random.choice(("POST", "PUT", "PATCH"))
        if kind == "POST":
            self.created += 1
            block = block | extras | {"blockCode": f"made{self.created}"}
        own = f"{path}/{block['blockCode']}"
        if kind == "PATCH":
            return self.patch(own, {"content": block["content"]} | extras)
        body = self.mutated(block | extras)
        response = self.put(kind, path if kind == "POST" else own, body)
        if response is None:
            return
        made = response.data["blockCode"]
        self.compare(body, lambda sent: plain.block({"blockCode": made} | sent), f"{path}/{made}", without_info)
        if kind == "POST":
            self.send("DELETE", f"{path}/{made}")
        elif stage == "live" and self.random.random() < 0.2:
            self.shown(name)

    def patch(self, path, change):
        body, before = self.mutated(change), self.send("GET", path)
        if before is None or before.status != 200 or self.put("PATCH", path, body) is None:
            # An earlier import may have omitted the block.
            return
        old = without_info(plain.read(before.body))
        self.compare(body, lambda sent: plain.block(plain.merged(old, sent)), path, without_info)

    def put(self, method, path, body):
        """Returns the response if the input was accepted."""
        self.sent += 1
        response = self.send(method, path, body)
        if response is None:
            return None
        if response.status in (200, 201):
            self.accepted += 1
            return response
        problem = response.headers["Content-Type"] == "application/problem+json" and response.json
        if response.status not in REFUSED or not problem or problem["status"] != response.status or not problem["detail"]:
            self.fault(f"{method} {path} of {shortened(body)} got {response}")
        return None

    def compare(self, body, expected, path, part):
        """Checks that the read content is the sent content."""
        response = self.send("GET", path)
        try:
            wanted = expected(plain.read(body))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            return self.fault(f"{shortened(body)} was accepted for {path} although it is invalid: {error!r}")
        if response is None or response.status != 200:
            return self.fault(f"what was accepted for {path} cannot be read: {response}")
        found = part(plain.read(response.body))
        if found != wanted:
            self.fault(f"{shortened(body)} was accepted for {path}, but read back {difference(wanted, found)}")

    def shown(self, name):
        """Checks that accepted content can be served to clients."""
        response = self.send("GET", f"/homepage?page={self.slug(name)}&locale=en&platform=ios&appVersion=9")
        try:
            if response is not None and (response.status != 200 or "blocks" not in plain.read(response.body)["data"]):
                self.fault(f"a read of the page {name} got {response}")
        except ValueError as error:
            self.fault(f"the page {name} is no longer valid JSON: {error}")

    def send(self, method, path, body=None):
        try:
            return self.client.send(method, path, body)
        except Lost as lost:
            self.fault(f"no response to {shortened(body or b'')}: {lost}")

    def fault(self, text):
        self.faults.append(text + ".")


def replied(page):
    """A page in the format of a homepage reply."""
    names = ("blockCode", "showType")
    blocks = [{name: each[name] for name in names} | each["content"] for each in page["blocks"]]
    return {"code": 200, "data": page["data"] | {"blocks": blocks, "cursor": None, "hasMore": False}, "message": ""}


def replaced(document, changes):
    """A document with the replacements that an import reports; ``ValueError`` if the original values differ."""
    for change in changes:
        *places, last = [part.replace("~1", "/").replace("~0", "~") for part in change["pointer"].split("/")[1:]]
        holder = document
        for place in places:
            holder = holder[int(place) if isinstance(holder, list) else place]
        last = int(last) if isinstance(holder, list) else last
        if holder[last] != change["from"]:
            raise ValueError(f"{change['pointer']} was {holder[last]!r}, not {change['from']!r}")
        holder[last] = change["to"]
    return document


def without_info(read):
    block = read.get("data", read)
    return {name: value for name, value in block.items() if name != "info"}


def shortened(body):
    return repr(body if len(body) < 400 else body[:200] + b" ... " + body[-200:])


def difference(wanted, found, place=""):
    """The first location at which two documents differ."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for name in sorted(wanted.keys() | found.keys()):
            if name not in wanted or name not in found or wanted[name] != found[name]:
                return difference(wanted.get(name, "nothing"), found.get(name, "nothing"), f"{place}/{name}")
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        for number, (one, other) in enumerate(zip(wanted, found)):
            if one != other:
                return difference(one, other, f"{place}/{number}")
    return f"{str(found)[:120]!a} for {str(wanted)[:120]!a} at {place}"
