"""Typed and pasted text is normalized, and each rejection has a reason in both languages."""

import re

import pytest
from playwright.sync_api import expect

from harness.marks import short_and_long

TIDY = [
    ("tidyText", " \u200bHello\ufeff ", "Hello"),
    ("tidyText", "\u200b\u2060 \u200d", ""),
    ("tidyText", "👩\u200d🍳 Ｔｅａ", "👩\u200d🍳 Ｔｅａ"),
    ("tidyText", "a\nb ", "a\nb"),
    ("tidyAddress", "https：／／ｅxample.com/a？ｂ=１ ", "https://example.com/a?b=1"),
    ("tidyAddress", "\u200bhttps://example.com/图", "https://example.com/图"),
    ("tidyNumber", "１，２３４．５", "1,234.5"),
    ("tidyNumber", "３。５", "3.5"),
    ("tidyNumber", "－７", "-7"),
]
# The server's messages about values that a form can send.
REASONS = [
    "is required",
    "must not be empty",
    "must have at least 2 characters",
    "must have at most 1 character",
    "must have at least 1 element",
    "must have at most 20 elements",
    "must be at least 0",
    "must be at most 9",
    "must be of type integer",
    "must be one of A or B",
    "must be an address, absolute or relative, with spaces, marks and characters beyond ASCII percent-encoded",
    "must be a relative address, or begin with https://",
    "must have a host, as https://example.com/a has",
    "must have a valid host, and a port from 1 to 65535 if it has one",
    "must not have a user name or a password",
    "must match ^[a-z]+$",
    'must be later than "from"',
    'must be a version such as "9.1.0"',
    "must be a language tag such as zh-Hant",
    "must be a number from 0 to 100 with at most 2 decimals",
    "there is no picture 0123",
    "needs at least one condition; a block without",
    "must be an https URL of a host such as https://api.example.com/wallet, with at most",
    "must be a list of at most 1000 elements",
    "has more than the limit block.items of 1000 cards",
    "has more than the limit block.cardAudiences of 64 different audiences",
    "is the id of 2 cards; give each of them an id of its own",
    "is not the id of a card of the section; give the card this id, or remove its rule",
    'must be 1 to 128 letters, digits, "_", "-" and ".", and neither',
    "must be an object with at most 20 header fields",
    "is an unknown member",
    "must be a list of 1 to 100 elements",
    "must be ios, android or web",
    'is only allowed together with "percent"',
    'must be an object with "min", "max" or both',
    "must be an object with lists of values for at most 8 names",
    'belongs next to "audience", not inside it',
    "must be a list of 1 to 64 values",
    "must be 1 to 200 characters without control characters",
    'is not a known client family; leave it out, or give "netease"',
    "is copied from the other page; leave it out",
    "the netease apps that read this page cannot show this layout",
    "is not the name of a page; GET /pages lists them",
    "must be another page",
    "must be a date and time with an offset, such as",
    "must be in the future; leave it out to publish now",
    "must be a string of 12 to 200 characters",
    "must be a string of at most 500 characters",
    "must not be 0",
    'there is no feed "x"',
    'there is no audience "x"; GET',
]


def test_typed_text_is_normalized(open_console):
    page = open_console("wei", path="/admin/pages/mall")
    script = "async ([name, text]) => (await import('/admin/core/typed-text.js'))[name](text)"
    assert [page.evaluate(script, [name, text]) for name, text, _ in TIDY] == [wanted for _, _, wanted in TIDY]
    read = """async ([kind, text]) => {
      const { input, read } = (await import('/admin/edit/inputs.js')).makeInput(kind, {}, {});
      input.value = text;
      return String(read());
    }"""
    for kind, text, wanted in (
        ("link", " https：／／shop.example／tea", "https://shop.example/tea"),
        ("text", " ｔｅａ\u200b", "ｔｅａ"),
        ("integer", "１２", "12"),
        ("number", "３．５", "3.5"),
    ):
        assert page.evaluate(read, [kind, text]) == wanted, kind


@pytest.mark.parametrize("language", short_and_long("zh", "en"))
def test_each_reason_is_translated(open_console, language):
    page = open_console("wei", path="/admin/pages/mall/blocks/wallet", language=language)
    expect(page.locator(".edit-foot")).to_be_visible()
    said = page.evaluate(
        "async (reasons) => { const { reasonOf } = await import('/admin/ui/reasons.js'); return reasons.map(reasonOf); }", REASONS
    )
    for reason, text in zip(REASONS, said):
        assert text not in (reason, "服务器不接受此项，请检查。") and not re.search(r"\{\w+\}", text), reason
        assert language == "en" or re.search("[一-鿿]", text), reason


def test_a_form_accepts_full_width_and_invisible_characters(open_console, server):
    page = open_console("wei", path="/admin/pages/mall/blocks/shoppingCarnival")
    form = page.get_by_role("region", name=re.compile("^Edit "))
    heading = form.get_by_label("Heading", exact=True)
    heading.fill("\u200b 新品  ")
    form.get_by_role("button", name="Save", exact=True).click()
    expect(form.get_by_text("Everything is saved")).to_be_visible()
    content = server.api("GET", "/api/pages/mall/draft/blocks/shoppingCarnival").data["content"]
    assert content["uiElement"]["subTitle"]["title"] == "新品"
    expect(heading).to_have_value("新品")


# Invalid definitions: each message of the server about them must have a Chinese text.
REFUSED = (
    [
        ("audiences", {"name": "n", "audience": audience})
        for audience in (
            {},
            {"platforms": []},
            {"platforms": ["x"]},
            {"locales": ["!"]},
            {"percent": 101},
            {"seed": "x"},
            {"appVersion": {}},
            {"appVersion": {"min": "x"}},
            {"appVersion": {"min": "9", "max": "8"}},
            {"attributes": 7},
            {"nope": 1},
            {"name": "x"},
        )
    ]
    + [
        ("pages", page)
        for page in (
            {"page": "p", "title": ""},
            {"page": "p", "title": "x", "client": "nope"},
            {"page": "p", "title": "x", "copyOf": "mall", "client": "netease"},
        )
    ]
    + [
        ("pages/mall/takeovers", {"shows": shows, "from": begin, "until": end})
        for shows, begin, end in (
            ("none", "2090-01-01T00:00:00Z", "2091-01-01T00:00:00Z"),
            ("mall", "2090-01-01T00:00:00Z", "2091-01-01T00:00:00Z"),
            ("music", "x", "y"),
            ("music", "2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z"),
        )
    ]
    + [("operators", {"name": "x", "role": "editor", "password": "short"}), ("operators", {"name": "x", "role": "king"})]
)


def test_the_servers_messages_about_definitions_have_chinese_texts(open_console, server):
    reasons = set()
    for path, body in REFUSED:
        response = server.api("POST", f"/api/{path}", body)
        assert response.status == 422, (path, body, response.body)
        reasons |= {issue["reason"] for issue in response.json["errors"]}
    assert len(reasons) > 15
    page = open_console("wei", path="/admin/pages/mall", language="zh")
    script = "async (reasons) => { const { reasonOf } = await import('/admin/ui/reasons.js'); return reasons.map(reasonOf); }"
    for reason, text in zip(reasons, page.evaluate(script, list(reasons))):
        assert text != "服务器不接受此项，请检查。" and not re.search(r"\{\w+\}", text) and re.search("[一-鿿]", text), reason
