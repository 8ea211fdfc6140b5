"""Exports of pages with their pictures, in archives that other programs may have repacked."""

import io
import json
import os
import subprocess
import tarfile

import pytest

from harness import databases
from harness.pictures import gif, png
from harness.server import Server
from publishing import done
from test_pictures import PICTURES, add, identity, listed, upload, uploaded

FIRST, SECOND = png(90, 60, 3), gif()
DETAILS = {identity(FIRST): ("春茶 (1).png", "A cup of tea", ["spring", "茶"]), identity(SECOND): ("steam", "", [])}
FILES = {"page.json", "pictures.json", f"pictures/{identity(FIRST)}.png", f"pictures/{identity(SECOND)}.gif"}


@pytest.fixture(scope="module")
def exported(starter, tmp_path_factory):
    """The files of a page exported with two pictures."""
    (database, token), folder = starter, tmp_path_factory.mktemp("exported")
    server = Server(folder, token=token, database=databases.restored(database, folder))
    try:
        for content, kind in ((FIRST, "image/png"), (SECOND, "image/gif")):
            name, alt, tags = DETAILS[identity(content)]
            picture = uploaded(server, content, kind)
            done(server.api("PATCH", f"{PICTURES}/{picture['id']}", {"name": name, "alt": alt, "tags": tags}))
            done(add(server, f"shown-{picture['id'][:4]}", picture["url"], "live"), 201)
        server.command("export", "--page", "mall", "--with-pictures", "-o", str(folder / "mall.tar"))
    finally:
        server.kill()
    with tarfile.open(folder / "mall.tar") as archive:
        contents = {member.name: archive.extractfile(member).read() for member in archive}
    assert set(contents) == FILES
    return contents


def packed(path, entries, format_=tarfile.PAX_FORMAT):
    """Creates an archive of entries: names with bytes, or entries of `tarfile`."""
    with tarfile.open(path, "w", format=format_) as archive:
        for name, content in entries:
            entry = name if isinstance(name, tarfile.TarInfo) else tarfile.TarInfo(name)
            if content is not None:
                entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content) if content is not None else None)
    return str(path)


def details(server):
    return {picture["id"]: (picture["name"], picture["alt"], picture["tags"]) for picture in listed(server)}


def folder(name):
    entry = tarfile.TarInfo(name)
    entry.type, entry.mode = tarfile.DIRTYPE, 0o755
    return entry


def link(name, target, kind=tarfile.SYMTYPE):
    entry = tarfile.TarInfo(name)
    entry.type, entry.linkname = kind, target
    return entry


def repacked(exported):
    """The files of an export as packed by other programs: name, entries and format of each archive."""
    sorted_ = sorted(exported.items())
    yield "sorted", sorted_, tarfile.USTAR_FORMAT
    yield "reversed", sorted_[::-1], tarfile.GNU_FORMAT
    yield (
        "dots and folders",
        [(folder("./"), None), (folder("./pictures/"), None), *((f"./{name}", content) for name, content in sorted_)],
        tarfile.PAX_FORMAT,
    )
    yield (
        "within a folder",
        [(folder("mall"), None), *((f"mall/{name}", content) for name, content in sorted_)],
        tarfile.PAX_FORMAT,
    )
    long = "a folder with a long name/" * 8
    for format_ in (tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        yield "long names", [(f"{long}{name}", content) for name, content in sorted_[::-1]], format_
    yield "a prefix", [(f"{'b' * 90}/{name}", content) for name, content in sorted_], tarfile.USTAR_FORMAT
    extra = [
        (name, b"\0\5\x16\7")
        for name in (
            "._page.json",
            "./._pictures.json",
            "pictures/._a.png",
            "pictures/.DS_Store",
            ".DS_Store",
            "read me.txt",
            "pictures/old/a.txt",
        )
    ]
    yield "files of macOS", [*extra, *sorted_, *extra], tarfile.PAX_FORMAT
    yield "an older page before", [("page.json", b"{}"), ("pictures.json", b"[]"), *sorted_], tarfile.USTAR_FORMAT
    yield "a copy of the page deeper", [("old/page.json", b"{}"), *sorted_], tarfile.USTAR_FORMAT
    yield (
        "links elsewhere",
        [
            (link("latest", "page.json"), None),
            (link("a", "/etc/passwd", tarfile.LNKTYPE), None),
            (link("null", "", tarfile.CHRTYPE), None),
            *sorted_,
        ],
        tarfile.GNU_FORMAT,
    )


def test_archives_of_other_programs_are_accepted(exported, start, tmp_path):
    server = start()
    env = {"HOMEBLOCKS_SERVER": f"http://127.0.0.1:{server.port}", "HOMEBLOCKS_TOKEN": server.token}
    for number, (name, entries, format_) in enumerate(repacked(exported)):
        archive = packed(tmp_path / f"{number}.tar", entries, format_)
        output = server.command("import", archive, "--page", f"page{number}", env=env).stdout
        assert "2 pictures were imported" in output, (name, output)
        assert details(server) == DETAILS, name
        assert done(server.get(f"/homepage?page=page{number}")).body.count(b"/pictures/") >= 2
        done(server.api("DELETE", f"/api/pages/page{number}"))
        for picture in DETAILS:
            done(server.api("DELETE", f"{PICTURES}/{picture}"))


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(words.split(), id=words, marks=marks)
        for words, marks in (
            ("--format=gnu", ()),
            ("--format=posix --xattrs --acls", ()),
            ("--format=v7", pytest.mark.long),
            ("--format=oldgnu", pytest.mark.long),
            ("--format=ustar", pytest.mark.long),
            ("--format=posix", pytest.mark.long),
            ("--sort=name", pytest.mark.long),
            ("--blocking-factor=1", pytest.mark.long),
        )
    ],
)
def test_an_archive_repacked_by_tar_is_accepted(exported, start, tmp_path, words):
    files = tmp_path / "files"
    for name, content in exported.items():
        (files / name).parent.mkdir(parents=True, exist_ok=True)
        (files / name).write_bytes(content)
    subprocess.run(["tar", *words, "-cf", tmp_path / "again.tar", "-C", files, "."], check=True)
    server = start()
    server.command("import", str(tmp_path / "again.tar"), "--page", "mall")
    assert details(server) == DETAILS


