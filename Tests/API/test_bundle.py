"""The bundle that apps ship with: written by `export --bundle`, shown by the client library without a request."""

import json

import pytest

from publishing import done


def exported(server, folder, *words):
    server.command("export", "--bundle", str(folder), "--server", server.url, "--token", server.token, *words)
    return json.loads((folder / "manifest.json").read_text())["responses"]


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "HomeBlocks.bundle"


def test_a_bundle_has_the_responses_and_their_validators(server, folder):
    responses = exported(server, folder, "--page", "music")
    addresses = [response["address"] for response in responses]
    assert {"/homepage", "/homepage?page=music", "/homepage/dragon/ball?page=music"} < set(addresses)
    assert "/homepage/blocks/HOMEPAGE_BANNER?page=music" in addresses
    assert len(set(addresses)) == len(addresses)
    for response in responses:
        served = server.get(response["address"])
        assert (folder / response["file"]).read_bytes() == served.body
        # Whatever content coding an app prefers, its first request gets a 304.
        for coding in ("identity", "gzip", "br", "gzip, deflate, br"):
            headers = {"Accept-Encoding": coding, "If-None-Match": ", ".join(response["validators"])}
            assert server.get(response["address"], headers).status == 304, (response, coding)


def test_all_pages_are_written_and_a_later_bundle_replaces_the_folder(server, folder):
    pages = {response["address"] for response in exported(server, folder)}
    assert {f"/homepage?page={page}" for page in ("music", "mall", "news", "moments", "demo")} < pages
    (folder / "old.json").write_text("{}")
    exported(server, folder, "--page", "mall")
    assert not (folder / "old.json").exists() and (folder / "mall-page.json").exists()
    assert [file.name for file in folder.parent.iterdir() if file.name.startswith(".HomeBlocks")] == []


def test_a_page_changed_after_the_export_is_sent_again(server, folder):
    page = next(entry for entry in exported(server, folder, "--page", "demo") if entry["address"] == "/homepage?page=demo")
    done(server.api("PUT", "/api/pages/demo/live/order", {"moves": [{"block": "imageOne", "to": "start"}]}))
    headers = {"If-None-Match": ", ".join(page["validators"])}
    assert server.get("/homepage?page=demo", headers).status == 200


def test_an_app_shows_the_bundle_without_a_server(server, folder, tmp_path):
    exported(server, folder)
    pages = {page: server.command("show", "--server", server.url, "--page", page).stdout for page in ("music", "mall")}
    server.stop()
    caches = {"XDG_CACHE_HOME": str(tmp_path / "no-caches")}
    for page, shown in pages.items():
        # Also for the context of an app.
        for reader, title in (([], page), (["--as", "ios/9.1.0"], f"{page} for ios 9.1.0")):
            words = ("show", "--server", server.url, "--page", page, "--bundle", str(folder), *reader)
            offline = server.command(*words, env=caches)
            first, rest = offline.stdout.split("\n", 1)
            assert first.startswith(f"{title}: ") and "the stored copy of " in first
            assert rest == shown.split("\n", 1)[1]
            assert "cannot be reached" in offline.stderr


def test_files_that_the_command_did_not_write_are_kept(server, tmp_path):
    def refusal(folder):
        words = ("--server", server.url, "--token", server.token, "--page", "demo")
        return server.command("export", "--bundle", str(folder), *words, code=1).stderr

    document = tmp_path / "HomeBlocks.bundle"
    document.write_text("Dear")
    assert "not a folder" in refusal(document)
    assert document.read_text() == "Dear"
    # For example, the manifest of a web app.
    site = tmp_path / "site"
    site.mkdir()
    (site / "manifest.json").write_text('{"name": "Shop"}')
    (site / "index.html").write_text("<html>")
    assert "other files" in refusal(site)
    assert sorted(file.name for file in site.iterdir()) == ["index.html", "manifest.json"]
    assert list(tmp_path.glob(".*")) == []


def test_an_empty_folder_and_a_link_are_written(server, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    link = tmp_path / "HomeBlocks.bundle"
    link.symlink_to(folder)
    for _ in range(2):
        exported(server, link, "--page", "demo")
        assert link.is_symlink() and (folder / "demo-page.json").exists()
    assert list(tmp_path.glob(".*")) == []


def offline(server, folder, page, caches):
    return server.command(
        "show", "--server", server.url, "--page", page, "--bundle", str(folder), env={"XDG_CACHE_HOME": str(caches)}
    )


@pytest.mark.parametrize("page", ["demo", "news"])
def test_a_bundle_has_everything_that_its_page_shows(server, folder, tmp_path, page):
    exported(server, folder, "--page", page)
    shown = server.command("show", "--server", server.url, "--page", page).stdout
    server.stop()
    assert offline(server, folder, page, tmp_path / "none").stdout.split("\n", 1)[1] == shown.split("\n", 1)[1]


def test_moments_beyond_the_first_part_of_the_bundle_are_reported_as_missing(server, folder, tmp_path):
    exported(server, folder, "--page", "moments")
    part = json.loads((folder / "moments-part.json").read_text())["data"]
    assert part["hasMore"]
    server.stop()
    shown = offline(server, folder, "moments", tmp_path / "none")
    assert shown.stdout.splitlines()[0].startswith(f"moments: {len(part['blocks'])} sections, the stored copy of ")
    assert shown.stdout.splitlines()[-1].startswith("not shown: further moments: ")


def test_errors_name_their_cause(server, folder, tmp_path):
    server.command("export", code=64)
    server.command("export", "--page", "mall", "--as", "ios", code=64)
    server.command("export", "--bundle", str(folder), "--output", "x", code=64)
    assert "--server" in server.command("export", "--bundle", str(folder), code=64).stderr
    words = ("--server", server.url, "--token", server.token)
    assert "no page none" in server.command("export", "--bundle", str(folder), "--page", "none", *words, code=1).stderr
    other = tmp_path / "documents"
    other.mkdir()
    (other / "letter.txt").write_text("Dear")
    assert "has other files" in server.command("export", "--bundle", str(other), *words, code=1).stderr
    assert (other / "letter.txt").read_text() == "Dear"
    said = server.command("show", "--server", server.url, "--bundle", str(other), code=1).stderr
    assert "cannot be read" in said
