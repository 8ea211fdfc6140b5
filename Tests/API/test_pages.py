"""Pages: creating, copying, renaming and deleting them, takeovers, and rendering for app versions."""

import json
import shutil
from datetime import timedelta

import pytest

from harness import ROOT, eventually
from publishing import MALL, POCKET, ads, blocks, copy_of_mall, done, page_line, refused, sections, soon, text


@pytest.mark.both_engines
def test_a_new_page_is_empty_and_can_be_filled(server):
    made = done(server.api("POST", "/api/pages", {"page": "stories", "title": "动态 Moments"}), 201)
    assert made.headers["Location"] == "/api/pages/stories"
    line = page_line(server, "stories")
    assert (line["title"], line["default"], line["client"], line["draft"], line["showing"]) == (
        "动态 Moments",
        False,
        None,
        False,
        "stories",
    )
    assert done(server.get("/homepage?page=stories")).data["blocks"] == []
    assert server.order("stories") == []
    done(server.api("POST", "/api/pages/stories/live/blocks", ads("hello", "你好 Hello")), 201)
    assert server.shown("stories") == ["hello"]
    assert "stories" in [line["page"] for line in server.get("/pages").data]


@pytest.mark.both_engines
@pytest.mark.parametrize("original", ["mall", "music"])
def test_a_copy_is_equal_at_first_and_then_independent(server, original):
    done(server.api("POST", "/api/pages", {"page": "twin", "copyOf": original}), 201)
    first, second = (done(server.get(f"/homepage?page={page}")) for page in (original, "twin"))
    assert (second.body, second.headers["ETag"]) == (first.body, first.headers["ETag"])
    assert page_line(server, "twin")["client"] == page_line(server, original)["client"]
    assert blocks(server, page="twin") == blocks(server, page=original)
    move = {"moves": [{"block": server.order("twin")[2], "to": "start"}]}
    done(server.api("PUT", "/api/pages/twin/live/order", move))
    done(server.api("DELETE", f"/api/pages/{original}/live/blocks/{server.order(original)[4]}"))
    assert server.get(f"/homepage?page={original}").body != first.body
    assert len(server.order("twin")) == len(server.order(original)) + 1
    assert set(server.order(original)) < set(server.order("twin"))


def test_an_invalid_page_is_not_created(server):
    before = done(server.api("GET", "/api/pages")).body
    refused(server.api("POST", "/api/pages", {"page": "mall", "title": "Mall"}), 409)
    refused(server.api("POST", "/api/pages", {"page": "Not A Slug"}), 422, "/page")
    refused(server.api("POST", "/api/pages", {"title": "Nameless"}), 422, "/page")
    refused(server.api("POST", "/api/pages", {"page": "gazette", "title": "x" * 201}), 422, "/title")
    refused(server.api("POST", "/api/pages", {"page": "gazette", "client": "nobody"}), 422, "/client")
    refused(server.api("POST", "/api/pages", {"page": "gazette", "colour": "red"}), 422, "/colour")
    assert server.api("POST", "/api/pages", {"page": "gazette", "copyOf": "none"}).status in (404, 422)
    assert done(server.api("GET", "/api/pages")).body == before


@pytest.mark.both_engines
def test_a_renamed_page_keeps_everything(server):
    copy_of_mall(server)
    document = done(server.get("/homepage?page=mall-sale")).body
    plan = {"shows": "mall-sale", "until": text(soon(3600))}
    done(server.api("POST", f"{MALL}/takeovers", plan), 201)
    done(server.api("PATCH", "/api/pages/mall-sale/draft/blocks/wallet", POCKET))
    done(server.api("PATCH", "/api/pages/mall-sale", {"page": "carnival", "title": "狂欢 Carnival"}))
    assert done(server.get("/homepage?page=carnival")).body == document
    assert done(server.get("/homepage?page=mall")).body == document
    assert page_line(server)["showing"] == "carnival"
    assert [line["shows"] for line in done(server.api("GET", f"{MALL}/takeovers")).data] == ["carnival"]
    assert (page_line(server, "carnival")["title"], page_line(server, "carnival")["draft"]) == ("狂欢 Carnival", True)
    for path in ("/homepage?page=mall-sale", "/sort?page=mall-sale"):
        refused(server.get(path), 404)
    refused(server.api("GET", "/api/pages/mall-sale/revisions"), 404)
    refused(server.api("PATCH", "/api/pages/carnival", {"page": "music"}), 409)
    refused(server.api("PATCH", "/api/pages/carnival", {"page": "No Slug"}), 422, "/page")
    refused(server.api("PATCH", "/api/pages/none", {"title": "None"}), 404)
    assert page_line(server, "carnival")["title"] == "狂欢 Carnival"


