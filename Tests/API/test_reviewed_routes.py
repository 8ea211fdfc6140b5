"""Every operation of the API on a page that is reviewed: its response, and that clients get nothing new by it."""

import json

import pytest

from harness import ROOT
from harness.pictures import png
from publishing import MALL, blocks, done, soon, text
from reviewing import BYPASS, DRAFT, REVIEW, live

# A request of each operation that changes something of a page, as an admin sends it without a reason. It changes nothing
# that clients get, or it is refused.
AD = {"id": 9, "title": "New", "imageUrl": "/assets/mall/tea-fair.svg", "url": "https://shop.example"}
NEW = {"blockCode": "fresh", "showType": "MALL_AD", "content": {"extInfo": {"list": [AD]}}}


def requests(server, stage):
    base = f"{MALL}/{stage}"
    whole = blocks(server)["wallet"]
    cards = [str(one["id"]) for one in blocks(server)["middleAd"]["content"]["extInfo"]["list"]]
    return {
        "PUT /order": ("PUT", f"{base}/order", {"moves": [{"block": "otc", "to": "start"}]}),
        "POST /blocks": ("POST", f"{base}/blocks", NEW),
        "PATCH /blocks": ("PATCH", f"{base}/blocks", {"blocks": ["otc"], "set": {"enabled": False}}),
        "PUT /blocks/{code}": ("PUT", f"{base}/blocks/wallet", whole | {"enabled": False}),
        "PATCH /blocks/{code}": ("PATCH", f"{base}/blocks/wallet", {"enabled": False}),
        "DELETE /blocks/{code}": ("DELETE", f"{base}/blocks/otc", None),
        "POST /blocks/{code}/copy": ("POST", f"{base}/blocks/wallet/copy", {"page": "mall"}),
        "PUT /blocks/{code}/creatives/order": ("PUT", f"{base}/blocks/middleAd/creatives/order", {"order": cards[::-1]}),
        "POST /blocks/{code}/creatives": ("POST", f"{base}/blocks/middleAd/creatives", AD),
        "DELETE /blocks/{code}/creatives/{index}": ("DELETE", f"{base}/blocks/middleAd/creatives/0", None),
    }


def operations(server, planned, takeover):
    """Each operation of the API's description with a request, in an order in which all of them can be made."""
    document = done(server.api("GET", f"{MALL}/export")).json
    document["blocks"] = document["blocks"][1:]
    page, found = "/api/pages/{page}", {}
    for stage in ("live", "draft"):
        for name, request in requests(server, stage).items():
            method, rest = name.split(" ")
            found[f"{method} {page}/{stage}{rest}"] = request
    later = {"at": text(soon(7200))}
    plan = {"shows": "music", "until": text(soon(3600))}
    return found | {
        "POST /sort": ("POST", "/sort?page=mall", {"moves": [{"block": "otc", "to": "start"}]}),
        f"POST {page}/draft/publish": ("POST", f"{DRAFT}/publish", {}),
        f"POST {page}/draft/restore": ("POST", f"{DRAFT}/restore", {"revision": 1}),
        f"POST {page}/revisions/{{number}}/restore": ("POST", f"{MALL}/revisions/{planned['revision']}/restore", {}),
        f"PUT {page}/export": ("PUT", f"{MALL}/export", document),
        f"PUT {page}/draft": ("PUT", DRAFT, document),
        f"POST {page}/takeovers": ("POST", f"{MALL}/takeovers", plan),
        f"PATCH {page}/takeovers/{{id}}": ("PATCH", f"{MALL}/takeovers/{takeover}", {"until": text(soon(9000))}),
        f"POST {page}/links": ("POST", f"{MALL}/links", {}),
        f"DELETE {page}/links/{{id}}": ("DELETE", f"{MALL}/links/1", None),
        f"POST {page}/draft/review": ("POST", REVIEW, {}),
        f"POST {page}/draft/review/approvals": ("POST", f"{REVIEW}/approvals", {"state": "0"}),
        f"POST {page}/draft/review/objections": ("POST", f"{REVIEW}/objections", {"state": "0", "message": "No"}),
        f"DELETE {page}/draft/review/approvals": ("DELETE", f"{REVIEW}/approvals", None),
        f"DELETE {page}/draft/review": ("DELETE", REVIEW, None),
        f"PUT {page}/presence": ("PUT", f"{MALL}/presence", {"block": None}),
        f"PATCH {page}/releases/{{id}}": ("PATCH", f"{MALL}/releases/{planned['id']}", later),
        f"POST {page}/releases/{{id}}/review/approvals": (
            "POST",
            f"{MALL}/releases/{planned['id']}/review/approvals",
            {"state": "0"},
        ),
        f"POST {page}/releases/{{id}}/review/objections": (
            "POST",
            f"{MALL}/releases/{planned['id']}/review/objections",
            {"state": "0", "message": "No"},
        ),
        f"DELETE {page}/releases/{{id}}/review/approvals": (
            "DELETE",
            f"{MALL}/releases/{planned['id']}/review/approvals",
            None,
        ),
        f"DELETE {page}/releases/{{id}}": ("DELETE", f"{MALL}/releases/{planned['id']}", None),
        f"DELETE {page}/takeovers/{{id}}": ("DELETE", f"{MALL}/takeovers/{takeover}", None),
        f"DELETE {page}/draft": ("DELETE", DRAFT, None),
        f"PATCH {page}": ("PATCH", MALL, {"page": "shop"}),
        f"DELETE {page}": ("DELETE", MALL, None),
    }


