"""Sections that the app fills itself: the document contains the URL, and the server never requests it."""

import pytest

from harness.upstream import Listener
from publishing import MALL, done, refused, sections, soon, text, wait_until

LIVE, DRAFT = f"{MALL}/live/blocks", f"{MALL}/draft/blocks"
WALLET = "https://api.mall.example/wallet"
CARDS = [{"id": 1, "title": "Placeholder", "imageUrl": "/assets/mall/tea-fair.webp"}]


def section(source, code="forYou"):
    return {"blockCode": code, "showType": "DEMO_GRID", "source": source, "content": {"extInfo": {"list": CARDS}}}


def addresses(server, page="mall"):
    """The sections of the document that the app fills, with their URLs."""
    found = sections(server, f"page={page}")
    return {code: block["clientSource"] for code, block in found.items() if "clientSource" in block}


def test_the_starter_wallet_is_filled_by_the_app_and_has_no_balance(server):
    assert addresses(server) == {"walletCard": WALLET}
    card = done(server.get("/homepage/blocks/walletCard?page=mall")).data
    assert card["clientSource"] == WALLET and "source" not in card
    welfare = card["extInfo"]["smallWelfare"]
    assert welfare["title"] and [welfare["balance"], welfare["points"], welfare["coupons"]] == [None, None, []]
    assert done(server.api("GET", f"{LIVE}/walletCard")).data["source"] == {"client": WALLET}


def test_the_document_has_only_the_url_and_the_placeholder(server):
    made = done(server.api("POST", LIVE, section({"client": "https://api.example.com/a?b=c"})), 201)
    assert made.data["source"] == {"client": "https://api.example.com/a?b=c"}
    shown = sections(server)["forYou"]
    assert shown["clientSource"] == "https://api.example.com/a?b=c" and shown["extInfo"]["list"] == CARDS
    assert "source" not in shown and "client" not in shown
    assert done(server.get("/homepage/blocks/forYou?page=mall")).data == shown
    assert done(server.api("GET", f"{MALL}/live/homepage")).data["blocks"]
    before = server.get("/homepage?page=mall").headers["ETag"]
    done(server.api("PATCH", f"{LIVE}/forYou", {"source": {"client": "https://api.example.com/other"}}))
    assert addresses(server)["forYou"] == "https://api.example.com/other"
    assert server.get("/homepage?page=mall").headers["ETag"] != before
    done(server.api("PATCH", f"{LIVE}/forYou", {"source": None}))
    assert "clientSource" not in sections(server)["forYou"]


def test_a_fallback_with_another_layout_has_no_url(server):
    new = section({"client": WALLET}) | {
        "audience": {"appVersion": {"min": "9.0"}},
        "fallback": {
            "showType": "MALL_AD",
            "content": {
                "extInfo": {
                    "list": [{"id": 1, "title": "Old", "imageUrl": "/assets/mall/tea-fair.webp", "url": "homeblocks://x"}]
                }
            },
        },
    }
    done(server.api("POST", LIVE, new), 201)
    new_app = sections(server, "page=mall&platform=ios&appVersion=9.1")
    assert new_app["forYou"]["clientSource"] == WALLET
    assert "forYou" not in sections(server, "page=mall&platform=ios&appVersion=8.0")


@pytest.mark.parametrize(
    "source,places",
    [
        ({"client": "http://api.example.com/w"}, ["/source/client"]),
        ({"client": "https://user:word@api.example.com/w"}, ["/source/client"]),
        ({"client": "https://api.example.com/w#x"}, ["/source/client"]),
        ({"client": "/wallet"}, ["/source/client"]),
        ({"client": "javascript:alert(1)"}, ["/source/client"]),
        ({"client": "https://api.example.com/" + "x" * 2000}, ["/source/client"]),
        ({"client": 7}, ["/source/client"]),
        ({"client": WALLET, "feed": "songs"}, ["/source"]),
        ({"client": WALLET, "positions": [0]}, ["/source/positions"]),
        ({"client": WALLET, "headers": {}}, ["/source/headers"]),
        ({}, ["/source/feed"]),
        (WALLET, ["/source"]),
    ],
)
def test_an_invalid_url_is_rejected_with_its_pointer(shared_server, source, places):
    for path in (LIVE, DRAFT):
        response = shared_server.api("POST", path, section(source))
        refused(response, 422, *places)
    exported = done(shared_server.api("GET", f"{MALL}/export")).json
    exported["blocks"].append(section(source))
    response = shared_server.api("PUT", f"{MALL}/export", exported)
    refused(response, 422, *(f"/blocks/{len(exported['blocks']) - 1}{place}" for place in places))