@pytest.mark.both_engines
def test_a_page_can_be_deleted_unless_it_is_in_use(server):
    copy_of_mall(server)
    copy_of_mall(server, "mall-winter")
    begin = soon(3600)
    for page, plan in (
        ("mall-sale", {"from": text(begin), "until": text(begin + timedelta(hours=1))}),
        ("mall-winter", {"until": text(soon(1800))}),
    ):
        takeover = done(server.api("POST", f"{MALL}/takeovers", {"shows": page} | plan), 201).data
        refused(server.api("DELETE", f"/api/pages/{page}"), 409)
        assert server.get(f"/homepage?page={page}").status == 200
        done(server.api("DELETE", f"{MALL}/takeovers/{takeover['id']}"))
        done(server.api("DELETE", f"/api/pages/{page}"))
        refused(server.get(f"/homepage?page={page}"), 404)
        refused(server.api("GET", f"/api/pages/{page}/export"), 404)
        refused(server.api("DELETE", f"/api/pages/{page}"), 404)
        assert page not in [line["page"] for line in server.get("/pages").data]
    refused(server.api("DELETE", "/api/pages/music"), 409)
    assert server.get("/homepage").status == 200 and page_line(server, "music")["default"] is True
    assert server.get("/homepage?page=mall").status == 200


@pytest.mark.both_engines
def test_takeovers_of_a_page_may_be_adjacent_but_not_overlap(server):
    copy_of_mall(server)
    copy_of_mall(server, "mall-winter")
    noon = soon(24 * 3600)

    def plan(begin, end, page="mall", shows="mall-sale"):
        hours = [text(noon + timedelta(hours=hour)) for hour in (begin, end)]
        return server.api("POST", f"/api/pages/{page}/takeovers", {"shows": shows, "from": hours[0], "until": hours[1]})

    first = done(plan(0, 2), 201).data
    for begin, end in ((0, 2), (0.5, 1.5), (-1, 3), (-1, 0.001), (1.999, 3), (0, 1), (1, 2)):
        refused(plan(begin, end, shows="mall-winter"), 409)
    done(plan(-1, 0), 201)
    done(plan(2, 3, shows="mall-winter"), 201)
    done(plan(0, 2, page="mall-winter"), 201)
    lines = done(server.api("GET", f"{MALL}/takeovers")).data
    assert [line["from"] for line in lines] == [text(noon + timedelta(hours=hour)) for hour in (2, 0, -1)]
    done(server.api("DELETE", f"{MALL}/takeovers/{first['id']}"))
    done(plan(0.5, 1.5), 201)

    free = {"from": text(noon + timedelta(hours=9)), "until": text(noon + timedelta(hours=10))}
    for body, pointer in (
        ({"shows": "mall-sale", "from": free["until"], "until": free["from"]}, "/until"),
        ({"shows": "mall-sale", "from": free["from"], "until": free["from"]}, "/until"),
        ({"shows": "mall-sale", "from": free["from"]}, "/until"),
        (free, "/shows"),
        (free | {"shows": "mall"}, "/shows"),
        (free | {"shows": "mall-sale", "message": "x" * 501}, "/message"),
        (free | {"shows": "mall-sale", "colour": "red"}, "/colour"),
    ):
        refused(server.api("POST", f"{MALL}/takeovers", body), 422, pointer)
    assert server.api("POST", f"{MALL}/takeovers", free | {"shows": "none"}).status in (404, 422)
    assert len(done(server.api("GET", f"{MALL}/takeovers")).data) == 4


@pytest.mark.both_engines
def test_a_takeover_is_ended_early_and_cancelled_only_once(server):
    copy_of_mall(server)
    own = done(server.get("/homepage?page=mall"))
    ada = server.new_token("publisher", "Ada")
    at_once = {"shows": "mall-sale", "until": text(soon(3600))}
    later = {"shows": "mall-sale", "from": text(soon(7200)), "until": text(soon(9000))}
    running, planned = (done(server.api("POST", f"{MALL}/takeovers", plan), 201).data for plan in (at_once, later))
    assert (running["state"], planned["state"]) == ("active", "pending")
    assert done(server.get("/homepage?page=mall")).body != own.body
    for takeover in (running, planned):
        path = f"{MALL}/takeovers/{takeover['id']}"
        ended = done(server.api("DELETE", path, token=ada)).data
        assert (ended["id"], ended["state"], ended["cancelledBy"]) == (takeover["id"], "cancelled", "Ada")
        after = done(server.get("/homepage?page=mall"))
        assert (after.body, after.headers["ETag"]) == (own.body, own.headers["ETag"])
        refused(server.api("DELETE", path), 409)
    assert "max-age=5, stale-while-revalidate=60" in after.headers["Cache-Control"]
    refused(server.api("DELETE", f"{MALL}/takeovers/999"), 404)
    brief = done(server.api("POST", f"{MALL}/takeovers", {"shows": "mall-sale", "until": text(soon(1.5))}), 201).data
    path = f"{MALL}/takeovers"
    eventually(lambda: {line["id"]: line["state"] for line in server.api("GET", path).data}[brief["id"]] == "ended")
    refused(server.api("DELETE", f"{path}/{brief['id']}"), 409)


