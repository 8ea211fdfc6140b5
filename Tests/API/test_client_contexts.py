"""Client contexts: values that cannot be read are ignored, and the page is served anyway."""

import json
from urllib.parse import quote

import pytest

from publishing import MALL, ads, done, refused

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}
ATTRIBUTES = {"HOMEBLOCKS_AUDIENCE_ATTRIBUTES": "city=beijing,shanghai"}
NAME = "Ignored-Parameters"
# The context that is sent, its documented equivalent, and the ignored parameters that the response names.
CONTEXTS = [
    ({"platform": "iOS", "appVersion": "9.10.1 (1234)"}, {"platform": "ios", "appVersion": "9.10.1"}, None),
    ({"platform": "iPhone OS 17.5", "appVersion": "v9.1.0"}, {"platform": "ios", "appVersion": "9.1.0"}, None),
    ({"platform": "Android", "appVersion": "9.1.0.2.5"}, {"platform": "android", "appVersion": "9.1.0.2"}, "appVersion"),
    ({"platform": "Android/14", "appVersion": " 9.1.0+77 "}, {"platform": "android", "appVersion": "9.1.0"}, None),
    ({"platform": "psion", "appVersion": "nine"}, {}, "platform, appVersion"),
    ({"platform": "harmony", "locale": "zh_TW_#Hant"}, {"locale": "zh-Hant-TW"}, "platform"),
    ({"locale": "en_US@calendar=buddhist"}, {"locale": "en-US"}, None),
    ({"locale": "zh-CN,zh;q=0.9"}, {"locale": "zh-CN,zh"}, None),
    ({"locale": "fr;q=0.1, en;q=0.9"}, {"locale": "en,fr"}, None),
    ({"locale": "*"}, {}, None),
    ({"locale": "en," * 11}, {"locale": "en"}, "locale"),
    ({"locale": "en,!"}, {"locale": "en"}, "locale"),
    ({"uid": "u" * 257}, {}, "uid"),
    ({"uid": "null", "platform": "undefined"}, {}, "platform, uid"),
    ({"attr.city": "rome", "attr.town": "x"}, {}, "attr.city"),
    ({"page": "", "platform": "web"}, {"platform": "web"}, None),
]


@pytest.fixture
def conditional(start):
    """A server whose default page has sections for some platforms, versions, languages, users and cities."""
    server = start(**ATTRIBUTES)
    audiences = [
        {"platforms": ["ios"], "appVersion": {"min": "9.1"}},
        {"platforms": ["android"]},
        {"appVersion": {"min": "9.1.0.2"}},
        {"locales": ["en"]},
        {"locales": ["zh-Hant"]},
        {"locales": ["zh-CN"]},
        {"percent": 50, "seed": "s"},
        {"attributes": {"city": ["beijing"]}},
        {"platforms": ["web"]},
    ]
    for number, audience in enumerate(audiences):
        block = ads(f"odd{number}", "标题 Title", audience=audience)
        done(server.api("POST", "/api/pages/mall/live/blocks", block), 201)
    return server


def query(values):
    return "&".join(f"{name}={quote(value, safe='')}" for name, value in values.items())


@pytest.mark.parametrize("path", ["/homepage/block/page", "/homepage/dragon/ball"])
def test_unusual_values_are_accepted_by_get_and_post(conditional, path):
    for sent, documented, named in CONTEXTS:
        sent, documented = {"page": "mall"} | sent, {"page": "mall"} | documented
        if not sent["page"]:
            documented.pop("page")
        expected = done(conditional.get(f"{path}?{query(documented)}"))
        assert NAME not in expected.headers
        for response in (
            conditional.get(f"{path}?{query(sent)}"),
            conditional.get(f"{path}?{query(sent)}"),
            conditional.send("POST", path, query(sent), FORM),
            conditional.send("POST", path, json.dumps(sent), JSON),
        ):
            assert done(response).body == expected.body, sent
            assert response.headers.get(NAME) == named, sent
            assert response.headers["ETag"] == expected.headers["ETag"] and response.headers["Vary"] == expected.headers["Vary"]


def test_every_client_read_names_the_ignored_parameters(conditional):
    odd, wallet = "page=mall&platform=tv&uid=%ff", "/homepage/blocks/wallet"
    for path in ("/homepage", wallet, f"{wallet}/items", f"{wallet}/items/0", "/homepage/dragon/ball"):
        for _ in range(2):
            response = done(conditional.get(f"{path}?{odd}"))
            assert response.headers[NAME] == "platform, uid"
            known = conditional.get(f"{path}?{odd}", {"If-None-Match": response.headers["ETag"]})
            assert known.status == 304 and known.headers[NAME] == "platform, uid"
            assert done(conditional.send("HEAD", f"{path}?{odd}")).headers[NAME] == "platform, uid"
            assert NAME in response.headers["Access-Control-Expose-Headers"]
    key = done(conditional.get(f"/homepage/audience?{odd}"), 204)
    assert key.headers[NAME] == "platform, uid"
    # An order is the same for every client, and with an audience key the context is not read.
    for path in (f"/sort?{odd}", f"/homepage?page=mall&audience={key.headers['Audience-Key']}", "/pages?platform=tv"):
        assert NAME not in done(conditional.get(path)).headers


