"""The packages that are shipped, each with the address that scanners know it by."""

import dataclasses
import email
import json
import os
import re
import shutil
import subprocess
import sys
import urllib.parse


@dataclasses.dataclass(frozen=True)
class Package:
    name: str
    version: str
    purl: str


def swift(project, root):
    """The packages of Swift as an image tells of them, otherwise those that are used here."""
    kept = root / "usr/share/homeblocks/Package.resolved" if root else None
    pins = json.loads((kept if kept and kept.exists() else project / "Package.resolved").read_text())["pins"]
    found = []
    for pin in pins:
        # Some are used at a commit, without a version.
        version = pin["state"].get("version") or pin["state"]["revision"]
        place = re.sub(r"^(https?://|git@)|\.git$", "", pin["location"]).replace(":", "/")
        found.append(Package(pin["identity"], version, f"pkg:swift/{place}@{version}"))
    return found


def toolchain(project):
    """Its libraries are part of the program."""
    version = re.search(r"^FROM docker\.io/library/swift:([\d.]+)", (project / "Dockerfile").read_text(), re.MULTILINE).group(1)
    return [Package("swift", version, f"pkg:generic/swift@{version}")]


def fields(text):
    return {name: value for name, value in email.message_from_string(text).items()}


def status_files(root):
    return sorted((root / "var/lib/dpkg/status.d").glob("*"))


def release(root):
    """Which Debian it is, such as 12."""
    return re.search(r'^VERSION_ID="?(\d+)', (root / "etc/os-release").read_text(), re.MULTILINE).group(1)


def debian(root):
    found, quote = [], urllib.parse.quote
    for about in (fields(file.read_text()) for file in status_files(root)):
        name, version = about["Package"], about["Version"]
        # Faults are reported for sources: "openssl", or with a version of its own "gcc-12 (12.2.0-14)".
        source = about.get("Source", name).replace(" (", "@").rstrip(")")
        if "@" not in source:
            source += "@" + version
        words = {"arch": about["Architecture"], "distro": f"debian-{release(root)}", "upstream": source}
        address = f"pkg:deb/debian/{quote(name)}@{quote(version)}?{urllib.parse.urlencode(words)}"
        found.append(Package(name, version, address))
    return found


def copy_of_image(image, folder):
    """What an image tells of its packages, copied out of a container that is never started."""
    engine = os.environ.get("ENGINE") or shutil.which("podman") or shutil.which("docker")
    if not engine:
        sys.exit("scan: neither podman nor docker is installed")
    container = subprocess.run([engine, "create", image], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    try:
        for path in ("var/lib/dpkg", "etc", "usr/share/homeblocks"):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            words = [engine, "cp", f"{container}:/{path}", str(folder / path)]
            if subprocess.run(words, stdout=subprocess.DEVNULL).returncode != 0:
                sys.exit(f"scan: {image} does not tell of its packages; was it built by this Dockerfile?")
    finally:
        subprocess.run([engine, "rm", "--volumes", container], check=True, stdout=subprocess.DEVNULL)
    return folder
