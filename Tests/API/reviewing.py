"""A company that reviews its pages: its people, and what clients get."""

from types import SimpleNamespace

from harness import databases
from harness.prepared import cheap_hash
from harness.server import Server
from publishing import MALL, POCKET, done
from sessions import PASSWORD, Browser, operator

DRAFT, REVIEW = f"{MALL}/draft", f"{MALL}/draft/review"
BYPASS = {"HomeBlocks-Bypass": "Outage%20at%20noon"}


class Office:
    """A database with four operators, each with a session; password hashes are cheap."""

    ROLES = {"Ed": "editor", "Ada": "publisher", "Bo": "publisher", "Lin": "admin"}

    def __init__(self, folder):
        server = Server(folder)
        for name, role in self.ROLES.items():
            operator(server, name, role)
        server.stop()
        cheap = databases.blob(cheap_hash(PASSWORD))
        databases.execute(f"UPDATE credentials SET secret = {cheap} WHERE kind = 'operator'", server.database)
        server.start()
        self.known = {}
        for name in self.ROLES:
            browser = Browser(server)
            done(browser.sign_in(name), 201)
            self.known[name] = (browser.cookie, browser.csrf)
        self.token = server.token
        server.stop()
        self.content = databases.template(server.database)


class Person(Browser):
    """An operator who sends requests about the mall."""

    def edit(self, body=POCKET):
        return done(self.send("PATCH", f"{DRAFT}/blocks/wallet", body))

    def review(self, path=REVIEW):
        return done(self.send("GET", path)).data

    def approve(self, path=REVIEW, state=None):
        return self.send("POST", f"{path}/approvals", {"state": state or self.review(path)["state"]})

    def publish(self, body=None, **headers):
        return self.send("POST", f"{DRAFT}/publish", body or {}, headers=headers)


def company(server, office):
    """The operators, on a server whose mall needs one approval."""
    server.stop()
    server.database = str(databases.restored(office.content, server.folder))
    server.token = office.token
    server.start()
    found = {}
    for name, (cookie, csrf) in office.known.items():
        found[name.lower()] = person = Person(server)
        person.cookie, person.csrf = cookie, csrf
    done(found["lin"].send("PATCH", MALL, {"review": {"approvals": 1}}))
    return SimpleNamespace(**found)


def live(server):
    return server.get("/homepage?page=mall").body
