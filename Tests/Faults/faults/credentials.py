"""The credentials that clients send, and the secrets that must not appear anywhere."""

import time
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone

from faults.client import Client
from faults.server import TOKEN
from harness import Failure

ROLES = ["viewer", "editor", "publisher", "admin"]
# Part of each invalid credential, since a mistyped secret is almost a secret.
MISTYPED = "Mistyped0secret0that0nobody0may0read"


@dataclass(frozen=True)
class Credential:
    """A client's credential and its role."""

    role: str | None = None
    headers: dict = field(default_factory=dict)
    is_session: bool = False
    # A session needs only its cookie to read.
    may_change: bool = True


class Credentials:
    """Tokens and sessions of every role, and invalid ones."""

    def __init__(self, server):
        self.secrets = {MISTYPED, TOKEN}
        with Client(server.address, TOKEN) as admin:
            tokens = {role: self.made(admin, role) for role in ROLES}
            moment = datetime.now(timezone.utc) + timedelta(seconds=1)
            expired = self.made(admin, "admin", expiresAt=moment.isoformat(timespec="milliseconds"))
            revoked = self.made(admin, "admin")
            if admin.send("DELETE", f"/api/tokens/{revoked.split('_')[1]}").status != 200:
                raise Failure("a token could not be revoked")
        until_refused(server, expired)
        identity, secret = tokens["admin"].split("_", 2)[1:]
        good = {f"a token of the role {role}": (f"Bearer {token}", role) for role, token in tokens.items()}
        good |= {
            "the token of the environment": (f"Bearer {TOKEN}", "admin"),
            "a lowercase scheme": (f"bearer {tokens['admin']}", "admin"),
        }
        self.known = {name: Credential(role, bearer(value)) for name, (value, role) in good.items()}
        sessions = Sessions(server, self.secrets)
        self.known |= sessions.good
        good = len(self.known)
        strangers = {
            "none": None,
            "an expired token": f"Bearer {expired}",
            "a revoked token": f"Bearer {revoked}",
            "no scheme": tokens["admin"],
            "an unknown token": f"Bearer hb_abcdefghijkl_{MISTYPED}",
            "empty": "",
            "a scheme alone": "Bearer",
            "a scheme and a space": "Bearer ",
            "another scheme": f"Basic {tokens['admin']}",
            "a longer scheme": f"Bearers {TOKEN}",
            "a wrong secret": f"Bearer hb_{identity}_{MISTYPED}",
            "a secret of another token": f"Bearer hb_{tokens['viewer'].split('_')[1]}_{secret}",
            "half a secret": f"Bearer hb_{identity}_{secret[:-1]}",
            "a secret and more": f"Bearer {tokens['admin']}x",
            "capitals": f"Bearer {tokens['admin'].upper()}",
            "a secret alone": f"Bearer {secret}",
            "an id alone": f"Bearer hb_{identity}",
            "an empty secret": f"Bearer hb_{identity}_",
            "two tokens": f"Bearer {tokens['viewer']}, Bearer {tokens['admin']}",
            "quotes": f'Bearer "{tokens["admin"]}"',
            "percent signs": f"Bearer hb%5F{identity}%5F{secret}",
            "other letters": f"Bearer hb_{identity}_\u00e9{MISTYPED}",
            "6,000 letters": f"Bearer hb_{identity}_{MISTYPED * 170}",
            "half of the environment's": f"Bearer {TOKEN[:-1]}",
            "an operator's name": "Bearer admin",
            "a pattern": "Bearer %",
            "SQL": f"Bearer hb_{identity}_' OR '1'='1",
        }
        self.known |= {name: Credential(None, bearer(value)) for name, value in strangers.items()}
        self.known |= sessions.strangers
        # All credentials with a role, and the main invalid ones.
        self.count_of_main = good + 5

    @property
    def main(self):
        """The names of all credentials with a role, and of the main invalid ones."""
        return list(self.known)[: self.count_of_main]

    def of_round(self, number):
        """The main credentials, and a quarter of the other invalid ones."""
        return self.main + list(self.known)[len(self.main) :][number % 4 :: 4]

    def made(self, admin, role, **members):
        response = admin.send("POST", "/api/tokens", {"name": role, "role": role, **members})
        if response.status != 201:
            raise Failure(f"no token could be created: {response}")
        token = response.data["token"]
        self.secrets.add(token.split("_", 2)[2])
        return token