# Client contexts, and whether the app can render a layout that iOS supports since 9.0 and Android since 8.8.
CLIENTS = [
    ("platform=ios&appVersion=8.9", False),
    ("platform=ios&appVersion=8.9.9", False),
    ("platform=ios&appVersion=9.0.0-beta.1", False),
    ("platform=ios&appVersion=9.0", True),
    ("platform=ios&appVersion=9", True),
    ("platform=ios&appVersion=10.2.1", True),
    ("platform=ios", False),
    ("platform=android&appVersion=8.7", False),
    ("platform=android&appVersion=8.8", True),
    ("platform=android", False),
    ("platform=web", True),
    ("platform=web&appVersion=1.0", True),
    ("appVersion=8.9", False),
    ("", False),
]


@pytest.fixture
def with_a_young_layout(tmp_path, start):
    """A server with a layout that old apps do not support."""
    config = tmp_path / "config"
    shutil.copytree(ROOT / "config", config)
    layout = config / "block-types/MALL_LOCAL_SERVICE.json"
    schema = json.loads(layout.read_text())
    schema["x-homeblocks"]["minVersion"] = {"ios": "9.0", "android": "8.8"}
    layout.write_text(json.dumps(schema, ensure_ascii=False))
    return start(HOMEBLOCKS_CONFIG=str(config / "homeblocks.yaml"))


def test_old_apps_get_the_fallback_of_a_layout_they_do_not_know(with_a_young_layout):
    server = with_a_young_layout
    fallback = ads("", "附近 Nearby")
    del fallback["blockCode"]
    path = f"{MALL}/live/blocks/localService"
    made = done(server.api("PATCH", path, {"fallback": fallback}))
    assert made.data["fallback"] == fallback
    withheld = sorted(made.data["info"]["withheld"], key=lambda line: line["platform"])
    assert withheld == [
        {"platform": "android", "below": "8.8", "instead": "fallback"},
        {"platform": "ios", "below": "9.0", "instead": "fallback"},
    ]
    for client, knows in CLIENTS:
        section = sections(server, f"page=mall&{client}")["localService"]
        assert section["showType"] == ("MALL_LOCAL_SERVICE" if knows else "MALL_AD"), client
        titles = [card["title"] for card in section["extInfo"]["list"]]
        assert (titles == ["附近 Nearby"]) == (not knows), client
        assert "fallback" not in section
        single = done(server.get(f"/homepage/blocks/localService?page=mall&{client}")).data
        assert single == section, client


def test_old_apps_do_not_get_a_section_without_a_fallback(with_a_young_layout):
    server = with_a_young_layout
    listed = done(server.api("GET", f"{MALL}/live/blocks")).data
    withheld = {block["blockCode"]: block["info"]["withheld"] for block in listed}
    own = {line["platform"]: (line["below"], line["instead"]) for line in withheld.pop("localService")}
    assert own == {"android": ("8.8", None), "ios": ("9.0", None)}
    assert set(map(len, withheld.values())) == {0}
    everything = set(sections(server, "page=mall&platform=web"))
    for client, knows in CLIENTS:
        shown = set(sections(server, f"page=mall&{client}"))
        assert shown == (everything if knows else everything - {"localService"}), client
        status = server.get(f"/homepage/blocks/localService?page=mall&{client}").status
        assert status == (200 if knows else 404), client
    assert "localService" in server.order("mall")


def homepage_titles(server, page):
    found = server.get(f"/homepage?page={page}").data["blocks"]
    return [block["extInfo"]["list"][0]["title"] for block in found]


def put(server, page, words, **names):
    body = {"page": names, "blocks": [ads("only", words)]}
    return done(server.api("PUT", f"/api/pages/{page}/export", body))


