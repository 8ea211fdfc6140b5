"""Importing replies of the homepage as pages, as a whole or in parts."""

import json

import pytest

from publishing import POCKET, done, refused


def reply(server, query=""):
    return json.loads(server.get(f"/homepage{query}").body)


def parts(server, page, limit=5):
    """The parts of a page that a paginating client gets."""
    cursor = ""
    while True:
        part = done(server.get(f"/homepage?page={page}&cursor={cursor}&limit={limit}")).json
        yield part
        if not part["data"]["hasMore"]:
            return
        from urllib.parse import quote

        cursor = quote(part["data"]["cursor"])


def put(server, page, body, query=""):
    return server.api("PUT", f"/api/pages/{page}/export{query}", body)


def block(code, layout="MALL_MARQUEE", **members):
    return {"blockCode": code, "showType": layout, "content": {"extInfo": {"list": [{"id": 1, "title": "x"}]}}} | members


def run(server, tmp_path, body, *words, code=0):
    file = tmp_path / "reply.json"
    file.write_text(json.dumps(body))
    return server.command("import", str(file), *words, code=code)


@pytest.mark.both_engines
def test_parts_are_joined_into_a_page_that_can_be_paginated_again(server, tmp_path):
    whole = reply(server)["data"]["blocks"]
    first, *others = parts(server, "music")
    assert len(others) > 1 and first["data"]["hasMore"]
    said = run(server, tmp_path, first, "--page", "copy").stdout
    assert f"copy: {len(first['data']['blocks'])} blocks are live." in said and "--append" in said
    assert "client family netease" in said
    # Importing the same file again creates neither a revision nor a page.
    assert "client family" not in run(server, tmp_path, first, "--page", "copy").stdout
    for part in others:
        said = run(server, tmp_path, part, "--page", "copy", "--append").stdout
        assert "client family" not in said and ("--append" in said) == part["data"]["hasMore"]
    assert reply(server, "?page=copy")["data"]["blocks"] == whole
    again = [block for part in parts(server, "copy", limit=3) for block in part["data"]["blocks"]]
    assert again == whole


def test_the_family_of_a_new_page_is_inferred_or_specified(server, tmp_path):
    music, mall = reply(server), reply(server, "?page=mall")
    for page, body, query, client in (
        ("a", music, "", "netease"),
        ("b", music, "?client=none", None),
        ("c", music, "?client=netease", "netease"),
        ("d", mall, "", None),
        ("e", {"page": {}, "blocks": []}, "", None),
        ("f", {"page": {"client": "netease"}, "blocks": []}, "", "netease"),
        ("g", music["data"], "", "netease"),
    ):
        assert done(put(server, page, body, query)).data["client"] == client, page
        assert server.api("GET", f"/api/pages/{page}").data["client"] == client
    mixed = {"data": {"blocks": music["data"]["blocks"][:1] + mall["data"]["blocks"][:1]}}
    assert done(put(server, "h", mixed)).data["client"] is None
    assert "netease" in refused(put(server, "i", mall, "?client=netease"), 422)["detail"]
    # An existing page keeps its family.
    assert done(put(server, "b", music)).data["client"] is None
    assert done(put(server, "b", music, "?client=none")).data["client"] is None
    refusal = refused(put(server, "b", music, "?client=netease"), 422)
    assert refusal["errors"][0]["pointer"] == "/client"
    assert "netease, or none" in refused(put(server, "b", music, "?client=other"), 400)["detail"]
    assert "no client family" in run(server, tmp_path, music, "--page", "j", "--client", "none").stdout
    run(server, tmp_path, music, "--page", "j", "--client", "other", code=64)


@pytest.mark.both_engines
def test_a_specified_family_overrides_that_of_an_exported_page(server, tmp_path):
    export = server.api("GET", "/api/pages/music/export").json
    assert export["page"]["client"] == "netease"
    assert done(put(server, "a", export, "?client=none")).data["client"] is None
    # The file still names a family that the page does not have.
    refusal = refused(put(server, "a", export), 422)
    assert [error["pointer"] for error in refusal["errors"]] == ["/page/client"] and "leave it out" in refusal["detail"]
    assert done(put(server, "a", export, "?client=none")).data["client"] is None
    assert "no client family" in run(server, tmp_path, export, "--page", "b", "--client", "none").stdout
    mall = server.api("GET", "/api/pages/mall/export").json
    assert "netease" in refused(put(server, "c", mall, "?client=netease"), 422)["detail"]


