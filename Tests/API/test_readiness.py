"""Readiness on a full disk."""

import errno
import pathlib
import shutil
import subprocess

import pytest

from harness import eventually
from publishing import done


@pytest.fixture
def disk(tmp_path):
    """A folder on its own disk."""
    folder = tmp_path / "disk"
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", str(folder)]
    try:
        mounted = subprocess.run(words, capture_output=True).returncode == 0
    except FileNotFoundError:
        mounted = False
    if not mounted:
        pytest.skip("this user may not mount a disk")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder):
    with open(folder / "filler", "wb", buffering=0) as filler:
        try:
            while True:
                filler.write(bytes(4096))
        except OSError as error:
            assert error.errno == errno.ENOSPC


def test_readiness_reports_a_full_disk_and_recovers_with_free_space(server, disk):
    server.stop()
    shutil.copy(server.database, disk / "pages.sqlite")
    server.database = str(disk / "pages.sqlite")
    server.start()
    assert server.get("/readyz").status == 200
    # The log file of the database has free space, which a change can use on a full disk.
    done(server.sort({"moves": [{"block": server.order()[1], "to": "start"}]}))
    fill(disk)
    eventually(lambda: server.get("/readyz").status == 503)
    response = server.get("/readyz")
    assert "The disk is full" in response.json["detail"] and response.headers["Retry-After"] == "5"
    assert str(disk) not in response.body.decode()
    assert "\nhomeblocks_ready 0\n" in server.get("/metrics").body.decode()
    assert server.get("/homepage").status == 200 and server.get("/healthz").status == 200

    (disk / "filler").unlink()
    eventually(lambda: server.get("/readyz").status == 200)
    done(server.sort({"moves": [{"block": server.order()[1], "to": "start"}]}))
    assert {path.name for path in pathlib.Path(disk).iterdir()} <= {f"pages.sqlite{end}" for end in ("", "-wal", "-shm")}