def test_the_header_never_contains_values_of_the_request(conditional):
    for value in ("%0d%0aX-Evil: 1", "a" * 3000, "%3Cscript%3E", "%00", "%ff"):
        for name in ("platform", "appVersion", "locale", "attr.city", "attr.town", "other"):
            response = done(conditional.get(f"/homepage?{name}={value.replace(' ', '%20')}"))
            assert response.headers.get(NAME) in (
                None if name in ("attr.town", "other") else name,
                None if name == "attr.town" else name,
            )
            assert "X-Evil" not in response.headers


def test_previews_are_strict(conditional):
    for sent, _, _ in CONTEXTS[:9]:
        if sent.keys() & {"platform", "appVersion", "locale", "uid"}:
            refused(conditional.api("GET", f"{MALL}/live/homepage?{query(sent)}"), 400)
    refused(conditional.api("GET", f"{MALL}/live/homepage?platform=%zz"), 400)


def test_parameters_that_select_the_content_are_still_validated(shared_server):
    for wrong in (
        "page=none",
        "page=%zz",
        "cursor=x",
        "cursor=%zz",
        "limit=0",
        "limit=5.5",
        "limit=x",
        "limit=%zz",
        "audience=x",
    ):
        assert shared_server.get(f"/homepage?{wrong}").status in (400, 404), wrong
    for right in ("cursor=null&limit=5.0", "cursor=&limit=%205", "cursor=undefined&limit=5"):
        page = done(shared_server.get(f"/homepage?{right}"))
        assert len(page.data["blocks"]) == 5 and json.loads(page.data["cursor"])["offset"] >= 5
    for body in ({"cursor": "", "limit": 5.0}, {"cursor": "null", "limit": "5"}, {"cursor": "", "limit": 5e0, "page": ""}):
        page = done(shared_server.send("POST", "/homepage/block/page", json.dumps(body), JSON))
        assert len(page.data["blocks"]) == 5


@pytest.mark.both_engines
def test_texts_and_audiences_match_every_form_of_a_language_tag(server):
    words = {"zh-Hant": "繁體", "en": "English"}
    block = ads("texts", "简体")
    block["localizations"] = {tag: {"uiElement": {"subTitle": {"title": text}}} for tag, text in words.items()}
    block["content"]["uiElement"] = {"subTitle": {"title": "简体"}}
    done(server.api("POST", f"{MALL}/live/blocks", block), 201)
    only = ads("readers", "台灣", audience={"locales": ["zh-TW"]})
    done(server.api("POST", f"{MALL}/live/blocks", only), 201)
    for locale, text, is_reader in (
        ("zh-TW", "繁體", True),
        ("zh-Hant-TW", "繁體", True),
        ("zh_TW_#Hant", "繁體", True),
        ("zh-TW,en", "繁體", True),
        ("zh-HK", "繁體", False),
        ("zh-MO", "繁體", False),
        ("zh-Hans-CN", "简体", False),
        ("zh-CN,en", "English", False),
        ("en-GB", "English", False),
        ("", "简体", False),
    ):
        blocks = done(server.get(f"/homepage?page=mall&locale={quote(locale, safe='')}")).data["blocks"]
        sections = {block["blockCode"]: block for block in blocks}
        assert sections["texts"]["uiElement"]["subTitle"]["title"] == text, locale
        assert ("readers" in sections) == is_reader, locale


@pytest.mark.both_engines
def test_a_percentage_of_100_includes_clients_without_a_uid_and_0_includes_nobody(server):
    for percent, code in ((100, "all"), (0, "none"), (99.99, "most")):
        block = ads(code, "标题 Title", audience={"percent": percent, "seed": "s"})
        done(server.api("POST", f"{MALL}/live/blocks", block), 201)
    for client, expected in (("", {"all"}), ("uid=", {"all"}), ("uid=7", {"all", "most"})):
        served = done(server.get(f"/homepage?page=mall&{client}"))
        shown = {block["blockCode"] for block in served.data["blocks"]}
        assert shown & {"all", "none", "most"} == expected, client
        assert done(server.api("GET", f"{MALL}/live/homepage?{client}")).body == served.body
