"""The software bill of materials, and the evaluation of the scanners' output, with stubs for the scanners."""

import json
import subprocess
import sys

import pytest

from harness import ROOT

PINS = {
    "version": 3,
    "pins": [
        {
            "identity": "swift-nio",
            "location": "https://github.com/apple/swift-nio.git",
            "state": {"version": "2.101.2", "revision": "a"},
        },
        {
            "identity": "at-a-commit",
            "location": "https://github.com/some/at-a-commit",
            "state": {"branch": "main", "revision": "0f"},
        },
    ],
}
GCC = "Package: libstdc++6\nArchitecture: amd64\nSource: gcc-12 (12.2.0-14)\nVersion: 12.2.0-14+b1\n"


@pytest.fixture
def root(tmp_path):
    """The metadata of an image."""
    files = {
        "usr/share/homeblocks/Package.resolved": json.dumps(PINS),
        "etc/os-release": 'ID=debian\nVERSION_ID="12"\n',
        "var/lib/dpkg/status.d/libstdc++6": GCC + "Description: a library\n with a second line\n",
    }
    for name, text in files.items():
        path = tmp_path / "root" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "root"


def scan(root, **stand_ins):
    """Runs the scan with only stubs installed, each a line of shell; returns exit code, output and bill."""
    folder = root.parent / "bin"
    folder.mkdir()
    for name, line in stand_ins.items():
        (folder / name.replace("_", "-")).write_text("#!/bin/sh\n" + line + "\n")
        (folder / name.replace("_", "-")).chmod(0o755)
    bill = root.parent / "bill.cdx.json"
    # Not through script/scan, which would resolve the Swift packages.
    command = [sys.executable, ROOT / "deploy/scan", "--root", root, "--output", bill]
    environment = {"PATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr, json.loads(bill.read_text())


def test_the_bill_of_materials_has_the_packages_of_the_image_in_the_scanners_format(root):
    _, _, bill = scan(root)
    addresses = [part.get("purl") for part in bill["components"]]
    assert addresses[1:] == [
        "pkg:swift/github.com/apple/swift-nio@2.101.2",
        "pkg:swift/github.com/some/at-a-commit@0f",
        "pkg:deb/debian/libstdc%2B%2B6@12.2.0-14%2Bb1?arch=amd64&distro=debian-12&upstream=gcc-12%4012.2.0-14",
        None,
    ]
    assert bill["components"][0]["name"] == "swift"
    system = bill["components"][-1]
    assert (system["type"], system["name"], system["version"]) == ("operating-system", "debian", "12")


def test_without_scanners_the_output_says_that_nothing_was_scanned(root):
    code, said, _ = scan(root)
    assert code == 2 and "Swift: NOT scanned" in said and "Debian: NOT scanned" in said, said


def test_a_finding_exits_with_1(root):
    code, said, _ = scan(root, grype="exit 2", debsecan="exit 0")
    assert code == 1 and "Swift: scanned by grype" in said and "Debian: scanned by grype, debsecan" in said, said


def test_a_scanner_for_debian_without_its_data_does_not_count(root):
    code, said, _ = scan(root, debsecan="echo cannot download >&2; exit 1")
    assert code == 2 and "Debian: NOT scanned" in said, said


def test_debsecan_gets_the_packages_of_the_image_and_its_output_is_a_finding(root):
    reader = 'while [ "$1" != --status ]; do shift; done; read -r line < "$2"; echo "CVE: $line"'
    code, said, _ = scan(root, debsecan=reader)
    assert code == 1 and "CVE: Package: libstdc++6" in said, said