class Sessions:
    """Signed-in operators of every role, and invalid cookies."""

    def __init__(self, server, secrets):
        self.address, self.secrets = server.address, secrets
        with Client(server.address, TOKEN) as admin:
            made = {role: self.signed_in(admin, role, role) for role in ROLES}
            former = self.signed_in(admin, "former", "admin")
            if admin.send("DELETE", f"/api/operators/{former['id']}").status != 200:
                raise Failure("an operator could not be deleted")
        over = self.signed_in_again("admin", made["admin"]["password"])
        with Client(server.address) as client:
            if client.send("DELETE", "/api/session", headers=whole(over)).status != 200:
                raise Failure("an operator could not sign out")
        self.good = {
            f"a session of the role {role}": Credential(role, whole(each), is_session=True) for role, each in made.items()
        }
        name, _, secret = made["admin"]["cookie"].partition("=")
        csrf = {"X-CSRF-Token": made["admin"]["csrf"]}
        no_token = {"Cookie": made["admin"]["cookie"]}
        other = no_token | {"X-CSRF-Token": made["publisher"]["csrf"]}
        self.good |= {
            "a session without its CSRF token": Credential("admin", no_token, True, may_change=False),
            "a session with the CSRF token of another": Credential("admin", other, True, may_change=False),
            "a session used by a page of another origin": Credential(
                "admin", whole(made["admin"]) | {"Sec-Fetch-Site": "cross-site"}, True, may_change=False
            ),
            # Browsers send the cookies of all ports of a host, whose names differ.
            "a session in the cookie of another port": Credential("admin", {"Cookie": f"{name}0={secret}"} | csrf, True),
            "a token with an ended session": Credential("admin", bearer(f"Bearer {TOKEN}") | whole(over)),
        }
        cookies = {
            "an ended session": over["cookie"],
            "a session of a former operator": former["cookie"],
            "an unknown session": f"{name}={MISTYPED}1234567",
            "half a session": f"{name}={secret[:-1]}",
            "a session and more": f"{name}={secret}x",
            "another cookie": f"x{name}={secret}",
            "the cookie of a secure connection": f"__Host-{name}={secret}",
            "an empty cookie": f"{name}=",
            "a CSRF token for a cookie": f"{name}={made['admin']['csrf'][:-1]}_",
        }
        self.strangers = {what: Credential(None, {"Cookie": cookie} | csrf, True) for what, cookie in cookies.items()}
        self.strangers["a CSRF token alone"] = Credential(None, csrf)

    def signed_in(self, admin, name, role):
        response = admin.send("POST", "/api/operators", {"name": name, "role": role})
        if response.status != 201:
            raise Failure(f"no operator could be created: {response}")
        self.secrets.add(response.data["password"])
        return self.signed_in_again(name, response.data["password"]) | response.data

    def signed_in_again(self, name, password):
        with Client(self.address) as client:
            response = client.send("POST", "/api/session", {"name": name, "password": password})
        if response.status != 201:
            raise Failure(f"{name} could not sign in: {response}")
        cookie = response.headers["Set-Cookie"].partition(";")[0]
        self.secrets.add(cookie.partition("=")[2])
        return {"cookie": cookie, "csrf": response.data["csrf"], "password": password}


def bearer(value):
    return {} if value is None else {"Authorization": value.encode("latin-1")}


def whole(session):
    return {"Cookie": session["cookie"], "X-CSRF-Token": session["csrf"]}


def until_refused(server, token, seconds=10):
    with Client(server.address, token) as client:
        end = time.monotonic() + seconds
        while client.get("/api/pages").status != 401:
            if time.monotonic() > end:
                raise Failure("a token that expires in a second is valid after ten")
