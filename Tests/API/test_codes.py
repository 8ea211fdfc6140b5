"""Codes that cannot be part of a URL: clients remove `.` and `..` from its path."""

import json
import sqlite3

import pytest

from publishing import MALL, ads, blocks, done, refused, sections

DOTS = [".", ".."]


@pytest.mark.parametrize("code", DOTS)
def test_a_code_that_clients_remove_from_a_path_is_rejected_everywhere(server, code):
    before = blocks(server)
    for stage in ("live", "draft"):
        path = f"{MALL}/{stage}/blocks"
        refused(server.api("POST", path, ads(code, "茶 Tea")), 422, "/blockCode")
        refused(server.api("PUT", f"{path}/{code}", ads(code, "茶 Tea")), 422, "/blockCode")
        refused(server.api("POST", path, ads("tea", "茶 Tea", showType=code)), 422, "/showType")
        old = {"fallback": {"showType": code, "content": {}}}
        refused(server.api("PATCH", f"{path}/wallet", old), 422, "/fallback/showType")
        refused(server.api("DELETE", f"{path}/{code}"), 404)
    exported = {"page": {}, "blocks": [ads(code, "茶 Tea")]}
    refused(server.api("PUT", f"{MALL}/export", exported), 422, "/blocks/0/blockCode")
    reply = {"blocks": [{"blockCode": code, "showType": "MALL_AD", "extInfo": {"list": []}}]}
    refused(server.api("PUT", f"{MALL}/export", reply), 422, "/blocks/0/blockCode")
    assert blocks(server) == before


@pytest.mark.parametrize("code", DOTS)
def test_a_section_stored_with_a_dot_code_is_still_served_and_can_be_deleted(server, code):
    server.stop()
    stored_as(server.database, "wallet", code)
    server.start()

    shown = sections(server)
    assert code in shown and "wallet" not in shown
    assert server.get("/homepage/blocks/wallet").status == 404
    assert blocks(server)[code]["content"]["extInfo"]
    exported = json.loads(server.api("GET", f"{MALL}/export").body)
    assert code in [block["blockCode"] for block in exported["blocks"]]
    # Other sections can be changed, but the page cannot be imported unchanged.
    done(server.api("PATCH", f"{MALL}/live/blocks/otc", {"enabled": False}))
    refused(server.api("PUT", f"{MALL}/export", exported), 422)
    # This client does not normalize paths.
    done(server.api("DELETE", f"{MALL}/live/blocks/{code}"))
    assert code not in sections(server) and "otc" not in sections(server)


def stored_as(path, code, new):
    """Changes the code of a section of the mall to one that an earlier program without the rule has accepted."""
    database = sqlite3.connect(path, isolation_level=None)
    guards = database.execute("SELECT name, sql FROM sqlite_schema WHERE name LIKE '%_are_immutable'").fetchall()
    for name, _ in guards:
        database.execute(f"DROP TRIGGER {name}")
    for statement in (
        "UPDATE block_versions SET block_code = ?2, resource = json_set(resource, '$.blockCode', ?2) WHERE block_code = ?1",
        "UPDATE subtree_entries SET block_code = ?2 WHERE block_code = ?1",
        "UPDATE orders SET codes = replace(codes, json_quote(?1), json_quote(?2)) WHERE instr(codes, json_quote(?1))",
    ):
        assert database.execute(statement, (code, new)).rowcount == 1, statement
    for _, sql in guards:
        database.execute(sql)
    database.close()