@pytest.mark.both_engines
def test_an_import_reports_whether_it_created_the_page(server):
    body = {"page": {}, "blocks": [block("a")]}
    assert done(put(server, "fresh", body, "?dryRun=true")).data["new"] is True
    assert done(put(server, "fresh", body)).data["new"] is True
    for again in (body, body | {"blocks": [block("b")]}):
        assert done(put(server, "fresh", again)).data["new"] is False
    assert done(put(server, "fresh", {"page": {}, "blocks": [block("c")]}, "?append=true")).data["new"] is False


@pytest.mark.both_engines
def test_the_command_reports_conflicts_of_the_database_file_and_of_a_server(server, tmp_path):
    for title, words in (("One", []), ("Two", ["--server", server.url, "--token", server.token])):
        body = server.api("GET", "/api/pages/mall/export").json
        wallet = next(block for block in body["blocks"] if block["blockCode"] == "wallet")
        wallet["content"]["uiElement"]["subTitle"]["title"] = title
        done(server.api("PATCH", "/api/pages/mall/draft/blocks/wallet", POCKET))
        assert "In the draft: wallet" in run(server, tmp_path, body, "--page", "mall", *words).stderr


@pytest.mark.both_engines
def test_a_part_is_appended_before_sections_that_are_pinned_last(server):
    before = server.order("mall")
    block = {"blockCode": "extra", "showType": "MALL_MARQUEE", "extInfo": {"list": [{"id": 1, "title": "x"}]}}
    tried = done(put(server, "mall", {"data": {"blocks": [block]}}, "?append=true&dryRun=true")).data
    assert server.order("mall") == before
    response = done(put(server, "mall", {"data": {"blocks": [block], "titles": ["ignored"]}}, "?append=true")).data
    assert response["order"] == tried["order"] == before[:-1] + ["extra"] + before[-1:]
    assert reply(server, "?page=mall")["data"]["titles"] == []


@pytest.mark.both_engines
def test_an_invalid_part_changes_nothing(server):
    before = server.order("mall")
    known = {"blockCode": "marquee", "showType": "MALL_MARQUEE", "extInfo": {"list": []}}
    wrong = {"blockCode": "more", "showType": "MALL_MARQUEE", "extInfo": {"list": 1}}
    for blocks, pointer in (
        ([known], "/data/blocks/0/blockCode"),
        ([wrong], "/data/blocks/0/extInfo/list"),
        ([wrong, wrong], "/data/blocks/1/blockCode"),
    ):
        response = refused(put(server, "mall", {"data": {"blocks": blocks}}, "?append=true"), 422)
        assert pointer in [error["pointer"] for error in response["errors"]], response
    assert refused(put(server, "none", {"data": {"blocks": []}}, "?append=true"), 404)
    assert server.order("mall") == before


def test_a_pinned_section_at_another_place_is_rejected(server):
    before = server.order("mall")
    pinned = server.api("GET", "/api/pages/mall/export").json["blocks"][-1]
    body = {"page": {}, "blocks": [pinned | {"blockCode": "last"}, block("more")]}
    for page, query in (("mall", "?append=true"), ("fresh", "")):
        response = refused(put(server, page, body, query), 422)
        assert [error["pointer"] for error in response["errors"]] == ["/blocks/0"], response
        assert response["detail"] == 'The page was rejected: /blocks/0 "last" is pinned to the last position.'
    # All issues are reported together.
    body["blocks"].append(block("more"))
    response = refused(put(server, "mall", body, "?append=true"), 422)
    assert {error["pointer"] for error in response["errors"]} == {"/blocks/0", "/blocks/2/blockCode"}
    assert server.order("mall") == before
    # As the only section, it is the last one.
    body["blocks"] = body["blocks"][:1]
    assert done(put(server, "mall", body, "?append=true")).data["order"] == before[:-1] + ["last"] + before[-1:]