@pytest.mark.both_engines
def test_a_page_created_again_with_the_same_name_is_another_page(server):
    for names in ({}, {"title": "One"}):
        put(server, "spring", "old", **names)
        assert homepage_titles(server, "spring") == ["old"]
        old = server.api("GET", "/api/pages/spring/export")
        done(server.api("DELETE", "/api/pages/spring"))
        put(server, "spring", "new", **names)
        assert homepage_titles(server, "spring") == ["new"]
        stale = {"If-Match": old.headers["ETag"]}
        refused(server.api("PUT", "/api/pages/spring/export", {"page": {}, "blocks": []}, headers=stale), 412)
        done(server.api("DELETE", "/api/pages/spring"))


@pytest.mark.both_engines
def test_renamed_pages_are_served_under_their_new_names(server):
    for color in ("blue", "green"):
        put(server, color, color, title="Spring")
        assert homepage_titles(server, color) == [color]
    for name, new in (("blue", "spare"), ("green", "blue"), ("spare", "green")):
        done(server.api("PATCH", f"/api/pages/{name}", {"page": new}))
    assert homepage_titles(server, "blue") == ["green"]
    assert homepage_titles(server, "green") == ["blue"]


@pytest.mark.both_engines
def test_a_page_is_not_renamed_or_deleted_with_a_stale_etag(server):
    put(server, "spring", "old")
    stale = {"If-Match": server.api("GET", "/api/pages/spring").headers["ETag"]}
    put(server, "spring", "new")
    refused(server.api("PATCH", "/api/pages/spring", {"title": "x"}, headers=stale), 412)
    refused(server.api("DELETE", "/api/pages/spring", headers=stale), 412)
    fresh = {"If-Match": server.api("GET", "/api/pages/spring/export").headers["ETag"]}
    done(server.api("DELETE", "/api/pages/spring", headers=fresh))


@pytest.mark.both_engines
def test_a_precondition_is_rejected_for_resources_without_an_etag(server):
    for method, path, body in (
        ("POST", "/api/pages", {"page": "x"}),
        ("POST", "/api/tokens", {"name": "x", "role": "viewer"}),
        ("DELETE", "/api/pages/mall/releases/1", None),
    ):
        refused(server.api(method, path, body, headers={"If-Match": "*"}), 400)
    assert "x" not in [line["page"] for line in server.get("/pages").data]


def test_a_request_with_an_unknown_or_repeated_parameter_changes_nothing(server):
    before = server.api("GET", "/api/pages/mall/export").body
    for method, path, body in (
        ("PUT", "/api/pages/mall/export?dryrun=true", {"page": {}, "blocks": []}),
        ("DELETE", "/api/pages/mall/live/blocks/wallet?dryrun=true", None),
        ("DELETE", "/api/pages/mall/live/blocks/wallet?dryRun=true&dryRun=false", None),
        ("POST", "/api/pages/mall/revisions/1/restore?dryRun=true", None),
        ("POST", "/sort?pge=mall", {"moves": []}),
    ):
        refused(server.api(method, path, body), 400)
    assert server.api("GET", "/api/pages/mall/export").body == before


@pytest.mark.both_engines
def test_a_dry_run_of_an_import_changes_nothing(server):
    before = server.api("GET", "/api/pages/mall/export").body
    document = {"page": {"title": "Less"}, "blocks": [ads("only", "x")]}
    assert done(server.api("PUT", "/api/pages/mall/export?dryRun=true", document)).data["order"] == ["only"]
    assert done(server.api("PUT", "/api/pages/less/export?dryRun=true", document)).data["revision"] == 1
    refused(server.api("PUT", "/api/pages/mall/export?dryRun=true", {"page": {}, "blocks": [{"blockCode": "x"}]}), 422)
    assert server.api("GET", "/api/pages/mall/export").body == before
    refused(server.api("GET", "/api/pages/less/export"), 404)


def test_a_date_out_of_range_or_a_title_that_is_too_long_is_rejected(server):
    for date in ("9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+08:00"):
        for name in ("from", "until"):
            body = {"page": {}, "blocks": [ads("only", "x", **{name: date})]}
            refused(server.api("PUT", "/api/pages/mall/export", body), 422)
            refused(server.api("PATCH", "/api/pages/mall/live/blocks/wallet", {name: date}), 422)
    refused(server.api("PUT", "/api/pages/long/export", {"page": {"title": "x" * 300}, "blocks": []}), 422)
    assert server.get("/homepage?page=mall").status == 200


def test_an_empty_context_parameter_is_the_same_as_none(server):
    plain = server.get("/homepage?page=mall").body
    assert server.get("/homepage?page=mall&uid=&platform=&appVersion=&locale=").body == plain
