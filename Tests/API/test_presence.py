"""Presence: which operators are viewing which page and section, reported by the event stream."""

import time

import pytest

from publishing import MALL, all_of, done, refused
from test_events import Stream

pytestmark = pytest.mark.both_engines
PATH = f"{MALL}/presence"


def people(stream):
    """The operators in the next event."""
    name, identity, data = stream.next()
    assert (name, identity) == ("presence", None)
    return {page: [(person["name"], person["block"]) for person in here] for page, here in data["pages"].items()}


def test_a_stream_reports_who_views_which_section_and_when_they_leave(server):
    ada, ben = server.new_token("viewer", "Ada"), server.new_token("editor", "Ben")
    stream = Stream(server, timeout=40)
    stream.hello()
    lines = len(all_of(server, "/api/audit", "entries"))
    report = done(server.api("PUT", PATH, {"block": "wallet"}, ada)).data
    assert report["seconds"] == 10
    begin = time.monotonic()
    assert people(stream) == {"mall": [("Ada", "wallet")]}
    assert time.monotonic() - begin < 5
    # Repeating a report causes no event.
    done(server.api("PUT", PATH, {"block": "wallet"}, ada))
    done(server.api("PUT", PATH, {"block": None}, ben))
    assert people(stream) == {"mall": [("Ada", "wallet"), ("Ben", None)]}
    done(server.api("PUT", PATH, {"block": "otc"}, ada))
    done(server.api("PUT", PATH, {}, ben))
    last = time.monotonic()
    assert people(stream) == {"mall": [("Ada", "otc"), ("Ben", None)]}
    # A new stream gets the current state immediately.
    late = Stream(server)
    late.hello()
    name, _, data = late.next()
    assert name == "presence" and [person["id"] for person in data["pages"]["mall"]][0] == report["id"]
    while (now := people(stream)) != {}:
        assert set(now["mall"]) < {("Ada", "otc"), ("Ben", None)}
    assert time.monotonic() - last < 30
    assert len(all_of(server, "/api/audit", "entries")) == lines


def test_a_report_must_name_a_page_and_a_section(server):
    refused(server.api("PUT", "/api/pages/nothing/presence", {"block": None}), 404)
    refused(server.api("PUT", PATH, {"block": "a b"}), 422, "/block")
    refused(server.api("PUT", PATH, {"section": "wallet"}), 422, "/section")
    refused(server.api("PUT", PATH, {"block": "wallet"}, None, {"If-Match": "*"}), 400)