def test_all_parts_together_are_limited_to_the_maximum_number_of_sections(server):
    def part(name, count):
        return {"page": {}, "blocks": [block(f"{name}{index}") for index in range(count)]}

    assert len(done(put(server, "long", part("a", 501))).data["order"]) == 501
    response = refused(put(server, "long", part("b", 500), "?append=true"), 422)
    assert "page.blocks" in response["detail"] and "1000" in response["detail"]
    assert len(server.order("long")) == 501
    assert len(done(put(server, "long", part("c", 499), "?append=true")).data["order"]) == 1000


def test_unknown_layouts_are_listed_with_a_solution(server, tmp_path):
    body = reply(server)
    for index, layout in ((1, "NEW_ONE"), (2, "NEW_ONE"), (4, "OTHER")):
        body["data"]["blocks"][index]["showType"] = layout
    response = refused(put(server, "new", body), 422)
    for words in ("NEW_ONE (2 sections), OTHER", "block-types/NAME.json", "docs/layouts.md"):
        assert words in response["detail"]
    assert {error["pointer"] for error in response["errors"]} >= {f"/data/blocks/{index}/showType" for index in (1, 2, 4)}
    assert "NEW_ONE (2 sections), OTHER" in run(server, tmp_path, body, "--page", "new", code=1).stderr
    assert server.get("/homepage?page=new").status == 404


@pytest.mark.both_engines
def test_a_server_accepts_an_import_by_the_command(server, tmp_path):
    first, second, *_ = parts(server, "music")
    remote = ["--page", "copy", "--server", server.url, "--token", server.token]
    said = run(server, tmp_path, first, *remote, "--client", "none").stdout
    assert "no client family" in said and "--append" in said
    run(server, tmp_path, second, *remote, "--append")
    assert server.shown("copy") == [block["blockCode"] for part in (first, second) for block in part["data"]["blocks"]]


def test_a_recorded_reply_is_imported_for_its_family(server, capture, tmp_path):
    body = json.loads(capture.read_text())
    said = server.command("import", str(capture), "--page", "real").stdout
    assert "client family netease" in said
    body["data"]["hasMore"], rest = True, body["data"]["blocks"][3:]
    body["data"]["blocks"] = body["data"]["blocks"][:3]
    run(server, tmp_path, body, "--page", "half")
    body["data"]["blocks"], body["data"]["hasMore"] = rest, False
    run(server, tmp_path, body, "--page", "half", "--append")
    assert reply(server, "?page=half")["data"]["blocks"] == reply(server, "?page=real")["data"]["blocks"]


def drafted(server, page="mall"):
    return done(server.api("GET", f"/api/pages/{page}/draft/diff")).data


@pytest.mark.both_engines
def test_a_document_becomes_the_draft_and_live_does_not_change(server):
    before = server.get("/homepage?page=mall").body
    page = json.loads(server.api("GET", "/api/pages/mall/export").body)
    page["blocks"] = [block("fair"), *page["blocks"][1:]]
    imported = done(server.api("PUT", "/api/pages/mall/draft", page))
    assert imported.data["order"][0] == "fair" and not imported.data["new"]
    assert server.get("/homepage?page=mall").body == before
    difference = drafted(server)
    assert {one["blockCode"]: one["change"] for one in difference["blocks"]}["fair"] == "added"
    assert difference["draft"]["revision"] == imported.data["revision"]
    # The response's validator is that of the draft.
    refused(server.api("PUT", "/api/pages/mall/draft", page, headers={"If-Match": '"old"'}), 412)
    done(server.api("PUT", "/api/pages/mall/draft", page, headers={"If-Match": imported.headers["ETag"]}))
    done(server.api("POST", "/api/pages/mall/draft/publish", {}), 201)
    assert "fair" in server.shown("mall")
    actions = [entry["action"] for entry in done(server.api("GET", "/api/audit?page=mall")).data["entries"]]
    assert actions[:2] == ["draft.publish", "draft.import"]


