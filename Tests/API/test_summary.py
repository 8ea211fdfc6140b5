"""Layouts with summaries of their cards, and the complete cards, which are requested one at a time."""

import pytest

from publishing import done

NEWS = "/api/pages/news/live/blocks/latest"
ITEM = "/homepage/blocks/latest/items/0?page=news"


@pytest.fixture
def items(server):
    """The stored cards."""
    return done(server.api("GET", NEWS)).data["content"]["extInfo"]["list"]


def shown(response):
    blocks = [block for block in response.data["blocks"] if block["blockCode"] == "latest"]
    return blocks[0]["extInfo"]["list"]


def test_documents_and_sections_have_summaries_and_items_are_complete(server, items):
    short = [{"id": item["id"], "kind": item["kind"]} for item in items]
    assert shown(done(server.get("/homepage?page=news"))) == short
    assert shown(done(server.get("/homepage?page=news&cursor=&limit=1"))) == short
    assert shown(done(server.api("GET", "/api/pages/news/live/homepage"))) == short
    assert done(server.get("/homepage/blocks/latest?page=news")).data["extInfo"]["list"] == short
    for index, item in enumerate(items):
        assert done(server.get(f"/homepage/blocks/latest/items/{index}?page=news")).data == item
    assert server.get(f"/homepage/blocks/latest/items/{len(items)}?page=news").status == 404


def test_stored_and_exported_cards_are_complete(server, items):
    assert items[0]["title"] and items[0]["length"]
    exported = done(server.api("GET", "/api/pages/news/export")).json
    block = next(block for block in exported["blocks"] if block["blockCode"] == "latest")
    assert block["content"]["extInfo"]["list"] == items


def test_a_changed_detail_changes_only_its_own_response(server, items):
    before, page = done(server.get(ITEM)), done(server.get("/homepage?page=news"))
    items[0]["title"] = "Another title"
    done(server.api("PATCH", NEWS, {"content": {"extInfo": {"list": items}}}))
    after = done(server.get(ITEM))
    assert after.data["title"] == "Another title"
    assert after.headers["ETag"] != before.headers["ETag"]
    # The page is unchanged, so clients need not load it again.
    assert server.get("/homepage?page=news", {"If-None-Match": page.headers["ETag"]}).status == 304


def test_each_language_has_its_own_details(server, items):
    translated = [dict(items[0], title="Deutscher Titel")] + items[1:]
    done(server.api("PATCH", NEWS, {"localizations": {"de": {"extInfo": {"list": translated}}}}))
    assert done(server.get(ITEM + "&locale=de")).data["title"] == "Deutscher Titel"
    assert done(server.get(ITEM)).data == items[0]
    assert "title" not in shown(done(server.get("/homepage?page=news&locale=de")))[0]


def test_the_list_of_layouts_has_the_members_of_summaries(server):
    summaries = {line["showType"]: line["summary"] for line in done(server.get("/block-types")).data}
    assert summaries["NEWS_FEED"] == ["id", "kind"]
    assert summaries["MALL_AD"] is None
