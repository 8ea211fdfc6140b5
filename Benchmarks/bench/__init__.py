"""What `script/bench` runs: both sides of each measure in alternation, and what comes of it."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Failure(Exception):
    """Something could not be measured, or the two sides do not do the same."""
