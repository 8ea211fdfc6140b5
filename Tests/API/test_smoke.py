"""The smoke test of the shipped files, with the same program as the other tests."""

import shutil
import subprocess

import pytest

from harness import PROGRAM, ROOT

pytestmark = pytest.mark.timeout(300)
CONFINED = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"]


@pytest.fixture(autouse=True)
def bubblewrap():
    """Skips the test where a program cannot be confined, for example in a container."""
    if not shutil.which("bwrap") or subprocess.run(CONFINED, capture_output=True, timeout=20).returncode != 0:
        pytest.skip("bubblewrap cannot confine programs on this machine")


def smoke(program):
    return subprocess.run([ROOT / "script/smoke", program], capture_output=True, text=True, timeout=180)


def test_the_program_works_as_shipped_with_a_read_only_root_and_as_an_ordinary_user():
    done = smoke(PROGRAM)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("smoke: all checks passed\n")


def test_smoke_fails_for_a_program_that_does_not_listen():
    done = smoke("/usr/bin/true")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "it ended before it listened" in done.stderr
