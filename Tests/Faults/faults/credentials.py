"""What callers say who they are, and what of it nobody may ever read."""

import time
from datetime import datetime, timedelta, timezone

from faults import Failure
from faults.client import Client
from faults.server import TOKEN

ROLES = ["viewer", "editor", "publisher", "admin"]
# Stands in each credential that is none: what somebody mistypes is nearly a secret.
MISTYPED = "Mistyped0secret0that0nobody0may0read"


class Credentials:
    """Tokens of every role, and what looks like one. `known` are values of `Authorization` with the roles they give."""

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
        self.known = {f"a token of the role {role}": (f"Bearer {token}", role) for role, token in tokens.items()}
        self.known |= {
            "the token of the environment": (f"Bearer {TOKEN}", "admin"),
            "a scheme in small letters": (f"bearer {tokens['admin']}", "admin"),
        }
        strangers = {
            "none": None, "an expired token": f"Bearer {expired}", "a revoked token": f"Bearer {revoked}",
            "no scheme": tokens["admin"], "an unknown token": f"Bearer hb_abcdefghijkl_{MISTYPED}",
            "empty": "", "a scheme alone": "Bearer", "a scheme and a space": "Bearer ",
            "another scheme": f"Basic {tokens['admin']}", "a longer scheme": f"Bearers {TOKEN}",
            "a wrong secret": f"Bearer hb_{identity}_{MISTYPED}",
            "a secret of another token": f"Bearer hb_{tokens['viewer'].split('_')[1]}_{secret}",
            "half a secret": f"Bearer hb_{identity}_{secret[:-1]}", "a secret and more": f"Bearer {tokens['admin']}x",
            "capitals": f"Bearer {tokens['admin'].upper()}", "a secret alone": f"Bearer {secret}",
            "an id alone": f"Bearer hb_{identity}", "an empty secret": f"Bearer hb_{identity}_",
            "two tokens": f"Bearer {tokens['viewer']}, Bearer {tokens['admin']}",
            "quotes": f'Bearer "{tokens["admin"]}"', "percent signs": f"Bearer hb%5F{identity}%5F{secret}",
            "other letters": f"Bearer hb_{identity}_\u00e9{MISTYPED}",
            "6,000 letters": f"Bearer hb_{identity}_{MISTYPED * 170}",
            "half of the environment's": f"Bearer {TOKEN[:-1]}",
            "an operator's name": "Bearer admin", "a pattern": "Bearer %", "SQL": f"Bearer hb_{identity}_' OR '1'='1",
        }
        self.known |= {name: (value, None) for name, value in strangers.items()}

    @property
    def main(self):
        """The names of all who have a role, and of the main strangers."""
        return list(self.known)[:len(ROLES) + 2 + 5]

    def of_round(self, number):
        """Those, and a quarter of the other strangers."""
        return self.main + list(self.known)[len(self.main):][number % 4::4]

    def made(self, admin, role, **members):
        answer = admin.send("POST", "/api/tokens", {"name": role, "role": role, **members})
        if answer.status != 201:
            raise Failure(f"no token could be made: {answer}")
        token = answer.data["token"]
        self.secrets.add(token.split("_", 2)[2])
        return token


def until_refused(server, token, seconds=10):
    with Client(server.address, token) as client:
        end = time.monotonic() + seconds
        while client.get("/api/pages").status != 401:
            if time.monotonic() > end:
                raise Failure("a token that expires in a second is good after ten")
