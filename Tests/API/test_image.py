"""The image: the Dockerfile, the licences of linked packages, and script/image with stubs for the engines."""

import json
import os
import re
import shutil
import subprocess

import pytest

from harness import PROGRAM, ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text()
# The programs that script/image runs in addition to engines.
TOOLS = ["bash", "basename", "date", "dirname", "env", "git", "sed", "tail", "uname"]


def lines(instruction):
    """The arguments of every occurrence of an instruction."""
    joined = re.sub(r"\\\n\s*", " ", DOCKERFILE)
    return re.findall(rf"^{instruction} +(.*)$", joined, re.MULTILINE)


def test_base_images_have_full_names():
    # Podman does not have a default registry.
    bases = [line.split()[0] for line in lines("FROM")]
    assert bases == ["docker.io/library/swift:6.3-bookworm", "docker.io/library/debian:bookworm-slim", "scratch"]


def test_the_build_is_cached_for_the_next_one():
    build = [line for line in lines("RUN") if "script/release" in line]
    assert len(build) == 1 and "--mount=type=cache,id=homeblocks-build,target=/src/.build" in build[0]
    # The cache must not be in the image.
    assert ".build" not in "".join(lines("COPY"))


def test_the_health_check_is_a_command_of_the_program_that_reads_its_settings():
    command = json.loads(lines("HEALTHCHECK")[0].partition("CMD ")[2])
    assert command == ["/app/homeblocks", "health"]
    help = subprocess.run([PROGRAM, *command[1:], "--help"], capture_output=True, text=True, timeout=20)
    assert help.returncode == 0 and "USAGE: homeblocks health" in help.stdout


def test_the_image_has_labels_and_an_ordinary_user():
    labels = dict(re.findall(r'org\.opencontainers\.image\.(\w+)="([^"]*)"', lines("LABEL")[0]))
    assert set(labels) == {"title", "description", "version", "revision", "created"} and all(labels.values())
    assert {f"${name}" for name in lines("ARG")} == {labels[name] for name in ("version", "revision", "created")}
    assert lines("USER") == ["10001:10001"]


def licences(folder, *words):
    return subprocess.run([ROOT / "script/helpers/licences", folder, *words], capture_output=True, text=True, timeout=120)


@pytest.mark.skipif(not shutil.which("swift"), reason="the licence of Swift is installed with its compiler")
def test_every_resolved_package_has_its_licence_in_the_image(tmp_path):
    # The build creates it, wherever the program of the tests comes from.
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    done = licences(tmp_path / "licences")
    assert done.returncode == 0, done.stderr
    names = {re.sub(r"\.git$", "", pin["location"].rsplit("/", 1)[1]) for pin in pins}
    assert {path.name for path in (tmp_path / "licences").iterdir()} == names | {"swift", "cldr", "icu"}
    for name in names | {"swift", "cldr"}:
        texts = [path for path in (tmp_path / "licences" / name).rglob("*") if path.name.lower().startswith("licen")]
        assert any(len(text.read_text()) > 500 for text in texts), name
    # Third-party code within a package.
    assert (tmp_path / "licences/swift-nio/Sources/CNIOLLHTTP/LICENSE").is_file()


def test_a_package_without_a_licence_fails_the_build(tmp_path):
    resolved, checkouts = tmp_path / "Package.resolved", tmp_path / "checkouts"
    pins = [{"location": f"https://example.com/{name}"} for name in ("free.git", "unknown")]
    resolved.write_text(json.dumps({"pins": pins}, indent=1))
    for path in ("free/LICENSE.txt", "unknown/NOTICE.txt", "unknown/Sources/License.swift", "unknown/Tests/x/LICENSE"):
        (checkouts / path).parent.mkdir(parents=True, exist_ok=True)
        (checkouts / path).write_text("a text")
    done = licences(tmp_path / "out", resolved, checkouts)
    assert done.returncode == 1 and "unknown without a licence" in done.stderr and "free" not in done.stderr
    resolved.write_text('{"pins": []}')
    assert "every package" in licences(tmp_path / "out", resolved, checkouts).stderr


@pytest.fixture
def image(tmp_path):
    """Runs script/image with stubs for engines, each a line of shell; they write their arguments to a file."""

    def run(*words, env=None, **engines):
        folder = tmp_path / "bin"
        folder.mkdir()
        for tool in TOOLS:
            (folder / tool).symlink_to(shutil.which(tool))
        for name, line in engines.items():
            (folder / name).write_text(f'#!/bin/sh\necho "{name} $*" >>{tmp_path}/said\n{line}\n')
            (folder / name).chmod(0o755)
        environment = {"PATH": str(folder)} | (env or {})
        done = subprocess.run([ROOT / "script/image", *words], env=environment, capture_output=True, text=True, timeout=60)
        said = tmp_path / "said"
        return done.returncode, done.stderr, said.read_text().splitlines() if said.exists() else []

    return run


def test_without_an_engine_it_explains_what_to_install_and_why_the_others_do_not_work(image):
    code, complaint, said = image(docker="echo Cannot connect to the daemon >&2; exit 1")
    assert code == 1 and said == ["docker info", "docker info"]
    assert "apt-get install podman" in complaint and "docker: Cannot connect to the daemon" in complaint
    assert "podman: is not installed" in complaint and "buildah: is not installed" in complaint


def test_podman_uses_the_image_format_with_health_checks(image):
    code, _, said = image(docker="exit 1", podman='test "$1" = info')
    build = [line for line in said if line.startswith("podman build")]
    # The stub builds nothing, so there is nothing to test.
    assert code == 1 and len(build) == 1
    version = re.search(r'version = "(.+)"', (ROOT / "Sources/HomeBlocksServer/ServerSettings.swift").read_text()).group(1)
    assert "--format docker" in build[0] and "--tag homeblocks" in build[0]
    assert f"VERSION={version}" in build[0] and re.search(r"CREATED=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", build[0])


def test_docker_uses_buildkit_and_no_format_option(image):
    code, _, said = image(docker='test "$1" = info || { echo "with $DOCKER_BUILDKIT"; exit 1; } >&2')
    assert code == 1 and len(said) == 2 and "--format" not in said[1]


def test_the_requested_engine_is_used(image):
    _, _, said = image(env={"ENGINE": "buildah", "IMAGE": "other"}, podman="exit 0", buildah="exit 1")
    assert len(said) == 1 and said[0].startswith("buildah build") and "--tag other" in said[0]


def test_another_platform_needs_an_emulator(image):
    other, needed = ("linux/arm64", "qemu-aarch64") if os.uname().machine == "x86_64" else ("linux/amd64", "qemu-x86_64")
    if os.path.exists(f"/proc/sys/fs/binfmt_misc/{needed}"):
        pytest.skip("this machine runs programs of the other platform")
    code, complaint, said = image(other, podman="exit 0")
    assert code == 1 and other in complaint and "qemu-user-static" in complaint
    assert not [line for line in said if "build" in line]


def test_an_unsupported_platform_is_rejected(image):
    code, complaint, said = image("linux/riscv64", podman="exit 0")
    assert code == 64 and "linux/amd64 or linux/arm64" in complaint and not said
