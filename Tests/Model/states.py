"""What a page has in addition to its content, and the result of an operation."""

from dataclasses import dataclass, field

from edits import text
from merging import Content


@dataclass
class Release:
    at: int
    number: int
    content: Content
    # What it was planned on; a change of live has none.
    base: Content = None
    cancelled: bool = False
    # The id that the program gave it; None until it is known.
    id: int = None


@dataclass
class Draft:
    content: Content
    # Its base: the live revision that it was made from or last merged with.
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
    # Conflicts by where the change was merged: "draft" or a release.
    carried: list = field(default_factory=list)
    # What it created that the program gives an id.
    made: object = None
    # The conflicts that were open when a draft was published; None: none was.
    published: list = None


def joined(older, newer):
    """Conflicts with later ones: the same version of the same thing is listed once, with its latest counterpart."""
    def key(conflict):
        return conflict["blockCode"], conflict["pointer"], text(conflict.get("existing", "absent"))

    met = [key(conflict) for conflict in newer]
    return [conflict for conflict in older if key(conflict) not in met] + newer


def still_open(conflicts, op):
    """The conflicts of a draft that a change of it does not end."""
    if op["do"] == "order":
        return [conflict for conflict in conflicts if conflict["pointer"] != "/order"]
    return [one for one in conflicts if one["blockCode"] != op["code"] or one["pointer"] == "/order"]
