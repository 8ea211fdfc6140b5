"""R7: each route with each role and each kind of invalid credential."""

import random

from faults import Outcome
from faults.client import Client
from faults.credentials import ROLES, Credentials
from faults.description import Description, Operation
from faults.server import FaultsServer

TITLE = "each route × each role by token and by session × no, malformed, unknown, expired, revoked credential (seed 7)"
TARGET = "exactly the allowed pairs pass; no secret in any response, log line, file, metric"
# Each kind of body with each quarter of the credentials.
ROUNDS = 12
# A partial round with only the main credentials.
SHORT = 0

# The statuses for permitted clients: success, or an error of the request.
PASSED = {200, 201, 204, 304, 404, 409, 412, 422}
# Creating a page needs an admin, whatever the way.
NEW = {"page": {"title": "新页 Fresh", "slug": "fresh"}, "data": {}, "blocks": []}
MORE = [Operation("PUT", "/api/pages/fresh/export", "admin", NEW, '"of-no-state"')]


def run(program, folder, rounds):
    with FaultsServer(program, folder, HOMEBLOCKS_LOG_LEVEL="trace") as server:
        trial = Trial(server)
        for number in range(rounds):
            trial.round(number, trial.operations, trial.credentials.of_round(number))
        if rounds == 0:
            trial.round(0, [each for each in trial.operations if each.method != "HEAD"], trial.credentials.main)
        metrics = trial.client.get("/metrics").body
        trial.faults |= {f"/metrics contains {secret[:4]}…" for secret in trial.reported(metrics)}
        if code := server.stop():
            trial.faults.add(f"The program ended with the code {code}.")
    for file in [each for each in folder.rglob("*") if each.is_file()]:
        trial.faults |= {f"{file.name} contains {secret[:4]}…" for secret in trial.reported(file.read_bytes())}
    figure = (
        f"{len(trial.operations)} requests of every route × {len(trial.credentials.known)} credentials, "
        f"{trial.count:,} sent, {trial.passed:,} allowed, {len(trial.faults)} wrong"
    )
    return Outcome(figure, sorted(trial.faults))


class Trial:
    def __init__(self, server):
        self.credentials = Credentials(server)
        self.operations = Description().operations() + MORE
        self.client = Client(server.address)
        self.public, self.faults = {}, set()
        self.count = self.passed = 0

    def round(self, number, operations, names):
        """Sends the requests of a round. Rounds alternate between complete bodies, half a body and no body."""
        kind = ("whole", "half", "no")[number % 3]
        # Whether a page is created depends on the content of the body.
        pairs = [(each, name) for each in operations for name in names if self.is_for(each, name, kind)]
        random.Random(7 + number).shuffle(pairs)
        for operation, name in pairs:
            self.attempt(operation, name, kind)

    def is_for(self, operation, name, kind):
        if operation in MORE and kind != "whole":
            return False
        # Signing out or changing the password would end sessions that later attempts need.
        credential = self.credentials.known[name]
        return not (operation.is_of_session and credential.is_session and credential.role and credential.may_change)

    def attempt(self, operation, name, kind):
        credential = self.credentials.known[name]
        headers = credential.headers | ({"If-Match": operation.tag} if operation.tag else {})
        body = None if operation.body is None else {"whole": operation.body, "half": b'{"or', "no": None}[kind]
        response = self.client.send(operation.method, operation.path, body, headers)
        self.count += 1
        if wrong := self.wrong(operation, credential, response, kind if operation.body else "whole"):
            self.faults.add(f"{operation} with {name}: {wrong}.")
        reported = self.reported(str(response.headers).encode() + response.body)
        if operation.path in ("/api/tokens", "/api/operators") and response.status == 201:
            # A new secret, which is shown only in this response.
            self.credentials.secrets.add((response.data.get("token") or response.data["password"]).split("_", 2)[-1])
        self.faults |= {f"{operation} with {name} returns {secret[:4]}…" for secret in reported}

    def wrong(self, operation, credential, response, kind):
        """The error in a response to a request with a credential and a kind of body, or None."""
        no_use = operation.is_of_link or (operation.is_of_session and not credential.is_session)
        role = None if no_use else credential.role
        if operation.role is None:
            usual = self.public.setdefault((str(operation), kind), response.status)
            good = response.status == usual and usual not in (401, 403) and usual < 500
            return None if good else f"{response.status}, although others get {usual}"
        if role is None:
            challenge = str(response.headers["WWW-Authenticate"])
            return None if response.status == 401 and challenge.startswith("Bearer") else f"{response.status} and not 401"
        may_not = operation.method not in ("GET", "HEAD") and not credential.may_change
        if may_not or ROLES.index(role) < ROLES.index(operation.role):
            return None if response.status == 403 else f"{response.status} and not 403"
        self.passed += 1
        good = PASSED if kind == "whole" and not operation.takes_file else PASSED | {400, 415}
        return None if response.status in good else f"{response.status}, although the role is allowed to"

    def reported(self, content):
        return [secret for secret in self.credentials.secrets if secret.encode() in content]
