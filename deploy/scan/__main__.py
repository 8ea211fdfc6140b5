"""The command line of `script/scan`."""

import argparse
import pathlib
import sys
import tempfile

import bill
import packages
import scanners

PROJECT = pathlib.Path(__file__).resolve().parents[2]


def arguments():
    parser = argparse.ArgumentParser(prog="script/scan", description="Lists what is shipped, and has it scanned.")
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--image", help="an image whose packages are listed, too")
    place.add_argument("--root", type=pathlib.Path, help="the same for a folder that script/helpers/rootfs made")
    parser.add_argument(
        "--output",
        type=pathlib.Path,
        default=PROJECT / ".build/homeblocks.cdx.json",
        help="the bill of materials; scanners know it by its ending .cdx.json",
    )
    return parser.parse_args()


def main():
    given = arguments()
    with tempfile.TemporaryDirectory(prefix="homeblocks-scan-") as folder:
        folder = pathlib.Path(folder)
        root = packages.copy_of_image(given.image, folder / "root") if given.image else given.root
        listed = packages.toolchain(PROJECT) + packages.swift(PROJECT, root)
        system = packages.debian(root) if root else []
        given.output.parent.mkdir(parents=True, exist_ok=True)
        bill.write(given.output, listed, system, packages.release(root) if root else None)
        print(f"{given.output}: {len(listed)} of Swift, {len(system)} of Debian")
        if not root:
            print("Debian: no image was named (--image, --root), so its packages are not listed")
        found, missing = scanners.run(given.output, root, system, PROJECT, folder)
    sys.exit(1 if found else 2 if missing else 0)


main()
