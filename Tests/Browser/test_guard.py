"""The console's checks before a draft is published: the rules, and no additional click for a draft without findings."""

import random
import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits, document_of
from conftest import PHONE, expected
from test_editor import box, editor
from test_publish import MALL, bar, review, revisions

NOW = "2031-01-10T00:00:00Z"
CARD = {"id": 1, "title": "Tea", "imageUrl": "/assets/mall/tea-fair.webp", "url": "homeblocks://tea"}


def section(*cards, title="Ads", **more):
    return {
        "blockCode": "ads",
        "showType": "MALL_AD",
        "enabled": True,
        "from": None,
        "until": None,
        **more,
        "content": {"uiElement": {"subTitle": {"title": title}}, "extInfo": {"list": list(cards)}},
    }


def found(page, before, after, at=NOW):
    """The findings of a page whose only section was `before` (None for a new one) and is `after`."""
    return page.evaluate(
        """async ([before, after, at]) => {
      const { findings } = await import('/admin/publish/guard.js');
      const snapshot = (block) => ({ order: block ? [block.blockCode] : [], blocks: new Map(block ? [[block.blockCode, block]] : []) });
      const types = new Map([['MALL_AD', { items: '/extInfo/list', itemId: ['/id'], minimumCards: 1 }], ['PLAIN', {}]]);
      const samples = new Set(['Your title', '在此填写标题']);
      return findings(snapshot(before), snapshot(after), types, { samples, at: Date.parse(at) })
        .map(({ rule, path }) => [rule, '/' + path.join('/')]);
    }""",
        [before, after, at],
    )


LIST = "/content/extInfo/list"
CASES = {
    "a clean new section": (None, section(CARD), []),
    "a sample text": (None, section(CARD | {"title": "Your title"}), [["sample", f"{LIST}/0/title"]]),
    "a sample text in the other language, with spaces": (
        None,
        section(CARD | {"title": " 在此填写标题 "}),
        [["sample", f"{LIST}/0/title"]],
    ),
    "a sample text that is live already": (
        section(CARD | {"title": "Your title"}),
        section(CARD | {"title": "Your title"}, CARD | {"id": 2}),
        [],
    ),
    "a sample text in another card": (
        section(CARD),
        section(CARD, CARD | {"id": 2, "title": "Your title"}),
        [["sample", f"{LIST}/1/title"]],
    ),
    "a sample text in a language": (
        None,
        section(CARD, localizations={"en": {"uiElement": {"subTitle": {"title": "Your title"}}}}),
        [["sample", "/localizations/en/uiElement/subTitle/title"]],
    ),
    "a sample text for old apps": (
        None,
        section(CARD, fallback={"showType": "PLAIN", "content": {"title": "Your title"}}),
        [["sample", "/fallback/content/title"]],
    ),
    "example.com": (None, section(CARD | {"url": "https://example.com/"}), [["example", f"{LIST}/0/url"]]),
    "a subdomain of example.org": (
        None,
        section(CARD | {"url": "https://www.Example.org:8080/a"}),
        [["example", f"{LIST}/0/url"]],
    ),
    "example.com in a text": (
        None,
        section(CARD, title="Write to tea@example.com"),
        [["example", "/content/uiElement/subTitle/title"]],
    ),
    "a host that only looks like it": (
        None,
        section(CARD | {"url": "https://example.company/"}, CARD | {"id": 2, "url": "https://myexample.com"}),
        [],
    ),
    "example.com that is live already": (
        section(CARD | {"url": "https://example.com/"}),
        section(CARD | {"url": "https://example.com/", "title": "New"}),
        [],
    ),
    "an empty title": (None, section(CARD | {"title": " "}), [["title", f"{LIST}/0/title"]]),
    "an empty heading": (section(CARD), section(CARD, title=""), [["title", "/content/uiElement/subTitle/title"]]),
    "an empty line that is no title": (None, section(CARD | {"subtitle": "", "badge": None}), []),
    "a title that is null": (None, section(CARD | {"title": None}), []),
    "a section without cards": (None, section(), [["cards", LIST]]),
    "cards that were deleted": (section(CARD), section(), [["cards", LIST]]),
    "a section that has been empty": (section(), section(title="Other"), []),
    "a section that was hidden and is empty": (section(enabled=False), section(), [["cards", LIST]]),
    "a feed fills it": (None, section(source={"feed": "news"}), []),
    "a layout without cards": (None, section() | {"showType": "PLAIN"}, []),
    "an end in the past": (None, section(CARD, until="2031-01-09T00:00:00Z"), [["until", "/until"]]),
    "an end at the moment of publishing": (None, section(CARD, until=NOW), [["until", "/until"]]),
    "an end in the future": (None, section(CARD, until="2031-01-11T00:00:00Z"), []),
    "an end in the past that is live already": (
        section(CARD, until="2031-01-09T00:00:00Z"),
        section(CARD, title="New", until="2031-01-09T00:00:00.000Z"),
        [],
    ),
    "a start long past": (None, section(CARD, **{"from": "2030-01-10T00:00:00Z"}), [["from", "/from"]]),
    "a start of this morning": (None, section(CARD, **{"from": "2031-01-09T20:00:00Z"}), []),
    "a start long past that is live already": (
        section(CARD, **{"from": "2030-01-10T00:00:00Z"}),
        section(CARD, title="New", **{"from": "2030-01-10T00:00:00Z"}),
        [],
    ),
    "a window that is over": (
        None,
        section(CARD, **{"from": "2030-01-01T00:00:00Z"}, until="2030-01-02T00:00:00Z"),
        [["until", "/until"]],
    ),
    "a card that is over": (
        section(CARD),
        section(CARD, cards={"1": {"enabled": True, "from": None, "until": "2031-01-01T00:00:00Z"}}),
        [["until", "/cards/1/until"]],
    ),
    "a card that is hidden and over": (
        section(CARD),
        section(CARD, cards={"1": {"enabled": False, "until": "2031-01-01T00:00:00Z"}}),
        [],
    ),
    "a hidden section": (
        None,
        section(CARD | {"title": "Your title", "url": "https://example.com"}, enabled=False, until="2030-01-01T00:00:00Z"),
        [],
    ),
    "a section that is removed": (section(CARD | {"title": "Your title"}), None, []),
    "nothing changed": (section(CARD | {"title": "Your title"}), section(CARD | {"title": "Your title"}), []),
    "everything at once": (
        None,
        section(CARD | {"title": "", "url": "http://example.net"}, until="2030-01-01T00:00:00Z"),
        [["title", f"{LIST}/0/title"], ["example", f"{LIST}/0/url"], ["until", "/until"]],
    ),
}