def uploaded(server, content):
    headers = {"Authorization": f"Bearer {server.token}", "Content-Type": "image/png"}
    return done(server.send("POST", "/api/pictures?name=x", content, headers), 201).data["id"]


def shared(picture, other):
    """The same for what pages share: the mall shows the feed, has a section for the audience, and shows the picture."""
    feed = {"name": "songs", "url": "http://127.0.0.1:9/x", "showType": "DEMO_GRID", "items": "", "fields": {"/title": "/name"}}
    return {
        "POST /api/pages": ("POST", "/api/pages", {"page": "copied", "copyOf": "mall"}),
        "POST /api/feeds": ("POST", "/api/feeds", feed | {"name": "others"}),
        "PUT /api/feeds/{name}": ("PUT", "/api/feeds/songs", feed | {"interval": 7200}),
        "POST /api/feeds/{name}/refresh": ("POST", "/api/feeds/songs/refresh", None),
        "DELETE /api/feeds/{name}": ("DELETE", "/api/feeds/songs", None),
        "POST /api/audiences": ("POST", "/api/audiences", {"name": "others", "audience": {"platforms": ["ios"]}}),
        "PUT /api/audiences/{name}": ("PUT", "/api/audiences/vips", {"audience": {"platforms": ["web"]}}),
        "DELETE /api/audiences/{name}": ("DELETE", "/api/audiences/vips", None),
        "PATCH /api/pictures/{id}": ("PATCH", f"/api/pictures/{picture}", {"alt": "A picture"}),
        "POST /api/pictures/{id}/replace": ("POST", f"/api/pictures/{picture}/replace", {"with": other}),
        "DELETE /api/pictures/{id}": ("DELETE", f"/api/pictures/{picture}", None),
    }


# Operations on what no page has: who signs in, with which rights. Uploading a picture is among them.
APART = ("/api/tokens", "/api/operators", "/api/groups", "/api/session", "/api/setup", "POST /api/pictures")
USED = ("DELETE /api/feeds/{name}", "DELETE /api/audiences/{name}", "DELETE /api/pictures/{id}")
READS = "reads"
GATED = "409 `review-required` without approvals or a bypass"
OPEN = "as on other pages"
NOT_OF_A_PAGE = "concerns no page"


