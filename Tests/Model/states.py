"""The state of a page in addition to its content, and the outcome of an operation."""

from dataclasses import dataclass, field

from edits import text
from merging import Content


@dataclass
class Release:
    at: int
    number: int
    content: Content
    # The content that it is based on; None for a change of live.
    base: Content = None
    cancelled: bool = False
    # The program's id; None until it is known.
    id: int = None


@dataclass
class Draft:
    content: Content
    # Its base: the live revision that it was created from or last merged with.
    base: Release
    conflicts: list = field(default_factory=list)


@dataclass
class Takeover:
    begin: int
    end: int
    cancelled: bool = False
    id: int = None


@dataclass
class Outcome:
    status: int
    # Conflicts by the target of the merge: "draft" or a release.
    carried: list = field(default_factory=list)
    # The created object that gets an id from the program.
    made: object = None
    # The conflicts that were open when a draft was published; None if there were none.
    published: list = None


def joined(older, newer):
    """Conflicts combined with later ones: each version of a value is listed once, with its latest counterpart."""

    def key(conflict):
        return conflict["blockCode"], conflict["pointer"], text(conflict.get("existing", "absent"))

    met = [key(conflict) for conflict in newer]
    return [conflict for conflict in older if key(conflict) not in met] + newer


def still_open(conflicts, op):
    """The conflicts of a draft that remain after a change of it."""
    if op["do"] == "order":
        return [conflict for conflict in conflicts if conflict["pointer"] != "/order"]
    return [one for one in conflicts if one["blockCode"] != op["code"] or one["pointer"] == "/order"]
