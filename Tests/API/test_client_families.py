"""Pages of published apps: what would break those apps is refused with its place, and what they can read is taken."""

import copy

import pytest

from harness.server import Server
from publishing import done, refused

MUSIC = "/api/pages/music/live/blocks"
GONE = object()
COMMENT = {"commentId": 5001, "content": "好听 Lovely", "threadId": "R_SO_4_1", "userId": 7, "userName": "阿青 Qing"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One server for all of these tests: each leaves the page as it was."""
    with Server(tmp_path_factory.mktemp("families")) as server:
        yield server


def changed(value, path, new):
    """A copy of a value with what stands at a path replaced, added or taken away."""
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
    # Section, place, value, and the place that the refusal names if it is another.
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
    *[(code, f"{SONG}/subCount", "7", None) for code in (
        "HOMEPAGE_BLOCK_STYLE_RCMD", "HOMEPAGE_BLOCK_MGC_PLAYLIST", "HOMEPAGE_MUSIC_CALENDAR", "HOMEPAGE_PODCAST24",
        "HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG", "HOMEPAGE_BLOCK_OLD_DRAGON_BALL")],
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/subCount", 1.5, None),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/songData/transNames", "text", None),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/songData/transNames", [1], "/0"),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/songData/album/transNames", {"x": 1}, None),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", f"{SONG}/songData/album/type", "Live", None),
    ("HOMEPAGE_BLOCK_OLD_DRAGON_BALL", "creatives/0/resources/0/resourceUrl", "", None),
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
def test_what_would_break_the_apps_is_refused_with_its_place(server, code, path, value, below):
    body = block(server, code)
    place = f"/content/{path}{below or ''}"
    refused(server.api("PUT", f"{MUSIC}/{code}", body | {"content": changed(body["content"], path, value)}), 422, place)
    # By a language too.
    own = changed(body["content"], path, value)
    patch = {"localizations": {"en": {"creatives": own["creatives"]}}}
    refused(server.api("PATCH", f"{MUSIC}/{code}", patch), 422, f"/localizations/en/{path}{below or ''}")
    assert block(server, code) == body


@pytest.mark.parametrize("code, path, value", READABLE)
def test_what_the_apps_can_read_is_taken(server, code, path, value):
    body = block(server, code)
    new = changed(body["content"], path, value)
    done(server.api("PUT", f"{MUSIC}/{code}", body | {"content": new}))
    assert block(server, code)["content"] == new
    done(server.api("PUT", f"{MUSIC}/{code}", body))


def test_new_songs_need_a_card_of_the_first_tab(server):
    path = f"{MUSIC}/HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG"
    body = block(server, "HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG")
    others = [card for card in body["content"]["creatives"] if card["creativeType"] != "NEW_SONG_HOMEPAGE"]
    assert others
    refusal = refused(server.api("PUT", path, body | {"content": body["content"] | {"creatives": others}}), 422, "/content/creatives")
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


def test_a_page_becomes_one_of_a_family_when_the_apps_can_read_it(server):
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
    assert "what is live" in refusal["detail"]
    done(server.api("DELETE", "/api/pages/lab/live/blocks/ads"))
    done(server.api("POST", "/api/pages/lab/draft/blocks", MALL_AD), 201)
    assert "the draft" in refused(change("netease"), 422, "/blocks/1/showType")["detail"]
    refused(change("other"), 422, "/client")


MALL_AD = {
    "blockCode": "ads", "showType": "MALL_AD",
    "content": {"extInfo": {"list": [{"id": 1, "title": "茶 Tea", "imageUrl": "/assets/mall/tea-fair.svg", "url": "https://example.com/"}]}},
}
