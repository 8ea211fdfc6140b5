"""One case of Tests/Faults/http: bytes that are sent, and the permitted responses."""

import json
from dataclasses import dataclass

from harness import ROOT

FOLDER = ROOT / "Tests/Faults/http"
# A request that never becomes whole: time is up, or its end is noticed.
CUT = ["408 close", "400 close", "close"]


@dataclass(frozen=True)
class Way:
    """Responses in their order, and whether the server must close after them. The response to a HEAD is `200-`."""

    responses: tuple[str, ...]
    closes: bool

    @staticmethod
    def read(text):
        words = text.split()
        if words[-1] == "cut":
            return [way for end in CUT for way in Way.read(" ".join(words[:-1] + [end]))]
        closes = words[-1] == "close"
        return [Way(tuple(words[:-1] if closes else words), closes)]


@dataclass(frozen=True)
class Case:
    name: str
    data: bytes
    ways: tuple[Way, ...]

    def after(self, responses):
        """The sequences that begin with some responses."""
        return [way for way in self.ways if list(way.responses[:len(responses)]) == responses]

    def is_done(self, responses):
        """Whether more responses are permitted after some."""
        return any(list(way.responses) == responses and not way.closes for way in self.ways)

    def allows(self, responses, closed, half):
        """Whether that may be all. A client that half-closes gets the end in any case."""
        return any(
            list(way.responses) == responses and (half or way.closes == closed) for way in self.ways)


def cases():
    """In the order of their names; every file has its line in the table, and every line its file."""
    table = json.loads((FOLDER / "expected.json").read_text())
    files = {file.stem: file for file in FOLDER.glob("*.http")}
    if files.keys() != table.keys():
        raise ValueError(f"these have no file or no line: {sorted(files.keys() ^ table.keys())}")
    return [
        Case(name, files[name].read_bytes(), tuple(way for text in ways.split(" | ") for way in Way.read(text)))
        for name, ways in sorted(table.items())
    ]
