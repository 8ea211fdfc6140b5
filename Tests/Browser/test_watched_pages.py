"""The watch on pages that fails tests: errors in a page and requests to other hosts."""

import re

import pytest
from playwright.sync_api import Error

from harness import eventually
from harness.upstream import Listener


def assert_found(page, pattern):
    """Checks that the page's guard has recorded the error, and expects it in this test."""
    eventually(page.guard.unexpected)
    page.guard.allowed.append(pattern)
    assert page.guard.unexpected() == []


@pytest.mark.parametrize(
    "act, pattern",
    [
        ("() => setTimeout(() => { throw new Error('by a test') })", "^exception: by a test"),
        ("() => console.error('by a test')", "^console: by a test"),
        ("() => void fetch('http://example.com/').catch(() => {})", "content security policy"),
    ],
    ids=["exception", "console", "policy"],
)
def test_errors_in_a_page_are_found(open_console, act, pattern):
    page = open_console(None)
    page.evaluate(act)
    assert_found(page, f"{pattern}|Content Security Policy")


def test_a_navigation_to_another_host_is_found(open_console):
    page = open_console(None)
    with pytest.raises(Error, match="ERR_NAME_NOT_RESOLVED"):
        page.goto("http://example.com/")
    # The browser shows its error page.
    page.wait_for_url("chrome-error://**", wait_until="commit")
    page.goto(page.server.url + "/admin/")
    assert_found(page, "^request to another host: http://example.com/$|ERR_NAME_NOT_RESOLVED")


@pytest.mark.long
def test_a_window_of_another_host_is_found(open_console):
    page = open_console(None)
    with page.expect_popup() as opened:
        page.evaluate("() => { open('http://example.com/') }")
    assert_found(page, "^request to another host: http://example.com/$")
    opened.value.close()


@pytest.mark.long
def test_a_navigation_to_another_port_is_found(open_console, start_server):
    page, other = open_console(None), start_server()
    page.evaluate("url => { setTimeout(() => { location.href = url }) }", f"{other.url}/livez")
    page.wait_for_url(f"{other.url}/livez")
    assert_found(page, f"^request to another host: {re.escape(other.url)}/livez$|status of 404")


@pytest.mark.long
def test_a_request_to_another_port_is_found_without_a_policy(open_console, server):
    page, listener = open_console(None, path=None), Listener()
    page.route("**/admin/", lambda route: route.fulfill(body="<title>no policy</title>", content_type="text/html"))
    page.goto(server.url + "/admin/")
    url = f"http://127.0.0.1:{listener.port}/"
    page.evaluate("url => void fetch(url, { mode: 'no-cors' }).catch(() => {})", url)
    assert_found(page, f"request to another host: {url}|{url}")
    listener.stop()
