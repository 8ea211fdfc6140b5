"""The console's terms: one for each concept, and those that operators use."""

import json
import re

import pytest
from playwright.sync_api import expect

from conftest import expected
from harness import ROOT
from test_schedule import instant

MALL = "/admin/pages/mall"


def planned_draft(server):
    """A planned draft that moves one section and changes another; the numbers of release and revision differ."""
    server.api("PUT", "/api/pages/mall/draft/order", {"moves": [{"block": "wallet", "to": 3}]})
    server.api("PATCH", "/api/pages/mall/draft/blocks/marquee", {"enabled": False})
    return server.api("POST", "/api/pages/mall/draft/publish", {"at": instant(days=2)}).data


@pytest.mark.long
def test_the_draft_bar_counts_in_chinese_and_shows_recent_times(open_console, server):
    server.api("PUT", "/api/pages/mall/draft/order", {"moves": [{"block": "wallet", "to": 3}]})
    server.api("PATCH", "/api/pages/mall/draft/blocks/marquee", {"enabled": False})
    page = open_console(language="zh", path=MALL)
    bar = page.get_by_role("region", name="草稿")
    expect(bar).to_contain_text("移动 1 个，修改 1 个")
    expect(bar).to_contain_text("· 刚刚")
    expect(bar).not_to_contain_text("现在")
    expect(page.get_by_text("默认用户（不限条件）")).to_be_visible()
    bar.get_by_role("button", name="检查并发布").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("radio", name="定时").click()
    expect(sheet.locator(".field-zone")).to_have_text("北京时间")


@pytest.mark.long
def test_an_action_has_the_same_name_everywhere(open_console, server):
    server.api("PUT", "/api/pages/mall/live/order", {"moves": [{"block": "wallet", "to": 3}]})
    page = open_console(language="zh", path=f"{MALL}/history/1")
    page.get_by_role("button", name="回滚到此版本…").click()
    sheet = page.get_by_role("dialog", name="回滚到版本 1")
    expect(sheet.get_by_role("button", name="回滚到版本 1")).to_be_enabled()
    expect(sheet).not_to_contain_text("恢复")


@pytest.mark.long
@pytest.mark.parametrize("language, words", [("zh", "版本 {}"), ("en", "revision {}")])
def test_a_planned_release_is_named_after_its_revision(open_console, server, language, words):
    planned = planned_draft(server)
    assert planned["id"] != planned["revision"]
    page = open_console(language=language, path="/admin/manage/audit?action=draft.publish")
    line = page.get_by_role("listitem").filter(has=page.locator(".audit-subject")).first
    expect(line.locator(".audit-subject")).to_have_text(words.format(planned["revision"]))
    page.goto(f"{server.url}{MALL}/schedule")
    expect(
        page.get_by_role("listitem").filter(has_text=re.compile(words.format(planned["revision"]), re.I)).first
    ).to_be_visible()


@pytest.mark.long
def test_roles_are_named_after_the_people_who_have_them(open_console):
    page = open_console(language="zh", path="/admin/manage/operators")
    for operator, role in {"yan": "查看者", "ming": "编辑者", "wei": "发布者"}.items():
        expect(page.get_by_role("row", name=re.compile(operator))).to_contain_text(role)
    expect(page.get_by_text("只读")).to_have_count(0)


EXPLAIN = """async (types) => {
    const [{ explain, sentenceOf }, { Problem }] = await Promise.all([
        import('/admin/ui/states.js'), import('/admin/core/http.js'), import('/admin/ui/problem-words.js')]);
    return types.map(([type, status]) => {
        const errors = [{ pointer: '/content/title', reason: 'has words that nobody translated' }];
        const problem = new Problem(status, { type, status, title: 'Some English title', detail: 'The server says it in English.', errors });
        return [type, ...explain(problem), sentenceOf(problem)];
    });
}"""
STATUS = {
    "forbidden": 403,
    "not-found": 404,
    "precondition-failed": 412,
    "too-many-sign-ins": 429,
    "busy": 503,
    "unavailable": 503,
    "fault": 500,
}


def problem_types():
    names = json.loads((ROOT / "openapi/openapi.json").read_text())["components"]["schemas"]["ProblemType"]["enum"]
    return [(name, STATUS.get(name.split(":")[-1], 418)) for name in names]


def test_every_problem_type_has_a_chinese_text(open_console):
    page = open_console(language="zh", path=MALL)
    expect(page.get_by_role("grid")).to_be_visible()
    types = problem_types() + [("urn:homeblocks:problem:of-a-later-server", 418)]
    found = page.evaluate(EXPLAIN, types)
    assert len(found) == len(types) > 20
    for kind, *texts in found:
        for text in texts:
            assert re.search("[\u4e00-\u9fff]", text) and not re.search(r"[A-Za-z]{2,} [A-Za-z]{2,}", text), (kind, text)
    # All types except the unknown one have more specific texts than a general failure.
    general = found[-1][2]
    assert [kind for kind, _, text, _ in found if text.startswith(general)] == ["urn:homeblocks:problem:of-a-later-server"]


def test_the_english_console_shows_the_servers_messages(open_console):
    page = open_console(path=MALL)
    expect(page.get_by_role("grid")).to_be_visible()
    for kind, _, _, sentence in page.evaluate(EXPLAIN, problem_types()):
        assert sentence == "The server says it in English.", kind


def test_no_english_sentence_of_the_server_is_shown_in_chinese(open_console):
    page = open_console("wei", language="zh", path=MALL)
    expect(page.get_by_role("grid")).to_be_visible()
    expected(page, "status of 409")
    problem = {
        "type": "urn:homeblocks:problem:conflict",
        "title": "Conflict",
        "status": 409,
        "errors": [],
        "requestId": "x",
        "detail": "The page is being deleted. Try another one.",
    }
    page.route(
        "**/api/pages/mall/draft/order",
        lambda route: (
            route.fulfill(status=409, content_type="application/problem+json", body=json.dumps(problem))
            if route.request.method == "PUT"
            else route.fallback()
        ),
    )
    page.get_by_role("grid").get_by_role("row").nth(3).focus()
    page.keyboard.press("Alt+Home")
    expect(page.locator(".toast.bad")).to_contain_text("与现有内容冲突")
    expect(page.get_by_text("being deleted")).to_have_count(0)