@pytest.fixture
def rules(open_console):
    return open_console(path="/admin/")


def test_each_rule_has_only_the_expected_findings(rules):
    wrong = {
        name: (found(rules, before, after), wanted)
        for name, (before, after, wanted) in CASES.items()
        if sorted(found(rules, before, after)) != sorted(wanted)
    }
    assert not wrong


@pytest.mark.long
def test_unchanged_live_content_has_no_findings_in_any_combination(rules):
    """Random sections: unchanged live content has no findings, and each injected issue is found once."""
    rand = random.Random(97)
    faults = [("sample", {"title": "Your title"}), ("example", {"url": "https://example.com/x"}), ("title", {"title": ""})]
    for _ in range(60):
        old = [
            CARD | {"id": n, "title": f"Card {n}"} | dict(rand.choice([{}, {}, faults[rand.randrange(3)][1]]))
            for n in range(rand.randint(1, 5))
        ]
        before = section(*old, until=rand.choice([None, "2030-01-01T00:00:00Z"]))
        moved = rand.sample(old, len(old))
        assert found(rules, before, section(*moved, title="Changed", until=before["until"])) == []
        rule, fault = rand.choice(faults)
        key, value = next(iter(fault.items()))
        if any(card[key] == value for card in old):
            continue
        place = rand.randint(0, len(moved))
        after = section(*moved[:place], CARD | {"id": 99} | fault, *moved[place:], until=before["until"])
        assert found(rules, before, after) == [[rule, f"{LIST}/{place}/{key}"]]


def create(server, *cards, **more):
    block = {
        "blockCode": "teaWeek",
        "showType": "MALL_AD",
        "content": {"uiElement": {"subTitle": {"title": "Tea week"}}, "extInfo": {"list": list(cards)}},
        **more,
    }
    response = server.api("POST", "/api/pages/mall/draft/blocks?after=marquee", block)
    assert response.status == 201, response.body


def guard(sheet):
    return sheet.get_by_role("region", name=re.compile("Before you publish|发布前检查"))


@pytest.mark.long
def test_a_draft_without_findings_is_published_without_another_click(open_console, server):
    create(server, CARD)
    page = open_console("wei", path=MALL)
    sheet = review(page)
    sheet.get_by_role("button", name="Publish now").click()
    expect(page.get_by_text("Live now as revision")).to_be_visible()
    expect(guard(page)).to_have_count(0)
    assert "teaWeek" in document_of(server, "mall")


@pytest.mark.long
def test_a_slow_picture_of_the_server_is_not_reported_as_missing(open_console, server):
    create(server, CARD)
    page = open_console("wei", path=MALL)
    held = []
    page.route("**/tea-fair.webp", lambda route: held.append(route))
    sheet = review(page)
    sheet.get_by_role("button", name="Publish now").click()
    expect(page.get_by_text("Live now as revision")).to_be_visible()
    assert held
    assert len(revisions(server)) == 2


