"""Operators who reorder one page concurrently, each based on the order that they last read."""

import random
import threading

from faults import Outcome, operations
from faults.client import Client
from faults.history import History
from faults.replay import Replay
from faults.server import FaultsServer
from harness import Failure

TITLE = "16 operators reorder with `If-Match`"
TARGET = "acknowledged changes form one linear history; every rejected change got a 412 with the current order"
ROUNDS, SHORT = 200, 8
OPERATORS, SEED = 16, 1


def run(program, folder, rounds):
    history, problems = History(), []
    with FaultsServer(program, folder) as server:
        with Client(server.address, server.token) as admin:
            tokens = {f"operator {number}": token(admin, f"operator {number}") for number in range(OPERATORS)}
            codes = sorted(admin.get("/sort").data["order"])
        replay = Replay(history).begin(server.database)
        together = threading.Barrier(OPERATORS)
        common = rounds, codes, together, problems
        threads = [threading.Thread(target=reorder, args=(server, history, name, tokens[name], *common)) for name in tokens]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        replay.advance(server.database)
        with Client(server.address) as client:
            replay.compare_served(client)
    won, lost = len(history.acknowledged), sum(attempt.status == 412 for attempt in history.attempts)
    faults = [f"seed {SEED}: {fault}" for fault in (replay.faults + problems)[:10]]
    if won != OPERATORS * rounds and not faults:
        faults.append(f"{won} changes were acknowledged, not {OPERATORS} × {rounds}")
    if not lost and not faults:
        raise Failure("no operator was too late, so nothing was tested")
    return Outcome(f"{OPERATORS} × {rounds} changes in one linear history, {lost:,} were too late and got a 412", faults)


def token(admin, name):
    return admin.send("POST", "/api/tokens", {"name": name, "role": "publisher"}).data["token"]


def reorder(server, history, name, token, rounds, codes, together, problems):
    """Reorders until enough changes have succeeded; a rejected one continues from the order in the response."""
    chance = random.Random(f"{SEED} {name}")
    with Client(server.address, token) as client:
        response = client.get("/sort")
        seen, tag = response.data, response.headers["ETag"]
        together.wait()
        won = 0
        while won < rounds and not problems:
            change = operations.some_moves(chance, seen["order"])
            if operations.applied(change, seen["order"]) == seen["order"]:
                continue
            response = history.order(client, name, change, headers={"If-Match": tag}, seen=seen["revision"])
            if response is not None and response.status == 200:
                won += 1
                seen, tag = response.data, response.headers["ETag"]
            elif response is not None and response.status == 412:
                seen, tag = present(response, seen, codes, name, problems)
            else:
                problems.append(f"{name} got the status {response}")


def present(response, seen, codes, name, problems):
    """Checks the current order in a 412: it is complete, differs from the order that was read, and has its author."""
    current = response.json.get("current") or {}
    is_whole = sorted(current.get("order", [])) == codes and current.get("revision", 0) > seen["revision"]
    if not is_whole or not all(map(response.json.get, ("changedBy", "changedAt"))) or "ETag" not in response.headers:
        problems.append(f"{name} was too late for the order of revision {seen['revision']} and got {response}")
        return seen, "*"
    return current, response.headers["ETag"]
