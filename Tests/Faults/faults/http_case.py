"""One case of Tests/Faults/http: the bytes to send, and the permitted responses."""

import re
from dataclasses import dataclass

from harness import ROOT

FOLDER = ROOT / "Tests/Faults/http"
# README.md explains the format of the files.
ESCAPE = re.compile(r"\\(?:\*(?P<times>\d+)\((?P<part>[^)]*)\)|x(?P<code>[0-9a-f]{2})|(?P<letter>.))")
LETTERS = {"r": "\r", "n": "\n", "t": "\t", "\\": "\\"}
# The responses to an incomplete request: a timeout, or the detected end.
CUT = ["408 close", "400 close", "close"]


@dataclass(frozen=True)
class Way:
    """Responses in order, and whether the server must close the connection after them. A response to HEAD is `200-`."""

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
        """The sequences that begin with the given responses."""
        return [way for way in self.ways if list(way.responses[: len(responses)]) == responses]

    def is_done(self, responses):
        """Whether the given responses are complete and the connection stays open."""
        return any(list(way.responses) == responses and not way.closes for way in self.ways)

    def allows(self, responses, closed, half):
        """Whether the responses are permitted. After a half-close, the server closes the connection in any case."""
        return any(list(way.responses) == responses and (half or way.closes == closed) for way in self.ways)


def cases():
    """All cases, ordered by name."""
    found = {}
    for file in FOLDER.glob("*.txt"):
        for text in ("\n" + file.read_text()).split("\n= ")[1:]:
            title, *lines = text.splitlines()
            name, _, ways = title.partition(": ")
            if name in found or not name.startswith(f"{file.stem}-"):
                raise ValueError(f"{file.name} has {name}, which is a duplicate or belongs to another file")
            data = unescape("".join(line[2:] for line in lines)).encode("latin-1")
            found[name] = Case(name, data, tuple(way for text in ways.split(" | ") for way in Way.read(text)))
    return [found[name] for name in sorted(found)]


def unescape(text):
    return ESCAPE.sub(
        lambda match: (
            unescape(match["part"]) * int(match["times"])
            if match["times"]
            else chr(int(match["code"], 16))
            if match["code"]
            else LETTERS[match["letter"]]
        ),
        text,
    )
