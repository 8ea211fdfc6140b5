"""Creates a fixture with an old program: make.py PROGRAM schema-N [CONFIG]. README.md explains when and why."""

import contextlib
import json
import os
import pathlib
import shutil
import sqlite3
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
TESTS = FOLDER.parents[1]
FAR = "2090-01-01T00:00:00Z"
CLIENTS = (
    "",
    "platform=ios&appVersion=9.1.0&locale=zh-Hant-HK&uid=u-17",
    "platform=android&appVersion=8.0&locale=en&uid=u-2",
)


def reads(pages):
    """The public reads."""
    for page in pages:
        yield f"/sort?page={page}"
        for client in CLIENTS:
            yield f"/homepage?page={page}&{client}".rstrip("&")
    yield "/homepage?page=mall&cursor=&limit=2"
    yield "/homepage/dragon/ball?page=music"
    yield "/homepage/blocks/wallet?page=mall"
    yield "/homepage/blocks/wallet/items/0?page=mall"


def operators_reads(name, pages):
    """The reads of operators, of which the first version had few."""
    for page in pages:
        yield f"/api/pages/{page}/export"
        if name != "schema-1":
            for thing in ("revisions?limit=100", "releases?limit=100", "takeovers", "draft/diff"):
                yield f"/api/pages/{page}/{thing}"


def small_pages(folder, config):
    """A configuration folder with two small starter pages and their layouts, from the program's version."""
    shutil.copytree(FOLDER / "pages", folder / "pages")
    (folder / "assets").mkdir()
    (folder / "block-types").mkdir()
    pages = [json.loads(file.read_text()) for file in (folder / "pages").iterdir()]
    for layout in {"common", "music"} | {block["showType"] for page in pages for block in page["blocks"]}:
        shutil.copy(config / f"block-types/{layout}.json", folder / "block-types")
    (folder / "homeblocks.yaml").write_text("page: music\n")
    return folder / "homeblocks.yaml"


def sort(server, change, page, key=None):
    response = server.sort(change, page, {"Idempotency-Key": key} if key else None)
    assert response.status == 200, response.body


def reorders(server):
    """The operations of the first version; returns the tokens by role."""

    def token(role, *words):
        return server.command("token", "create", "--role", role, "--name", f"Old {role}", *words).stdout.strip()

    tokens = {"admin": server.token, "viewer": token("viewer", "--expires", FAR), "publisher": token("publisher")}
    tokens["revoked"] = token("admin")
    server.command("token", "revoke", tokens["revoked"].split("_")[1])
    sort(server, {"moves": [{"block": "wallet", "to": "start"}]}, "mall", "fixture-1")
    sort(server, {"order": ["otc", "wallet", "marquee", "beltAndRoad", "middleAd", "bottomFloat"]}, "mall")
    ranks = {"marqueeIndex": 0, "walletIndex": 2, "otc": 4, "middleAd": 5, "beltAndRoad": 8, "bottomFloat": 99}
    sort(server, {"index": ranks}, "mall")
    sort(server, {"moves": [{"block": "HOMEPAGE_VOICELIST_RCMD", "after": "HOMEPAGE_BANNER"}]}, "music")
    assert server.sort({"order": []}, "mall").status == 422
    assert server.sort({"order": []}, "mall", {"Authorization": "Bearer nobody"}).status == 401
    document = server.api("GET", "/api/pages/mall/export").json
    document["blocks"][0]["content"]["extInfo"]["list"][0]["title"] = "Imported before the upgrade"
    assert server.api("PUT", "/api/pages/mall/export", document).status == 200
    document["page"] = {"slug": "shelf", "title": "Shelf"}
    document["blocks"] = document["blocks"][:3]
    assert server.api("PUT", "/api/pages/shelf/export", document).status < 300
    return tokens


def everything(server, version):
    """The operations of the second and later versions up to this one."""

    def api(method, path, body=None, **headers):
        response = server.api(method, f"/api/{path}", body, headers=headers)
        assert response.status < 300, (path, response.body)
        return response.data

    tokens = reorders(server)
    tokens["editor"] = server.new_token("editor", "Old editor", expiresAt=FAR)
    api("POST", "operators", {"name": "Lin", "role": "publisher", "password": "a fixture's password"})
    api("POST", "pages/mall/revisions/2/restore", {"message": "Restored"})
    heading = {"uiElement": {"subTitle": {"title": "Wallet, edited"}}}
    api("PATCH", "pages/mall/live/blocks/wallet", {"content": heading})
    api("PATCH", "pages/mall/live/blocks/otc", {"audience": {"platforms": ["ios"], "appVersion": {"min": "9.0"}}})
    english = {"uiElement": {"subTitle": {"title": "In English"}}}
    api("PATCH", "pages/mall/live/blocks/beltAndRoad", {"localizations": {"en": english}, "until": FAR})
    for page in ("campaign", "mistake"):
        plan = {"page": page, "title": page.title(), "copyOf": "mall"}
        api("POST", "pages", plan, **{"Idempotency-Key": f"page-{page}"})
    api("DELETE", "pages/mistake")
    api("PUT", "pages/campaign/live/order", {"moves": [{"block": "middleAd", "to": "start"}]})
    # The first takeover is active for a long time, the second is planned, the third was cancelled.
    api("POST", "pages/shelf/takeovers", {"shows": "campaign", "from": "2020-01-01T00:00:00Z", "until": FAR})
    api("POST", "pages/mall/takeovers", {"shows": "campaign", "from": FAR, "until": "2091-01-01T00:00:00Z"})
    plan = {"shows": "shelf", "from": "2092-01-01T00:00:00Z", "until": "2093-01-01T00:00:00Z"}
    api("DELETE", f"pages/mall/takeovers/{api('POST', 'pages/mall/takeovers', plan)['id']}")
    api("PATCH", "pages/mall/draft/blocks/middleAd", {"enabled": False})
    api("POST", "pages/mall/draft/publish", {"message": "Published at once"})
    api("PATCH", "pages/mall/draft/blocks/marquee", {"enabled": False})
    api("POST", "pages/mall/draft/publish", {"at": FAR, "message": "Planned"})
    api("PATCH", "pages/mall/draft/blocks/wallet", {"enabled": False})
    api("PATCH", "pages/music/draft/blocks/HOMEPAGE_VOICELIST_RCMD", {"enabled": False})
    if version >= 5:
        named_audiences_and_cards(api)
    if version >= 8:
        pictures(server, api)
    if version >= 14:
        api("POST", "pages/mall/links", {"label": "Old link"})
        api("DELETE", f"pages/music/links/{api('POST', 'pages/music/links', {})['id']}")
    if version >= 15:
        group = api("POST", "groups", {"name": "Campaigns", "pages": {"campaign": "publisher"}})
        person = {"name": "Mei", "role": "none", "pages": {"mall": "editor"}, "groups": [group["id"]]}
        api("POST", "operators", person | {"password": "a fixture's password"})
    return tokens