def test_the_url_cannot_be_set_through_the_content(server):
    new = section(None)
    new["content"]["clientSource"] = "https://evil.example"
    response = server.api("POST", LIVE, new)
    refused(response, 422, "/content/clientSource")
    response = server.api("PATCH", f"{LIVE}/walletCard", {"localizations": {"en": {"clientSource": "https://evil.example"}}})
    refused(response, 422, "/localizations/en/clientSource")


@pytest.mark.both_engines
def test_drafts_plans_merges_history_export_and_import_keep_the_url(server):
    done(server.api("PATCH", f"{DRAFT}/walletCard", {"source": {"client": "https://draft.example/w"}}))
    assert addresses(server) == {"walletCard": WALLET}
    preview = {block["blockCode"]: block for block in done(server.api("GET", f"{MALL}/draft/homepage")).data["blocks"]}
    assert preview["walletCard"]["clientSource"] == "https://draft.example/w"
    diff = done(server.api("GET", f"{MALL}/draft/diff")).body.decode()
    assert "draft.example" in diff
    # Live gets another source: one of the two wins as a whole, and the other is reported as a conflict.
    changed = done(server.api("PATCH", f"{LIVE}/walletCard", {"source": {"client": "https://live.example/w"}}))
    [conflict] = changed.json["carried"][0]["conflicts"]
    assert conflict["pointer"] == "/source"
    assert addresses(server) == {"walletCard": "https://live.example/w"}
    done(server.api("PATCH", f"{DRAFT}/walletCard", {"source": {"client": "https://draft.example/w"}}))
    at = soon(2)
    done(server.api("POST", f"{MALL}/draft/publish", {"at": text(at)}), 201)
    assert addresses(server) == {"walletCard": "https://live.example/w"}
    wait_until(at)
    assert addresses(server) == {"walletCard": "https://draft.example/w"}
    first = min(entry["number"] for entry in done(server.api("GET", f"{MALL}/revisions")).data["revisions"])
    done(server.api("POST", f"{MALL}/revisions/{first}/restore", {}), 201)
    assert addresses(server) == {"walletCard": WALLET}
    # An export and a reply, each imported into another page.
    exported = done(server.api("GET", f"{MALL}/export")).json
    done(server.api("PUT", "/api/pages/again/export", exported | {"page": {"slug": "again"}}))
    assert addresses(server, "again") == {"walletCard": WALLET}
    reply = done(server.get("/homepage?page=mall")).json
    done(server.api("PUT", "/api/pages/reply/export", reply))
    assert addresses(server, "reply") == {"walletCard": WALLET}
    assert done(server.api("GET", "/api/pages/reply/live/blocks/walletCard")).data["source"] == {"client": WALLET}


@pytest.mark.both_engines
def test_a_feed_and_an_endpoint_replace_each_other_as_a_whole(server):
    done(server.api("POST", LIVE, section({"client": WALLET})), 201)
    response = server.api("PATCH", f"{LIVE}/forYou", {"source": {"feed": "songs"}})
    refused(response, 422, "/source")
    response = server.api("PATCH", f"{LIVE}/forYou", {"source": {"feed": "songs", "client": None}})
    refused(response, 422, "/source/feed")
    assert addresses(server)["forYou"] == WALLET


def test_the_server_never_requests_the_url(server):
    listener = Listener()
    try:
        address = f"http://127.0.0.1:{listener.port}/wallet"
        done(server.api("POST", LIVE, section({"client": address})), 201)
        done(server.api("PATCH", f"{DRAFT}/walletCard", {"source": {"client": address}}))
        for path in ("/homepage?page=mall", "/homepage/blocks/forYou?page=mall", "/homepage/blocks/forYou/items?page=mall"):
            done(server.get(path))
        done(server.api("GET", f"{MALL}/draft/homepage"))
        assert "fill it from " + address in server.command("show", "--server", server.url, "--page", "mall").stdout
        assert addresses(server)["forYou"] == address
        assert listener.connections == 0
    finally:
        listener.stop()