def described(server):
    """The operations of the API's description, as METHOD PATH."""
    for path, item in done(server.get("/openapi.json")).json["paths"].items():
        for method in item:
            if method in ("get", "post", "put", "patch", "delete"):
                for stage in ("live", "draft") if "{stage}" in path else ("",):
                    yield f"{method.upper()} {path.replace('{stage}', stage)}"


def reads(name):
    # Some reads of clients are a POST; so are those of reviews that a link makes, which other tests are about.
    return name.startswith("GET ") or name.startswith("POST /homepage") or name == "POST /preview/{link}/{path}"


def outcome(lin, name, request, of_link):
    if reads(name):
        return READS
    if any(start in name for start in APART) and name not in request:
        return NOT_OF_A_PAGE
    if name.partition(" ")[2].startswith("/preview/review"):
        method, path = name.split(" ")
        headers = {"HomeBlocks-Preview": of_link, "Content-Type": "application/json"}
        response = lin.server.send(method, path, json.dumps({"state": "0", "message": "No"}), headers)
        assert response.status in (404, 412), response.body
        return OPEN
    response = lin.send(*request[name])
    if response.status == 409 and response.json["type"].endswith(":review-required"):
        return GATED
    # Otherwise it is done, or refused as on any page: a wrong state, something that is in use.
    is_refused = "state" in str(request[name][2]) or name.endswith("/approvals") or name in USED
    assert response.status < 300 or is_refused, (name, response.body)
    return OPEN


@pytest.mark.both_engines
def test_no_operation_changes_what_clients_of_a_reviewed_page_get(server, people):
    server.stop()
    server.env |= {"HOMEBLOCKS_FEEDS_ALLOWED_HOSTS": "127.0.0.1:9", "HOMEBLOCKS_FEEDS_ALLOWED_NETWORKS": "127.0.0.0/8"}
    server.start()
    lin = people.lin
    picture, other = uploaded(server, png(40, 40)), uploaded(server, png(60, 60))
    done(lin.send("POST", "/api/audiences", {"name": "vips", "audience": {"platforms": ["ios"]}}), 201)
    everything = shared(picture, other)
    done(lin.send("POST", "/api/feeds", everything["PUT /api/feeds/{name}"][2] | {"interval": 3600}), 201)
    cards = [{"id": 1, "title": "One", "imageUrl": f"/pictures/{picture}.png"}]
    songs = {"blockCode": "songs", "showType": "DEMO_GRID", "source": {"feed": "songs"}, "content": {"extInfo": {"list": cards}}}
    done(lin.send("POST", f"{MALL}/live/blocks", songs, headers=BYPASS), 201)
    done(lin.send("PATCH", f"{MALL}/live/blocks/otc", {"audience": {"name": "vips"}}, headers=BYPASS))
    people.ed.edit()
    done(people.ed.send("POST", REVIEW, {"at": text(soon(3600))}), 201)
    at = people.ada.review()["at"]
    done(people.ada.approve(), 201)
    planned = done(people.bo.publish({"at": at}), 201).data
    plan = {"shows": "music", "from": text(soon(86_400)), "until": text(soon(90_000))}
    takeover = done(lin.send("POST", f"{MALL}/takeovers", plan, headers=BYPASS), 201).data["id"]
    done(lin.send("POST", f"{MALL}/links", {}), 201)
    of_link = done(people.ada.send("POST", f"{MALL}/links", {"mayApprove": True}), 201).data["secret"]
    before = live(server), server.order("mall")
    request = operations(server, planned, takeover) | everything
    names = list(described(server))
    # In the order of the requests, the last of which delete what the others use.
    place = {name: index for index, name in enumerate(everything | request)}
    found = {}
    for name in sorted(names, key=lambda name: place.get(name, -1)):
        found[name] = outcome(lin, name, request, of_link)
        if found[name] in (GATED, OPEN):
            assert (live(server), server.order("mall")) == before, name
    assert set(request) <= set(names)
    table = "\n".join(f"| `{name}` | {found[name]} |" for name in names)
    written = (ROOT / "docs/reviews.md").read_text()
    assert table in written, f"docs/reviews.md needs this table:\n{table}"