def test_a_document_replaces_the_draft_or_is_appended_to_it(server):
    live = json.loads(server.api("GET", "/api/pages/mall/export").body)
    done(server.api("PATCH", "/api/pages/mall/draft/blocks/wallet", {"enabled": False}))
    added = done(server.api("PUT", "/api/pages/mall/draft?append=true", {"page": {}, "blocks": [block("fair")]})).data
    assert set(added["order"]) == {*(one["blockCode"] for one in live["blocks"]), "fair"}
    assert {one["blockCode"] for one in drafted(server)["blocks"]} == {"wallet", "fair"}
    # A draft that equals live is removed.
    same = done(server.api("PUT", "/api/pages/mall/draft", live))
    assert "ETag" not in same.headers and drafted(server)["draft"] is None
    assert same.data["revision"] == drafted(server)["against"]


def test_a_document_for_the_draft_is_validated(server):
    before = drafted(server)
    refused(
        server.api("PUT", "/api/pages/mall/draft", {"page": {}, "blocks": [block("fair", "UNKNOWN")]}), 422, "/blocks/0/showType"
    )
    refused(server.api("PUT", "/api/pages/none/draft", {"page": {}, "blocks": []}), 404)
    refused(server.api("PUT", "/api/pages/mall/draft?client=none", {"page": {}, "blocks": []}), 400)
    trial = done(server.api("PUT", "/api/pages/mall/draft?dryRun=true", {"page": {}, "blocks": [block("fair")]}))
    assert trial.data["order"] == ["fair"] and "ETag" not in trial.headers
    assert drafted(server) == before


def test_the_command_imports_a_file_into_the_draft(server, tmp_path):
    body = {"page": {}, "blocks": [block("fair")]}
    env = ("--server", server.url, "--token", server.token)
    # The page has no draft yet.
    assert "mall: 1 block is in the draft." in run(server, tmp_path, body, "--page", "mall", "--draft", *env).stdout
    assert drafted(server)["draft"] and "fair" not in server.shown("mall")
    assert "mall: 1 block is in the draft." in run(server, tmp_path, body, "--page", "mall", "--draft").stdout
    body["blocks"].append(block("tea"))
    assert "2 blocks are in the draft." in run(server, tmp_path, body, "--page", "mall", "--draft", *env).stdout
    assert {"fair", "tea"} <= {one["blockCode"] for one in drafted(server)["blocks"]}
    run(server, tmp_path, body, "--page", "mall", "--draft", "--client", "none", code=64)
    live = json.loads(server.api("GET", "/api/pages/mall/export").body)
    assert "blocks are live." in run(server, tmp_path, live, "--page", "mall", "--draft", *env).stdout
    assert drafted(server)["draft"] is None


def test_a_draft_is_not_replaced_without_a_required_etag(start):
    server = start(HOMEBLOCKS_WRITES_REQUIRE_IF_MATCH="true")
    page = {"page": {}, "blocks": [block("fair")]}
    # A page without a draft has no ETag to send.
    made = done(server.api("PUT", "/api/pages/mall/draft", page))
    assert server.api("PUT", "/api/pages/mall/draft", page).status == 428
    tag = server.api("GET", "/api/pages/mall/draft/diff").headers["ETag"]
    assert made.headers["ETag"] == tag
    done(server.api("PUT", "/api/pages/mall/draft", page, headers={"If-Match": tag}))


def test_importing_a_whole_page_resolves_conflicts(server):
    wallet = "/api/pages/mall/{}/blocks/wallet"
    heading = lambda title: {"content": {"uiElement": {"subTitle": {"title": title}}}}
    done(server.api("PATCH", wallet.format("draft"), heading("Mine")))
    done(server.api("PATCH", wallet.format("live"), heading("Theirs")))
    assert drafted(server)["draft"]["conflicts"]
    draft = json.loads(server.api("GET", "/api/pages/mall/export").body)
    section = server.api("GET", wallet.format("draft")).data
    [place] = [place for place, one in enumerate(draft["blocks"]) if one["blockCode"] == "wallet"]
    draft["blocks"][place]["content"] = section["content"]
    # The draft already has this content.
    done(server.api("PUT", "/api/pages/mall/draft", draft))
    assert not (drafted(server)["draft"] or {}).get("conflicts")
