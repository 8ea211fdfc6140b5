"""Damage to a database file before a start: functions that damage a valid file."""

import os
import sqlite3
from dataclasses import dataclass
from typing import Callable


@dataclass(frozen=True)
class Damage:
    """A kind of damage to a file, and the expected error."""

    name: str
    happen: Callable
    # At least one of them must be in the message.
    words: tuple
    # Whether the content is intact, so that read-only commands may succeed.
    is_readable: bool = False
    # Whether the damage can be detected in a copy of the file in another folder.
    is_in_content: bool = True


def flip(file, offset, count=1):
    with open(file, "r+b") as opened:
        opened.seek(offset)
        there = opened.read(count)
        opened.seek(offset)
        opened.write(bytes(byte ^ 0x5A for byte in there))


def flip_name(file, chance):
    flip(file, chance.randrange(15), 1)


def flip_page_size(file, chance):
    flip(file, 16, 2)


def flip_page(file, chance):
    """Damages the header of the root page of a table or index. On page 1, it follows the file header."""
    connection = sqlite3.connect(f"{file.as_uri()}?immutable=1", uri=True)
    pages = [page for (page,) in connection.execute("SELECT rootpage FROM sqlite_schema WHERE rootpage > 0")]
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    page = chance.choice([1, *pages])
    flip(file, (page - 1) * size + (100 if page == 1 else 0), 8)


def shorten(part):
    def happen(file, chance):
        os.truncate(file, int(file.stat().st_size * part) // 4096 * 4096)

    return happen


def cut_within_a_page(file, chance):
    os.truncate(file, file.stat().st_size - chance.randrange(1, 4096))


def cut_within_the_header(file, chance):
    os.truncate(file, chance.randrange(1, 100))


def put_text(file, chance):
    file.write_text("Buy milk, bread and a new lamp for the hall.\n" * 300)


def execute(*statements):
    def happen(file, chance):
        connection = sqlite3.connect(file, isolation_level=None)
        for statement in statements:
            connection.execute(statement)
        connection.close()

    return happen


def write_protect(file, chance):
    file.chmod(0o400)


def write_protect_folder(file, chance):
    file.parent.chmod(0o500)


DAMAGES = [
    Damage("bytes flipped in the file's first words", flip_name, ("is not a SQLite database",)),
    Damage("the page size flipped", flip_page_size, ("is damaged", "is not a SQLite database")),
    Damage("a page's head flipped", flip_page, ("is damaged",)),
    Damage("truncated to half", shorten(0.5), ("is damaged",)),
    Damage("the last page missing", shorten(0.999), ("is damaged",)),
    Damage("truncated within a page", cut_within_a_page, ("is damaged",)),
    Damage("truncated within the header", cut_within_the_header, ("is damaged", "is not a SQLite database")),
    Damage("a text", put_text, ("is not a SQLite database",)),
    Damage("a newer version", execute("PRAGMA user_version = 999"), ("schema version 999",)),
    Damage(
        "another program's",
        execute("PRAGMA application_id = 77", "CREATE TABLE shopping (item)"),
        ("belongs to another program",),
    ),
    Damage("a read-only file", write_protect, ("cannot be written",), is_readable=True, is_in_content=False),
    Damage(
        "a read-only folder",
        write_protect_folder,
        ("is not writable by user", "cannot be written"),
        is_readable=True,
        is_in_content=False,
    ),
]