def test_findings_are_listed_and_must_be_confirmed_before_publishing(open_console, server):
    create(server, CARD | {"title": "Your title", "imageUrl": "/assets/mall/gone.webp", "url": "https://example.com/"})
    page = open_console("wei", path=MALL)
    expected(page, "gone.webp|status of 404")
    sheet = review(page)
    expect(guard(sheet)).to_contain_text("3 things to check before you publish")
    for words in (
        "Tea week › Advertisements › Your title › Title: still has the sample text.",
        "has an example address: https://example.com/",
        "cannot be loaded: /assets/mall/gone.webp",
    ):
        expect(guard(sheet)).to_contain_text(words)
    sheet.get_by_role("button", name="Publish now").click()
    expect(sheet.get_by_role("alert")).to_contain_text("confirm that you have checked them")
    agree = sheet.get_by_label("I have checked this. Publish anyway.")
    expect(agree).to_be_focused()
    assert len(revisions(server)) == 1
    page.keyboard.press("Space")
    sheet.get_by_role("button", name="Publish now").click()
    expect(page.get_by_text("Live now as revision")).to_be_visible()
    assert len(revisions(server)) == 2


@pytest.mark.long
def test_each_finding_links_to_its_field(open_console, server):
    create(server, CARD, CARD | {"id": 2, "title": "Your title"}, until="2024-01-01T00:00:00Z")
    page = open_console("wei", path=MALL)
    sheet = review(page)
    guard(sheet).get_by_role("button", name="sample text").click()
    expect(sheet).to_have_count(0)
    expect(page).to_have_url(re.compile("/blocks/teaWeek$"))
    expect(box(page, "Title")).to_be_focused()
    expect(box(page, "Title")).to_have_value("Your title")
    guard(review(page)).get_by_role("button", name="will be over at publication").focus()
    page.keyboard.press("Enter")
    expect(editor(page).get_by_label("Until", exact=True)).to_be_focused()


@pytest.mark.long
def test_the_windows_and_audiences_of_new_sections_are_listed(open_console, server):
    create(server, CARD, until="2031-02-07T00:00:00Z", audience={"platforms": ["ios"], "percent": 30})
    page = open_console("wei", path=MALL)
    sheet = review(page)
    fresh = sheet.get_by_role("region", name="New sections: when and to whom")
    expect(fresh).to_contain_text("Tea week Shown until 7 Feb 2031 08:00 (Shanghai) to 30 % of iOS users")
    expect(guard(sheet)).to_have_count(0)
    # An existing section is not listed.
    expect(fresh.get_by_role("listitem")).to_have_count(1)


@pytest.mark.long
def test_a_window_that_has_ended_at_the_planned_time_is_found(open_console, server):
    create(server, CARD, until="2031-02-07T00:00:00Z")
    page = open_console("wei", path=MALL)
    sheet = review(page)
    expect(sheet.get_by_role("region", name="New sections")).to_be_visible()
    expect(guard(sheet)).to_have_count(0)
    sheet.get_by_role("radio", name="At a time").check()
    sheet.get_by_label("Goes live at").fill("2031-03-01T10:00")
    expect(guard(sheet)).to_contain_text("will be over at publication")
    sheet.get_by_label("Goes live at").fill("2031-01-01T10:00")
    expect(guard(sheet)).to_have_count(0)


@pytest.mark.long
def test_an_issue_fixed_by_a_colleague_disappears(open_console, server):
    create(server, CARD | {"title": "Your title"})
    page = open_console("wei", path=MALL)
    sheet = review(page)
    expect(guard(sheet)).to_contain_text("1 thing to check")
    sheet.get_by_label("I have checked this.").check()
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/teaWeek", {"content": {"extInfo": {"list": [CARD]}}}).status == 200
    expect(guard(sheet)).to_have_count(0)
    # The earlier confirmation does not cover another finding.
    assert (
        server.api(
            "PATCH",
            "/api/pages/mall/draft/blocks/teaWeek",
            {"content": {"extInfo": {"list": [CARD | {"url": "https://example.com"}]}}},
        ).status
        == 200
    )
    expect(guard(sheet)).to_contain_text("example address")
    expect(sheet.get_by_label("I have checked this.")).not_to_be_checked()


@pytest.mark.long
def test_editors_and_viewers_see_the_findings(open_console, server):
    create(server, CARD | {"title": "Your title"})
    page = open_console("ming", path=MALL)
    bar(page).get_by_role("button", name="Review changes").click()
    expect(guard(page)).to_contain_text("still has the sample text")
    expect(page.get_by_label("I have checked this.")).to_have_count(0)


@pytest.mark.long
def test_the_findings_in_chinese_on_a_phone_are_accessible(open_console, server):
    create(server, CARD | {"title": "Your title", "url": "https://example.com/" + "long" * 60})
    page = open_console("wei", language="zh", theme="dark", path=MALL, **PHONE)
    page.get_by_role("region", name="草稿").get_by_role("button", name="检查并发布").click()
    expect(guard(page)).to_contain_text("发布前请查看 2 处")
    assert_fits(page)
    assert_accessible(page)
