"""Pages of client families: content that would break published apps is rejected with its pointer."""

import copy
import json

import pytest

from harness.server import Server
from publishing import done, refused

MUSIC = "/api/pages/music/live/blocks"
GONE = object()
COMMENT = {"commentId": 5001, "content": "好听 Lovely", "threadId": "R_SO_4_1", "userId": 7, "userName": "阿青 Qing"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One server for all tests of this file, each of which restores the page."""
    with Server(tmp_path_factory.mktemp("families")) as server:
        yield server


def changed(value, path, new):
    """A copy of a value in which the member at a path is replaced, added or removed."""
    value = copy.deepcopy(value)
    *parents, last = [int(name) if name.isdigit() else name for name in path.strip("/").split("/")]
    parent = value
    for name in parents:
        parent = parent[name]
    if new is GONE:
        del parent[last]
    else:
        parent[last] = new
    return value


def block(server, code):
    data = done(server.api("GET", f"{MUSIC}/{code}")).data
    return {"showType": data["showType"], "content": data["content"]}


SONG = "creatives/0/resources/0/resourceExtInfo"
BREAKING = [
    # Section, path, value, and the path that the error names if it is a different one.
    ("HOMEPAGE_VOICELIST_RCMD", "creatives/0/uiElement/image", GONE, None),
    ("HOMEPAGE_VOICELIST_RCMD", "creatives/0/uiElement/image", None, None),
    ("HOMEPAGE_VOICELIST_RCMD", "creatives/0/creativeType", "voicelist", None),
    ("HOMEPAGE_VOICELIST_RCMD", "creatives/0/creativeType", "list", None),
    ("HOMEPAGE_PODCAST24", "creatives/0/uiElement", GONE, None),
    ("HOMEPAGE_PODCAST24", "creatives/0/uiElement", None, None),
    ("HOMEPAGE_PODCAST24", "creatives/0/uiElement/image", GONE, None),
    ("HOMEPAGE_PODCAST24", "creatives/0/uiElement/mainTitle", None, None),
    ("HOMEPAGE_BLOCK_PLAYLIST_RCMD", "creatives/0/creativeType", "voiceList", None),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", "creatives/0/creativeType", "voiceList", None),
    ("HOMEPAGE_MUSIC_CALENDAR", "creatives/0/creativeType", "voiceList", None),
    ("HOMEPAGE_PODCAST24", "creatives/0/creativeType", "voiceList", None),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/commentSimpleData", {"commentId": "1"}, "/commentId"),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/commentSimpleData", COMMENT | {"content": None}, "/content"),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/commentSimpleData", COMMENT | {"threadId": 1}, "/threadId"),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/commentSimpleData", "text", None),
    *[
        (code, f"{SONG}/subCount", "7", None)
        for code in (
            "HOMEPAGE_BLOCK_STYLE_RCMD",
            "HOMEPAGE_BLOCK_MGC_PLAYLIST",
            "HOMEPAGE_MUSIC_CALENDAR",
            "HOMEPAGE_PODCAST24",
            "HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG",
            "HOMEPAGE_BLOCK_OLD_DRAGON_BALL",
        )
    ],
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/subCount", 1.5, None),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/songData/transNames", "text", None),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/songData/transNames", [1], "/0"),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/songData/album/transNames", {"x": 1}, None),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/songData/album/type", "Live", None),
    ("HOMEPAGE_BLOCK_OLD_DRAGON_BALL", "creatives/0/resources/0/resourceUrl", "", None),
    # Enumerations of single models, and members that are always null.
    *[
        ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{part}rcmdShowType", "X", None)
        for part in ("creatives/0/uiElement/", "creatives/0/resources/0/uiElement/")
    ],
    ("HOMEPAGE_PODCAST24", "creatives/0/uiElement/rcmdShowType", "X", None),
    ("HOMEPAGE_VOICELIST_RCMD", "creatives/0/uiElement/rcmdShowType", "default", None),
    ("HOMEPAGE_MUSIC_CALENDAR", "creatives/0/resources/0/resourceType", "ARTIST", None),
    ("HOMEPAGE_MUSIC_CALENDAR", "creatives/0/resources/0/resourceType", "X", None),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/songData/ringtone", "600902000009329278", None),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/songData/transName", "x", None),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/songData/album/transName", "x", None),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/songData/album/subType", "现场版", None),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/songData/bMusic/xInfo", {}, None),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/songPrivilege/rscl", 1, None),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/artists/0/extProperties", {}, None),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/song", "x", None),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", "creatives/0/algReason", 1, None),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", "creatives/0/uiElement/labelText", "x", None),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", "creatives/0/uiElement/labelType", 1, None),
    ("HOMEPAGE_VOICELIST_RCMD", "creatives/0/creativeExtInfoVO/djProgram", "x", None),
    ("HOMEPAGE_BLOCK_OLD_DRAGON_BALL", "creatives/0/resources/0/uiElement/image/imageUrl2", 1, None),
]
READABLE = [
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/songData/album/type", "EP"),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/songData/album/type", "EP/Single"),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/songData/originSongSimpleData", {"songId": 1, "name": "x", "artists": []}),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/songData/transNames", ["另一个名字"]),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/songData/album/transNames", None),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/commentSimpleData", COMMENT),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/commentSimpleData", None),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/subCount", 12),
    ("HOMEPAGE_BLOCK_PLAYLIST_RCMD", "creatives/0/creativeType", "scroll_playlist"),
    ("HOMEPAGE_BLOCK_OLD_DRAGON_BALL", "creatives/0/resources/0/resourceUrl", None),
    ("HOMEPAGE_BLOCK_OLD_DRAGON_BALL", "creatives/0/resources/0/resourceType", "dragon_ball"),
    ("HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG", "creatives", []),
]


@pytest.mark.parametrize("code, path, value, below", BREAKING)
def test_content_that_would_break_the_apps_is_rejected_with_its_pointer(server, code, path, value, below):
    body = block(server, code)
    place = f"/content/{path}{below or ''}"
    refused(server.api("PUT", f"{MUSIC}/{code}", body | {"content": changed(body["content"], path, value)}), 422, place)
    # In a localization too.
    own = changed(body["content"], path, value)
    patch = {"localizations": {"en": {"creatives": own["creatives"]}}}
    refused(server.api("PATCH", f"{MUSIC}/{code}", patch), 422, f"/localizations/en/{path}{below or ''}")
    assert block(server, code) == body


@pytest.mark.parametrize("code, path, value", READABLE)
def test_content_that_the_apps_can_read_is_accepted(server, code, path, value):
    body = block(server, code)
    new = changed(body["content"], path, value)
    done(server.api("PUT", f"{MUSIC}/{code}", body | {"content": new}))
    assert block(server, code)["content"] == new
    done(server.api("PUT", f"{MUSIC}/{code}", body))


def test_a_section_has_the_only_heading_type_that_all_apps_support(server):
    code = "HOMEPAGE_BLOCK_PLAYLIST_RCMD"
    body = block(server, code)
    change = {"content": {"uiElement": {"rcmdShowType": "X"}}}
    refused(server.api("PATCH", f"{MUSIC}/{code}", change), 422, "/content/uiElement/rcmdShowType")
    done(server.api("PATCH", f"{MUSIC}/{code}", {"content": {"uiElement": {"rcmdShowType": None}}}))
    section = done(server.get(f"/homepage/blocks/{code}")).data
    assert section["uiElement"]["rcmdShowType"] == "DEFAULT"
    done(server.api("PUT", f"{MUSIC}/{code}", body))


# An integer as written, and as sent in the documents of a family.
INTEGERS = [
    ("1e3", "1000"),
    ("1.0", "1"),
    ("1000.00", "1000"),
    ("12E+2", "1200"),
    ("0.5e1", "5"),
    ("-0", "0"),
    ("-0.0", "0"),
    ("0e5", "0"),
    ("9007199254740991.0", "9007199254740991"),
    ("9223372036854775807", "9223372036854775807"),
]


@pytest.mark.parametrize("written, sent", INTEGERS)
def test_integers_are_sent_as_digits_and_stored_as_written(server, written, sent):
    code = "HOMEPAGE_BLOCK_PLAYLIST_RCMD"
    before = block(server, code)
    body = copy.deepcopy(before)
    resource = body["content"]["creatives"][0]["resources"][0]
    resource["resourceExtInfo"]["playCount"] = "COUNT"
    body["content"]["creatives"][0]["own"] = resource["own"] = body["content"]["own"] = "OWN"
    body["localizations"] = {"en": {"creatives": body["content"]["creatives"]}}
    text = json.dumps(body).replace('"COUNT"', written).replace('"OWN"', written)
    headers = {"Authorization": f"Bearer {server.token}", "Content-Type": "application/json"}
    done(server.send("PUT", f"{MUSIC}/{code}", text.encode(), headers))
    stored = done(server.api("GET", f"{MUSIC}/{code}")).body.decode()
    assert stored.count(f'"playCount":{written}') == 2 and stored.count(f'"own":{written}') == 5
    for path in (f"/homepage/blocks/{code}", f"/homepage/blocks/{code}?locale=en", f"/homepage/blocks/{code}/items/0"):
        document = done(server.get(path)).body.decode()
        assert f'"playCount":{sent},' in document or f'"playCount":{sent}}}' in document
        # Members that the server does not know are sent unchanged.
        assert f'"own":{written}' in document
    done(server.api("PUT", f"{MUSIC}/{code}", before))


@pytest.mark.parametrize("number", ["1e400", "1E400", "1.5", "9007199254740993.0", "9223372036854775808", "1e-400", "-1e19"])
def test_a_number_that_is_not_a_64_bit_integer_is_rejected(server, number):
    code = "HOMEPAGE_BLOCK_PLAYLIST_RCMD"
    body = block(server, code)
    body["content"]["creatives"][0]["resources"][0]["resourceExtInfo"]["playCount"] = "COUNT"
    headers = {"Authorization": f"Bearer {server.token}", "Content-Type": "application/json"}
    text = json.dumps(body).replace('"COUNT"', number).encode()
    # JSON with a number outside the range of floating-point values is rejected by the parser.
    assert server.send("PUT", f"{MUSIC}/{code}", text, headers).status == (400 if "400" in number and "-" not in number else 422)


def test_the_page_level_integers_of_a_family_are_sent_as_digits(server):
    for client, sent in (("netease", "600000"), (None, "6e5")):
        text = json.dumps(
            {
                "page": {"slug": "digits", "client": client},
                "blocks": [],
                "data": {"pageConfig": {"refreshInterval": "COUNT", "own": "COUNT"}, "own": "COUNT"},
            }
        ).replace('"COUNT"', "6e5")
        headers = {"Authorization": f"Bearer {server.token}", "Content-Type": "application/json"}
        done(server.send("PUT", "/api/pages/digits/export", text.encode(), headers))
        document = done(server.get("/homepage?page=digits")).body.decode()
        assert f'"refreshInterval":{sent}' in document and document.count('"own":6e5') == 2
        done(server.api("DELETE", "/api/pages/digits"))


def test_an_import_writes_null_where_some_apps_support_nothing_else(server):
    song = block(server, "HOMEPAGE_BLOCK_STYLE_RCMD")
    details = song["content"]["creatives"][0]["resources"][0]["resourceExtInfo"]
    details["songData"] |= {"transName": "x", "ringtone": "600902"}
    song["content"]["creatives"][0]["uiElement"]["rcmdShowType"] = "X"
    event = block(server, "HOMEPAGE_MUSIC_CALENDAR")
    event["content"]["creatives"][0]["resources"][0]["resourceType"] = "ARTIST"
    page = {"page": {"slug": "mended", "client": "netease"}, "blocks": [song | {"blockCode": "A"}, event | {"blockCode": "B"}]}
    data = done(server.api("PUT", "/api/pages/mended/export", page)).data
    place = "/content/creatives/0/resources/0"
    assert {change["pointer"]: (change["from"], change["to"]) for change in data["changes"]} == {
        "/blocks/0/content/creatives/0/uiElement/rcmdShowType": ("X", None),
        f"/blocks/0{place}/resourceExtInfo/songData/transName": ("x", None),
        f"/blocks/0{place}/resourceExtInfo/songData/ringtone": ("600902", None),
        f"/blocks/1{place}/resourceType": ("ARTIST", "ORPHEUS"),
    }
    # A page without a family may have all of these values.
    page["page"] = {"slug": "free"}
    assert all(
        change["to"] is not None
        for change in done(
            server.api(
                "PUT",
                "/api/pages/free/export",
                {"page": {"slug": "free"}, "blocks": [MALL_AD | {"content": MALL_AD["content"] | {"rcmdShowType": "X"}}]},
            )
        ).data["changes"]
    )
    for name in ("mended", "free"):
        done(server.api("DELETE", f"/api/pages/{name}"))


def test_a_row_of_songs_has_all_members_that_strict_apps_require(server):
    code = "HOMEPAGE_BLOCK_STYLE_RCMD"
    body = block(server, code)
    before = copy.deepcopy(body)
    for resource in body["content"]["creatives"][0]["resources"]:
        for name in ("songData", "songPrivilege"):
            resource["resourceExtInfo"][name] = None
    del body["content"]["creatives"][0]["resources"][1]["resourceExtInfo"]["songData"]
    done(server.api("PUT", f"{MUSIC}/{code}", body))
    row = done(server.get(f"/homepage/blocks/{code}")).data["creatives"][0]["resources"][1]
    song, rights = row["resourceExtInfo"]["songData"], row["resourceExtInfo"]["songPrivilege"]
    assert (song["id"], song["name"]) == (int(row["resourceId"]), row["uiElement"]["mainTitle"]["title"])
    assert song["artists"] == row["resourceExtInfo"]["artists"] == song["album"]["artists"]
    assert song["album"]["picUrl"] == row["uiElement"]["image"]["imageUrl"] and rights["id"] == song["id"]
    assert block(server, code)["content"] == body["content"]
    done(server.api("PUT", f"{MUSIC}/{code}", before))


def test_a_section_of_new_songs_needs_a_card_for_the_first_tab(server):
    path = f"{MUSIC}/HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG"
    body = block(server, "HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG")
    others = [card for card in body["content"]["creatives"] if card["creativeType"] != "NEW_SONG_HOMEPAGE"]
    assert others
    refusal = refused(
        server.api("PUT", path, body | {"content": body["content"] | {"creatives": others}}), 422, "/content/creatives"
    )
    assert 'with "creativeType" "NEW_SONG_HOMEPAGE"' in refusal["detail"]


def test_an_entry_of_the_round_menu_needs_a_link(server):
    code = "HOMEPAGE_BLOCK_OLD_DRAGON_BALL"
    body = block(server, code)
    linked = changed(body["content"], "creatives/0/resources/0/resourceUrl", GONE)
    done(server.api("PUT", f"{MUSIC}/{code}", body | {"content": linked}))
    entry = server.get("/homepage/dragon/ball").data[0]
    assert entry["url"] == linked["creatives"][0]["resources"][0]["action"]
    bare = changed(linked, "creatives/0/resources/0/action", "")
    refused(server.api("PUT", f"{MUSIC}/{code}", body | {"content": bare}), 422, "/content/creatives/0/resources/0/action")
    done(server.api("PUT", f"{MUSIC}/{code}", body))


def test_a_page_can_join_a_family_if_the_apps_can_read_it(server):
    def change(client):
        return server.api("PATCH", "/api/pages/lab", {"client": client})

    content = block(server, "HOMEPAGE_PODCAST24")
    page = {"page": {"slug": "lab"}, "blocks": [content | {"blockCode": "A"}]}
    done(server.api("PUT", "/api/pages/lab/export", page))
    assert done(change("netease")).data["client"] == "netease"
    refused(server.api("PUT", "/api/pages/lab/live/blocks/A", content | {"showType": "MALL_AD"}), 422)
    assert done(change(None)).data["client"] is None
    done(server.api("POST", "/api/pages/lab/live/blocks", MALL_AD), 201)
    refusal = refused(change("netease"), 422, "/blocks/1/showType")
    assert "the live revision" in refusal["detail"]
    done(server.api("DELETE", "/api/pages/lab/live/blocks/ads"))
    done(server.api("POST", "/api/pages/lab/draft/blocks", MALL_AD), 201)
    assert "the draft" in refused(change("netease"), 422, "/blocks/1/showType")["detail"]
    refused(change("other"), 422, "/client")


MALL_AD = {
    "blockCode": "ads",
    "showType": "MALL_AD",
    "content": {
        "extInfo": {
            "list": [{"id": 1, "title": "茶 Tea", "imageUrl": "/assets/mall/tea-fair.svg", "url": "https://example.com/"}]
        }
    },
}
