"""A browser from the server's point of view: it keeps its cookie, and its pages know the CSRF token."""

import json
import re
from types import SimpleNamespace

from harness import databases
from harness.prepared import cheap_hash
from publishing import done, refused

# Long enough for an operator; used nowhere else.
PASSWORD = "雨下整夜 rain all night"


class Browser:
    """Signs in and sends the console's requests. `headers` are sent with every request, like those of a proxy."""

    def __init__(self, server, headers=None):
        self.server, self.headers = server, headers or {}
        self.cookie = self.csrf = None

    def send(self, method, path, body=None, headers=None, csrf=True, connection=None):
        sent = dict(self.headers)
        if self.cookie:
            sent["Cookie"] = self.cookie
        if self.csrf and csrf and method not in ("GET", "HEAD"):
            sent["X-CSRF-Token"] = self.csrf
        if body is not None:
            sent["Content-Type"] = "application/json"
        sent |= headers or {}
        response = self.server.send(method, path, None if body is None else json.dumps(body), sent, connection)
        self.keep(response)
        return response

    def keep(self, response):
        """Stores the cookies that a response sets, as a browser does."""
        for line in response.headers.get_all("Set-Cookie") or []:
            pair, attributes = attributes_of(line)
            self.cookie = pair if attributes.get("max-age") != "0" and not pair.endswith("=") else None

    def get(self, path):
        return self.send("GET", path)

    def sign_in(self, name, password=PASSWORD, headers=None):
        """Returns the response; the browser is signed in if it is a 201."""
        response = self.send("POST", "/api/session", {"name": name, "password": password}, headers)
        if response.status == 201:
            self.csrf = response.data["csrf"]
        return response

    @property
    def operator(self):
        """The operator who is signed in; None if there is none."""
        return done(self.get("/api/session")).data["operator"]

    @property
    def secret(self):
        return self.cookie.partition("=")[2]


def attributes_of(line):
    """The name-value pair of a Set-Cookie field, and its attributes in lower case."""
    pair, *rest = [part.strip() for part in line.split(";")]
    found = [part.partition("=") for part in rest]
    return pair, {name.lower(): value for name, _, value in found}


def operator(server, name="Mei", role="editor", password=PASSWORD):
    """Creates an operator and returns its entry."""
    body = {"name": name, "role": role, "password": password}
    return done(server.api("POST", "/api/operators", body), 201).data


class Staff:
    """A database with the editor Mei, signed in with two browsers, and the admin Lin, signed in with one.

    Password hashing is slow on purpose. So the database is created once, and its hashes are replaced with cheap ones of
    the same password: each hash contains its own cost.
    """

    def __init__(self, server):
        [operator(server, name, role) for name, role in (("Mei", "editor"), ("Lin", "admin"))]
        server.stop()
        cheap = databases.blob(cheap_hash(PASSWORD))
        statement = f"UPDATE credentials SET secret = {cheap} WHERE kind = 'operator' RETURNING id"
        assert len(databases.execute(statement, server.database)) == 2
        server.start()
        browsers = [Browser(server) for _ in range(3)]
        [done(browser.sign_in(name), 201) for browser, name in zip(browsers, ("Mei", "Mei", "Lin"))]
        self.known = [(browser.cookie, browser.csrf) for browser in browsers]
        self.token = server.token
        server.stop()
        self.content = databases.template(server.database)

    def at(self, server):
        """Replaces a server's database with this one; returns the browsers `mei`, `mei2` and `lin`."""
        server.stop()
        server.database = str(databases.restored(self.content, server.folder))
        server.token = self.token
        server.start()
        browsers = [Browser(server) for _ in self.known]
        for browser, (cookie, csrf) in zip(browsers, self.known):
            browser.cookie, browser.csrf = cookie, csrf
        return SimpleNamespace(**dict(zip(("mei", "mei2", "lin"), browsers)))


def set_up_secret(server):
    """The secret of the set-up link that the server printed when it started; None if it printed none."""
    found = re.search(r"http\S+/admin/set-up#(\S+)", server.banner)
    return found and found.group(1)


def signed_out(response):
    """Checks that the browser is not signed in any more."""
    assert response.headers["WWW-Authenticate"].startswith("Bearer")
    return refused(response, 401, kind="signed-out")


def wrong_password(response):
    """Checks that a sign-in failed, without a reason."""
    assert response.headers["WWW-Authenticate"].startswith("Bearer") and "Set-Cookie" not in response.headers
    return refused(response, 401, kind="wrong-password")


def cross_site(response):
    """Checks that a request was rejected because it does not come from the console."""
    document = refused(response, 403, kind="cross-site")
    assert "X-CSRF-Token" in document["detail"]
    return document