def named_audiences_and_cards(api):
    """Operations since the fifth version."""
    api("POST", "audiences", {"name": "vips", "audience": {"platforms": ["ios"]}})
    api("PATCH", "pages/mall/live/blocks/bottomFloat", {"audience": {"name": "vips"}})
    card = api("GET", "pages/mall/live/blocks/otc")["content"]["extInfo"]["list"][0]["id"]
    api("PATCH", "pages/mall/live/blocks/otc", {"cards": {str(card): {"until": FAR, "audience": {"platforms": ["web"]}}}})


def pictures(server, api):
    """Operations since the eighth version: one picture in live content, and one without references."""
    from harness.pictures import png

    headers = {"Authorization": f"Bearer {server.token}", "Content-Type": "image/png"}
    for color in (1, 2):
        picture = server.send("POST", f"/api/pictures?name=color-{color}.png", png(color=color), headers)
        assert picture.status < 300, picture.body
    content = {"extInfo": {"list": [{"id": 7, "title": "Lamp", "imageUrl": picture.data["url"], "url": "https://shop.example"}]}}
    api("POST", "pages/mall/live/blocks", {"blockCode": "lamps", "showType": "MALL_AD", "content": content})


def dump(path):
    """A database as text. SQLite's shell omits the application id of the file."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        yield "PRAGMA foreign_keys = OFF;"
        for name in ("application_id", "user_version"):
            yield f"PRAGMA {name} = {database.execute(f'PRAGMA {name}').fetchone()[0]};"
        texts = {
            name: sql
            for name, sql in database.execute("SELECT name, sql FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%'")
        }
        for line in database.iterdump():
            # SQLite dumps a full-text table as its shadow tables, without the row ids.
            if not any(f'"{name}' in line or f"'{name}" in line for name in texts) and "writable_schema" not in line:
                yield line
            for name, sql in texts.items():
                if f"VALUES('table','{name}'" in line:
                    yield f"{sql};"
                    yield from full_text_rows(database, name)


def full_text_rows(database, name):
    [column] = [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
    for row, text in database.execute(f"SELECT rowid, {column} FROM {name}"):
        yield f"INSERT INTO {name} (rowid, {column}) VALUES ({row}, '{text.replace(chr(39), chr(39) * 2)}');"


def lines(kept):
    """Each response on its own line."""
    parts = (
        f"{json.dumps(part)}: {{\n"
        + ",\n".join(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in values.items())
        + "\n}"
        for part, values in kept.items()
    )
    return "{\n" + ",\n".join(parts) + "\n}"


def make(name, folder, config):
    from harness.server import Server

    version = int(name.removeprefix("schema-"))
    server = Server(folder, {"HOMEBLOCKS_CONFIG": str(small_pages(folder, config))})
    try:
        tokens = (reorders if version == 1 else lambda server: everything(server, version))(server)
        pages = [line["page"] for line in server.get("/pages").data]
        responses = {path: server.get(path) for path in reads(pages)}
        history = {path: server.api("GET", path) for path in operators_reads(name, pages)}
    finally:
        server.stop()
    assert all(response.status == 200 for response in [*responses.values(), *history.values()])
    (FOLDER / f"{name}.sql").write_text("\n".join(dump(server.database)) + "\n")
    kept = {
        "tokens": tokens,
        "responses": {path: response.body.decode() for path, response in responses.items()},
        "history": {path: response.json for path, response in history.items()},
    }
    (FOLDER / f"{name}.json").write_text(lines(kept) + "\n")


if __name__ == "__main__":
    os.environ["PROGRAM"] = str(pathlib.Path(sys.argv[1]).resolve())
    sys.path.insert(0, str(TESTS))
    with tempfile.TemporaryDirectory() as folder:
        make(sys.argv[2], pathlib.Path(folder), pathlib.Path(sys.argv[3] if len(sys.argv) > 3 else FOLDER.parents[2] / "config"))
