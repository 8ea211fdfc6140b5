"""The Chromium of the machine, as the console's tests and script/pictures start it."""

import os
import shutil

# Without the windows that a browser has, a test takes half the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def launch(playwright, *arguments):
    """Starts the first Chromium that is in PATH."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if not program:
        raise FileNotFoundError("no Chromium in PATH: script/bootstrap --test installs it")
    # Chromium has no sandbox for root.
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return playwright.chromium.launch(executable_path=program, args=[*arguments, *sandbox])
