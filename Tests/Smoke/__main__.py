"""The command line of `script/smoke`."""

import argparse
import secrets
import signal
import subprocess
import sys

from checks import Checks
from failure import Failure
from image import Image
from program import Program


def arguments():
    words, options = sys.argv[1:], []
    if "--" in words:
        words, options = words[: words.index("--")], words[words.index("--") + 1 :]
    parser = argparse.ArgumentParser(prog="script/smoke", description="Tests the server as shipped.")
    parser.add_argument("program", nargs="?", help="a built program; by default a release build")
    parser.add_argument("--root", help="the root of an image as a folder")
    parser.add_argument("--image", help="the name of an image; arguments after -- are passed to the engine's run")
    given = parser.parse_args(words)
    if sum(map(bool, (given.program, given.root, given.image))) != 1:
        parser.error("name one of a program, a root and an image")
    return given, options


def main():
    given, options = arguments()
    # Even if it is terminated, it stops the processes that it started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    token = secrets.token_hex(24)
    shipped = Image(given.image, options, token) if given.image else Program(token, given.program, given.root)
    try:
        with shipped:
            Checks(shipped, token).run()
    except (Failure, OSError, subprocess.SubprocessError) as failure:
        print(f"{shipped.log[-3000:]}\nsmoke: {failure}", file=sys.stderr)
        sys.exit(1)
    print("smoke: all checks passed")


main()
