"""Uploads of pictures while the disk is full."""

import pathlib
import random
import shutil

from harness import eventually
from harness.pictures import jpeg, png
from publishing import done, refused
from test_pictures import PICTURES, add, identity, listed, upload, uploaded
from test_readiness import disk, fill  # noqa: F401


def photo(size, seed):
    """A photo of about this many bytes that file systems cannot compress."""
    return jpeg(1080, 420, random.Random(seed).randbytes(size).replace(b"\xff", b"\x00"))


def test_an_upload_on_a_full_disk_is_rejected_and_leaves_no_data(server, disk):
    server.stop()
    shutil.copy(server.database, disk / "pages.sqlite")
    server.database = str(disk / "pages.sqlite")
    server.start()
    kept = uploaded(server, png(200, 200))
    done(add(server, "shown", kept["url"], "live"), 201)
    before = server.api("GET", PICTURES).data
    content = photo(3 << 20, 7)
    fill(disk)

    for _ in range(3):
        response = upload(server, content, "image/jpeg")
        problem = refused(response, 503, kind="unavailable")
        assert "The disk is full" in problem["detail"] and response.headers["Retry-After"] == "5"
        assert str(disk) not in response.body.decode()
    assert server.api("GET", PICTURES).data == before
    refused(server.get(f"/pictures/{identity(content)}.jpg"), 404)
    # Reads still work, also of pictures that were not read before.
    assert done(server.get(kept["url"])).body == png(200, 200)
    assert done(server.get(kept["url"], {"Range": "bytes=0-7"}), 206).body == png(200, 200)[:8]
    assert kept["url"] in done(server.get("/homepage?page=mall")).body.decode()
    done(server.get("/homepage/blocks/shown?page=mall"))

    (disk / "filler").unlink()
    eventually(lambda: server.get("/readyz").status == 200)
    picture = done(upload(server, content, "image/jpeg"), 201).data
    assert done(server.get(picture["url"])).body == content
    assert [one["id"] for one in listed(server)] == [picture["id"], kept["id"]]
    assert done(server.api("GET", PICTURES)).data["usage"]["bytes"] == len(content) + len(png(200, 200))


def test_a_disk_that_becomes_full_during_uploads_loses_no_accepted_picture(server, disk):
    server.stop()
    shutil.copy(server.database, disk / "pages.sqlite")
    server.database = str(disk / "pages.sqlite")
    server.start()
    taken, refusals = {}, 0
    for seed in range(40):
        content = photo(1 << 20, seed)
        response = upload(server, content, "image/jpeg")
        if response.status == 201:
            taken[response.data["url"]] = content
        else:
            refused(response, 503, kind="unavailable")
            refusals += 1
    assert len(taken) > 2 and refusals > 2
    assert {one["url"] for one in listed(server)} == set(taken)
    server.kill()
    # The start needs space on the disk, because the log is written into the database file.
    larger = pathlib.Path(disk).parent / "larger"
    larger.mkdir()
    for file in disk.iterdir():
        shutil.copy(file, larger / file.name)
    server.database = str(larger / "pages.sqlite")
    server.start()
    for url, content in taken.items():
        assert done(server.get(url)).body == content