def test_an_import_keeps_the_description_of_an_existing_picture(exported, start, tmp_path):
    server = start()
    archive = packed(tmp_path / "a.tar", sorted(exported.items()))
    own, bare = uploaded(server, FIRST, query="?name=mine"), uploaded(server, SECOND, "image/gif")
    done(server.api("PATCH", f"{PICTURES}/{own['id']}", {"alt": "My tea"}))
    assert bare["name"] == f"{bare['id'][:8]}.gif"
    for page in ("fair", "mall"):
        server.command("import", archive, "--page", page)
        assert details(server) == {own["id"]: ("mine", "My tea", []), bare["id"]: DETAILS[bare["id"]]}


def test_pictures_without_a_description_are_named_after_their_files(exported, start, tmp_path):
    first = f"pictures/{identity(FIRST)}.png"
    for number, described in enumerate(
        (None, b"[]", json.dumps([{"id": identity(FIRST), "name": "a\0b", "alt": None, "tags": "x"}, 5]).encode())
    ):
        entries = {name: content for name, content in exported.items() if name != "pictures.json"}
        entries["pictures/tea.png"] = entries.pop(first)
        if described is not None:
            entries["pictures.json"] = described
        server = start()
        server.command("import", packed(tmp_path / f"{number}.tar", entries.items()), "--page", "mall")
        assert details(server)[identity(FIRST)] == ("tea.png", "", []), described
        server.stop()


def test_a_hostile_archive_is_refused_and_changes_nothing(exported, start, tmp_path):
    secret = tmp_path / "secret.json"
    secret.write_text(exported["page.json"].decode())
    good = sorted(exported.items())
    without_page = [entry for entry in good if entry[0] != "page.json"]
    first = f"pictures/{identity(FIRST)}.png"
    without_first = [entry for entry in good if entry[0] != first]
    sparse = tarfile.TarInfo("page.json")
    sparse.pax_headers = {
        "GNU.sparse.major": "1",
        "GNU.sparse.minor": "0",
        "GNU.sparse.name": "page.json",
        "GNU.sparse.realsize": "9",
    }
    huge = tarfile.TarInfo("pictures/huge.png")
    huge.pax_headers = {"size": "99999999999999"}
    cases = {
        "no page": without_page,
        "has no page.": [("pictures/a.txt", b""), ("notpage.json", b"{}")],
        "several pages": [(f"{name}/page.json", exported["page.json"]) for name in "ab"],
        "page.json: this is a link": [*without_page, (link("page.json", str(secret)), None)],
        "page.json: this is a link ": [*without_page, (link("page.json", "pictures.json", tarfile.LNKTYPE), None)],
        "page.json: this is a link or": [*without_page, (link("page.json", "", tarfile.FIFOTYPE), None)],
        "page.json: this is a link  ": [*without_page, (sparse, exported["page.json"])],
        f"{first}: this is a link": [*without_first, (link(first, "/dev/zero"), None)],
        "pictures: this is a link": [("page.json", exported["page.json"]), (link("pictures", "/"), None)],
        "pictures.json: this is a link": [
            *(entry for entry in good if entry[0] != "pictures.json"),
            (link("pictures.json", "/etc/passwd"), None),
        ],
        "no page ": [*without_page, ("../page.json", exported["page.json"]), ("x/../page.json", exported["page.json"])],
        "is not JSON": [*without_page, ("page.json", b"{")],
        "not a JSON array": [*(entry for entry in good if entry[0] != "pictures.json"), ("pictures.json", b"{}")],
        "is damaged": [*good, (huge, b"abc")],
        "is not a JPEG": [*good, ("pictures/a.png", b"text")],
        "has a document after the picture": [*good, ("pictures/a.png", png() + b"<script>")],
    }
    server = start()
    for number, (words, entries) in enumerate(cases.items()):
        archive = packed(tmp_path / f"{number}.tar", entries)
        output = server.command("import", archive, "--page", "bad", code=1).stderr
        assert words.strip() in output, (words, output)
        assert server.get("/homepage?page=bad").status == 404
    for suffix, words in (("z", "compressed"), ("j", "compressed"), ("J", "compressed")):
        subprocess.run(["tar", f"-c{suffix}f", tmp_path / "packed.tar", "-C", tmp_path, "secret.json"], check=True)
        assert words in server.command("import", str(tmp_path / "packed.tar"), "--page", "bad", code=1).stderr
    assert os.path.exists(secret) and server.get("/homepage?page=bad").status == 404


def test_a_picture_in_an_archive_that_exceeds_a_limit_is_rejected(exported, start, tmp_path):
    server = start(HOMEBLOCKS_PICTURES_MAXIMUM_PICTURE_BYTES="2048")
    content = png(20, 20, chunks=[(b"teSt", b"\0" * 4096)])
    archive = packed(tmp_path / "a.tar", [*exported.items(), ("pictures/a.png", content)])
    assert "pictures.maximumPictureBytes" in server.command("import", archive, "--page", "bad", code=1).stderr
    assert upload(server, content).status == 413
