"""Every operation of the OpenAPI description, each as a well-formed request that changes little."""

import json
from dataclasses import dataclass, replace
from urllib.parse import quote

from harness import ROOT

# Signing in needs no credential. These operations have their own rules and tests.
SIGNING_IN = ("signIn", "setUp")
LINK = [{"link": []}]
METHODS = ("get", "put", "post", "patch", "delete", "head", "options", "trace")
# An existing page replaces one of the description that is yet to be created.
VALUES = {"ManagedPage": "mall"}
STALE = '"of-no-state"'
# Values of query parameters that are required.
REQUIRED = {"q": "tea", "from": "2031-01-01T00:00:00Z", "until": "2031-02-01T00:00:00Z"}


@dataclass(frozen=True)
class Operation:
    method: str
    path: str
    # The lowest permitted role; none if the route is public.
    role: str | None
    body: dict | None = None
    # With a stale ETag nothing changes, and a permitted client gets a 412.
    tag: str | None = None
    # Whether it concerns the session of the request, so that a token cannot be used.
    is_of_session: bool = False
    # Whether only the secret of a preview link authorizes it, which no credential has.
    is_of_link: bool = False
    # Whether its body is a file, for which the description has no example.
    takes_file: bool = False

    def __str__(self):
        return f"{self.method} {self.path}"


class Description:
    """openapi/openapi.json."""

    def __init__(self):
        self.document = json.loads((ROOT / "openapi/openapi.json").read_text())

    def found(self, part):
        """Resolves a reference; returns its target and name."""
        if "$ref" not in part:
            return part, None
        names = part["$ref"].removeprefix("#/").split("/")
        target = self.document
        for name in names:
            target = target[name]
        return target, names[-1]

    def operations(self):
        """All operations; those with a stage once for each stage. Reads are sent with GET and with HEAD."""
        made = []
        for path, item in self.document["paths"].items():
            for method in METHODS:
                if method not in item or item[method]["operationId"] in SIGNING_IN:
                    continue
                parameters = item.get("parameters", []) + item[method].get("parameters", [])
                made += self.staged(method.upper(), path, [self.found(each) for each in parameters], item[method])
        heads = [replace(each, method="HEAD") for each in made if each.method == "GET"]
        return made + heads

    def staged(self, method, path, parameters, described):
        for stage in ("live", "draft") if "{stage}" in path else (None,):
            filled, query, tag = path, "", None
            for parameter, name in parameters:
                if parameter["in"] == "path":
                    value = stage if parameter["name"] == "stage" else VALUES.get(name, parameter["example"])
                    filled = filled.replace("{%s}" % parameter["name"], quote(str(value), safe="/"))
                elif name == "DryRun":
                    query = "?dryRun=true"
                elif parameter["in"] == "query" and parameter.get("required"):
                    value = REQUIRED[parameter["name"]]
                    query += f"{'&' if query else '?'}{parameter['name']}={quote(str(value), safe='')}"
                elif name == "IfMatch":
                    tag = STALE
            body, role = self.example(described), self.role(described, stage)
            is_of_session = described.get("security") == [{"session": [], "csrf": []}]
            is_of_link = described.get("security") == LINK
            takes_file = body is None and "requestBody" in described
            yield Operation(method, filled + query, role, body, None if query else tag, is_of_session, is_of_link, takes_file)

    def role(self, described, stage):
        if described.get("security", self.document["security"]) == []:
            return None
        if described.get("security") == LINK:
            return "viewer"
        role = described["x-role"]
        return role[stage] if isinstance(role, dict) else role

    def example(self, described):
        content = described.get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            return None
        described = content["application/json"]
        # The first one if there are several.
        return described["example"] if "example" in described else next(iter(described["examples"].values()))["value"]
