"""Starts the machine's Chromium for the console's tests and script/pictures."""

import os
import shutil

# The headless shell needs half the time for a test.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def launch(playwright, *arguments):
    """Starts the first Chromium that is in PATH."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if not program:
        raise FileNotFoundError("no Chromium in PATH: script/bootstrap --test installs it")
    # Chromium has no sandbox for root.
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return playwright.chromium.launch(executable_path=program, args=[*arguments, *sandbox])
