"""Reloading layouts and other files while the server runs: either all of them are replaced or none."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import threading

import pytest

from harness import PROGRAM, ROOT, Failure, eventually
from harness.server import Server
from publishing import MALL, ads, done, refused

READ, KEPT, REFUSES = "files reloaded", "files not reloaded, the old ones stay", "not valid with the new layouts"


@pytest.fixture
def own(tmp_path, stored):
    """A server with its own configuration folder."""
    shutil.copytree(ROOT / "config", tmp_path / "config")
    server = Server(tmp_path, {"HOMEBLOCKS_CONFIG": str(tmp_path / "config/homeblocks.yaml")}, **stored(tmp_path))
    server.config = tmp_path / "config"
    yield server
    if server.runs:
        server.kill()


def count(server, words):
    return len(re.findall(rf"(?<!not ){re.escape(words)}", server.log))


def reload(server, expected=READ):
    """Sends SIGHUP and returns the new lines of the log."""
    before = {words: count(server, words) for words in (READ, KEPT)}
    length = len(server.log)
    server.process.send_signal(signal.SIGHUP)
    eventually(lambda: any(count(server, words) > before[words] for words in before))
    assert count(server, expected) == before[expected] + 1, server.log[length:]
    return server.log[length:]


def layout(server, name):
    return json.loads((server.config / f"block-types/{name}.json").read_text())


def write(server, name, json_layout):
    (server.config / f"block-types/{name}.json").write_text(json.dumps(json_layout))


def marquee(server):
    return {block["blockCode"]: block for block in server.get("/homepage?page=mall").data["blocks"]}.get("marquee")


def test_a_changed_layout_takes_effect_immediately(own):
    before = done(own.get("/homepage?page=mall"))
    changed = layout(own, "MALL_MARQUEE")
    changed["x-homeblocks"]["summary"] = ["id", "title"]
    changed["title"] = "Ticker"
    write(own, "MALL_MARQUEE", changed)
    reload(own)
    assert all(set(card) <= {"id", "title"} for card in marquee(own)["extInfo"]["list"])
    assert own.get("/homepage?page=mall", {"If-None-Match": before.headers["ETag"]}).status == 200
    assert done(own.get("/block-types/MALL_MARQUEE")).json["title"] == "Ticker"
    shutil.copy(ROOT / "config/block-types/MALL_MARQUEE.json", own.config / "block-types")
    reload(own)
    assert own.get("/homepage?page=mall", {"If-None-Match": before.headers["ETag"]}).status == 304


@pytest.mark.parametrize(
    "break_it, words",
    [
        (lambda config: (config / "block-types/MALL_AD.json").write_text("{"), ["MALL_AD.json"]),
        (
            lambda config: (config / "block-types/MALL_AD.json").write_text(
                '{"x-homeblocks": {"items": "/a"}, "properties": {"a": {"oops": 1}}}'
            ),
            ["MALL_AD.json", "/properties/a"],
        ),
        (lambda config: (config / "block-types/common.json").unlink(), ["block-types/", "common"]),
        (lambda config: (config / "block-types/MALL_MARQUEE.json").unlink(), ["MALL_MARQUEE", "page mall"]),
        (lambda config: (config / "console/app.js").write_bytes(b"\xff"), ["console/app.js", "UTF-8"]),
        (lambda config: (config / "console/index.html").unlink(), ["index.html"]),
        (lambda config: (config / "assets/mall/horn.webp").write_bytes(b""), ["horn.webp", "empty"]),
        (lambda config: shutil.rmtree(config / "block-types"), ["no layouts"]),
    ],
)
def test_a_broken_file_changes_nothing_and_is_reported(own, break_it, words):
    pages = {
        path: own.get(path).body
        for path in ("/homepage", "/homepage?page=mall", "/block-types", "/admin/", "/admin/app.js", "/assets/mall/horn.webp")
    }
    # Valid files are not reloaded either.
    (own.config / "console/icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    icon = own.get("/admin/icon.svg").body
    break_it(own.config)
    log = reload(own, KEPT)
    assert all(word in log for word in words), log
    assert {path: own.get(path).body for path in pages} == pages and own.get("/admin/icon.svg").body == icon
    done(own.api("PATCH", f"{MALL}/live/blocks/marquee", {"content": {"extInfo": {"list": [{"id": 1, "title": "New"}]}}}))
    assert marquee(own)["extInfo"]["list"] == [{"id": 1, "title": "New"}]


def test_an_invalid_picture_annotation_changes_nothing_and_is_reported(own):
    text = json.dumps(layout(own, "MALL_AD"))
    known = '"x-picture": {"ratio": "1080:420", "width": 1080, "dark": "imageUrlDark"}'
    assert known in text

    def annotated(note):
        return json.loads(text.replace(known, f'"x-picture": {json.dumps(note)}'))

    for note, place in (
        ({"ratio": "2:1", "width": 0}, "x-picture/width"),
        ({"ratio": "wide", "width": 100}, "x-picture/ratio"),
        ({"ratio": "0:1", "width": 100}, "x-picture/ratio"),
        ({"width": 100, "dark": ""}, "x-picture/dark"),
        ({"width": 100, "size": {"width": "width"}}, "x-picture/size"),
        ({"width": 100, "size": "width"}, "x-picture/size"),
        ({"width": 100, "size": {"width": "width", "height": ""}}, "x-picture/size"),
        ({"width": 100, "size": {"width": "w", "height": "h", "depth": "d"}}, "x-picture/size"),
        ({"width": 100, "height": 50}, "x-picture/height"),
        ({"ratio": "2:1"}, "width"),
        ("1080:420", "x-picture"),
    ):
        write(own, "MALL_AD", annotated(note))
        log = reload(own, KEPT)
        assert "MALL_AD" in log and place in log, (note, log)
    write(own, "MALL_AD", annotated({"width": 1080, "dark": "darkUrl", "size": {"width": "w", "height": "h"}}))
    reload(own)
    assert '"darkUrl"' in done(own.get("/block-types/MALL_AD")).body.decode()


def test_content_that_is_invalid_in_the_new_layout_is_served_and_reported(own):
    done(own.api("PATCH", f"{MALL}/draft/blocks/marquee", {"content": {"extInfo": {"list": [{"id": 1, "title": "A draft"}]}}}))
    before = own.get("/homepage?page=mall").body
    strict = layout(own, "MALL_MARQUEE")
    strict["$defs"]["marquee"]["properties"]["title"]["maxLength"] = 3
    write(own, "MALL_MARQUEE", strict)
    log = reload(own)
    assert REFUSES in log and "mall, live" in log and "mall, draft" in log and "/title" in log
    assert own.get("/homepage?page=mall").body == before
    # Other changes are accepted, but changes of the section itself must satisfy the new rules.
    done(own.sort({"moves": [{"block": "marquee", "to": "start"}]}, page="mall"))
    response = refused(
        own.api("PATCH", f"{MALL}/live/blocks/marquee", {"content": {"extInfo": {"list": [{"id": 1, "title": "Long"}]}}}), 422
    )
    assert "/title" in json.dumps(response)
    checked = subprocess.run(
        [PROGRAM, "check", "--database", own.database], env=own.env, cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert checked.returncode == 1 and "mall, live" in checked.stderr and "/title" in checked.stderr
    done(own.api("PATCH", f"{MALL}/live/blocks/marquee", {"content": {"extInfo": {"list": [{"id": 1, "title": "Ok"}]}}}))


OLD = {"url": "orpheus://歌单/1", "imageUrl": "https://", "id": 1, "title": "Tea"}


def test_urls_accepted_by_earlier_versions_stay_until_they_are_changed(own):
    """URLs stored before the rule do not block other changes of their section, but new ones are rejected."""
    file = own.config / "block-types/common.json"
    strict = file.read_text()
    free = re.sub(r'"format": "uri-reference"(,\s*"x-homeblocks": \{"schemes": "web"\})?', '"description": "An address"', strict)
    file.write_text(free)
    reload(own)
    code = "middleAd"
    other = OLD | {"id": 2, "url": "/tea", "imageUrl": "/tea.webp"}
    done(own.api("PATCH", f"{MALL}/live/blocks/{code}", {"content": {"extInfo": {"list": [OLD, other]}}}))
    number = done(own.api("GET", MALL)).data["revision"]
    file.write_text(strict)
    assert REFUSES in reload(own)
    path = f"{MALL}/live/blocks/{code}"
    # The section can be disabled, published, restored and edited elsewhere, and its cards can be reordered.
    done(own.api("PATCH", path, {"enabled": False}))
    done(own.api("PATCH", path, {"enabled": True, "content": {"extInfo": {"list": [other | {"title": "Cake"}, OLD]}}}))
    done(own.api("POST", f"{path}/creatives?to=start", other | {"id": 3}), 201)
    done(own.api("PATCH", f"{MALL}/draft/blocks/{code}", {"content": {"own": 1}}))
    done(own.api("POST", f"{MALL}/draft/publish", {}), 201)
    done(own.api("POST", f"{MALL}/revisions/{number}/restore", {}), 201)
    checked = subprocess.run(
        [PROGRAM, "check", "--database", own.database], env=own.env, cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert checked.returncode == 0, checked.stderr
    # A changed URL must satisfy the rule.
    for member, value in (("url", "orpheus://歌单/2"), ("imageUrl", "https://h:0/"), ("imageUrl", "")):
        cards = [OLD | {member: value}, other]
        refused(own.api("PATCH", path, {"content": {"extInfo": {"list": cards}}}), 422, f"/content/extInfo/list/0/{member}")
        refused(own.api("POST", f"{path}/creatives", other | {"id": 4, member: value}), 422)
    # An old URL does not hide other issues, not even in a localization.
    patch = {"localizations": {"en": {"extInfo": {"list": "none"}}}}
    refused(own.api("PATCH", path, patch), 422, "/localizations/en/extInfo/list")
    # An import corrects URLs that have an encoded equivalent, and reports the others.
    export = done(own.api("GET", f"{MALL}/export")).json
    problem = refused(own.api("PUT", f"{MALL}/export", export), 422)
    assert [error["pointer"].rsplit("/", 1)[1] for error in problem["errors"]] == ["imageUrl"]


def test_a_part_can_be_appended_to_a_page_with_sections_that_are_no_longer_valid(own):
    strict = layout(own, "MALL_MARQUEE")
    strict["$defs"]["marquee"]["properties"]["title"]["maxLength"] = 3
    strict["x-homeblocks"]["pin"] = "last"
    write(own, "MALL_MARQUEE", strict)
    assert "mall, live" in reload(own)
    before = own.order("mall")
    response = done(own.api("PUT", f"{MALL}/export?append=true", {"page": {}, "blocks": [ads("more", "One")]})).data
    assert sorted(response["order"]) == sorted(before + ["more"])
    marquee = {"blockCode": "other", "showType": "MALL_MARQUEE", "content": {"extInfo": {"list": [{"id": 1, "title": "Long"}]}}}
    response = refused(own.api("PUT", f"{MALL}/export?append=true", {"page": {}, "blocks": [marquee]}), 422)
    assert [error["pointer"] for error in response["errors"]] == ["/blocks/0/content/extInfo/list/0/title"]


def test_the_start_fails_if_a_layout_that_a_page_uses_is_missing(own):
    poll = {"x-homeblocks": {"items": "/list"}, "type": "object"}
    write(own, "POLL", poll)
    write(own, "OLD_POLL", poll)
    reload(own)
    block = {
        "blockCode": "poll",
        "showType": "POLL",
        "content": {"list": [1]},
        "fallback": {"showType": "OLD_POLL", "content": {"list": [1]}},
    }
    done(own.api("POST", f"{MALL}/draft/blocks", block), 201)
    own.stop()
    for gone in ("POLL", "OLD_POLL"):
        (own.config / f"block-types/{gone}.json").unlink()
        with pytest.raises(Failure, match=rf"Layouts that pages use are missing: {gone} \(page mall\)\. Put their files back"):
            own.start()
        write(own, gone, poll)
    own.start()
    # Once the files are restored and the section is deleted, they are no longer needed.
    done(own.api("DELETE", f"{MALL}/draft/blocks/poll"))
    own.stop()
    for gone in ("POLL", "OLD_POLL"):
        (own.config / f"block-types/{gone}.json").unlink()
    own.start()


def test_a_layout_that_only_a_draft_or_planned_release_uses_is_required(own):
    poll = {"x-homeblocks": {"items": "/list"}, "type": "object"}
    write(own, "POLL", poll)
    reload(own)
    block = {"blockCode": "poll", "showType": "POLL", "content": {"list": [1]}}
    done(own.api("POST", f"{MALL}/draft/blocks", block), 201)
    (own.config / "block-types/POLL.json").unlink()
    assert "POLL" in reload(own, KEPT)
    write(own, "POLL", poll)
    done(own.api("POST", f"{MALL}/draft/publish", {"at": "2035-01-01T00:00:00Z"}), 201)
    (own.config / "block-types/POLL.json").unlink()
    assert "POLL" in reload(own, KEPT)
    release = own.api("GET", f"{MALL}/releases").data
    pending = next(line for line in (release if isinstance(release, list) else release["releases"]) if line["state"] == "pending")
    done(own.api("DELETE", f"{MALL}/releases/{pending['id']}"))
    reload(own)
    assert own.get("/block-types/POLL").status == 404


def test_the_console_and_the_pictures_are_reloaded(own):
    (own.config / "assets/demo/new.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (own.config / "console/app.js").write_text("// changed\n")
    assert own.get("/assets/demo/new.svg").status == 404
    reload(own)
    assert own.get("/assets/demo/new.svg").headers["Content-Type"] == "image/svg+xml"
    assert own.get("/admin/app.js").body == b"// changed\n"


@pytest.mark.parametrize("seed", [3])
def test_reloads_changes_and_reads_in_any_order_are_consistent(own, seed):
    """Each read returns the last acknowledged change with the last layouts; no read ever fails."""
    generator, faults, stop = random.Random(seed), [], threading.Event()
    base, summaries = layout(own, "MALL_MARQUEE"), [None, ["id"], ["id", "title"]]
    title, fields = "First", None
    done(
        own.api(
            "PATCH", f"{MALL}/live/blocks/marquee", {"content": {"extInfo": {"list": [{"id": 1, "title": title, "url": "/x"}]}}}
        )
    )

    def read():
        connection = own.connect()
        while not stop.is_set():
            response = own.get("/homepage?page=mall", connection=connection)
            cards = [block["extInfo"]["list"] for block in response.data["blocks"] if block["blockCode"] == "marquee"]
            if (
                response.status != 200
                or len(cards) != 1
                or set(cards[0][0]) not in ({"id"}, {"id", "title"}, {"id", "title", "url"})
            ):
                faults.append(response.body[:300])

    reader = threading.Thread(target=read)
    reader.start()
    try:
        for _ in range(40):
            step = generator.choice(["change", "layout", "broken", "missing", "order", "draft"])
            if step == "change":
                title = f"Title {generator.random()}"
                done(
                    own.api(
                        "PATCH",
                        f"{MALL}/live/blocks/marquee",
                        {"content": {"extInfo": {"list": [{"id": 1, "title": title, "url": "/x"}]}}},
                    )
                )
            elif step == "order":
                done(own.sort({"moves": [{"block": "marquee", "to": generator.choice(["start", 2])}]}, page="mall"))
            elif step == "draft":
                done(own.api("PATCH", f"{MALL}/draft/blocks/marquee", {"enabled": generator.random() < 0.9}))
            elif step == "layout":
                fields = generator.choice(summaries)
                settings = base["x-homeblocks"] | ({"summary": fields} if fields else {})
                write(own, "MALL_MARQUEE", base | {"x-homeblocks": settings})
                reload(own)
            else:
                file = own.config / "block-types/MALL_MARQUEE.json"
                kept = file.read_bytes()
                file.write_text("[") if step == "broken" else file.unlink()
                reload(own, KEPT)
                file.write_bytes(kept)
            card = marquee(own)["extInfo"]["list"][0]
            whole = {"id": 1, "title": title, "url": "/x"}
            assert card == ({name: whole[name] for name in fields} if fields else whole), step
    finally:
        stop.set()
        reader.join()
    assert faults == []


def test_the_commands_of_the_document_work(own, tmp_path):
    text = (ROOT / "docs/layouts.md").read_text()
    script = "\n".join(re.findall(r"```sh\n(.*?)```", text, re.S)).replace("127.0.0.1:8080", f"127.0.0.1:{own.port}")
    script = script.replace("homeblocks.sqlite", own.database)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/homeblocks").symlink_to(PROGRAM)
    env = own.env | {"PATH": f"{tmp_path}/bin:{os.environ['PATH']}", "TOKEN": own.token, "PID": str(own.pid)}
    finished = subprocess.run(["bash", "-e", "-c", script], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=100)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert '"showType":"POLL"' in finished.stdout and "Tea or coffee?" in finished.stdout
    assert own.get("/homepage/blocks/poll?page=demo&platform=ios&appVersion=9.1").status == 404
