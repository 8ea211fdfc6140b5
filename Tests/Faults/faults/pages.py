"""A page in the database."""

import json
import pathlib
import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True)
class Revision:
    number: int
    parent: int | None
    cause: str
    by: str
    tree: int
    order: list
    # The number of the revision that created the order.
    since: int


@dataclass(frozen=True)
class Line:
    """An entry of the audit log."""

    id: int
    actor: str
    action: str
    subject: str | None
    before: dict
    after: dict
    request: str


class Page:
    """Reads one page of a database that a server has open, or of a copy that is not open (`is_copy`)."""

    def __init__(self, database, page="music", is_copy=False):
        mode = "immutable=1" if is_copy else "mode=ro"
        self.connection = sqlite3.connect(f"{pathlib.Path(database).resolve().as_uri()}?{mode}", uri=True, timeout=20)
        self.slug = page
        # One snapshot for all reads.
        self.connection.execute("BEGIN")
        found = self.connection.execute("SELECT id FROM pages WHERE slug = ?", [page]).fetchone()
        if found is None:
            raise sqlite3.DatabaseError(f"it has no page {page}")
        (self.id,) = found

    def revisions(self, after):
        rows = self.connection.execute(
            """SELECT number, parent, cause, r.created_by, tree_id, codes, since
               FROM revisions AS r JOIN orders AS o ON o.id = r.order_id
               WHERE r.page_id = ? AND number > ? ORDER BY number""",
            [self.id, after],
        )
        return [Revision(*row[:5], json.loads(row[5]), row[6]) for row in rows]

    def audit(self, after):
        """The entries about the page."""
        rows = self.connection.execute(
            """SELECT id, actor, action, subject, before, after, request_id FROM audit
               WHERE page = ? AND outcome = 'done' AND id > ? ORDER BY id""",
            [self.slug, after],
        )
        return [Line(*row[:4], json.loads(row[4] or "{}"), json.loads(row[5] or "{}"), row[6]) for row in rows]

    def releases(self, after):
        """Revisions that were released immediately, in the order of their releases, with the releases' ids."""
        return self.connection.execute(
            "SELECT id, revision FROM releases WHERE page_id = ? AND scheduled = 0 AND id > ? ORDER BY id", [self.id, after]
        ).fetchall()

    def draft(self):
        """The revision of the draft and its base; None without a draft."""
        return self.connection.execute("SELECT revision, base FROM drafts WHERE page_id = ?", [self.id]).fetchone()

    def placements(self, tree):
        return dict(self.connection.execute("SELECT block_code, version_id FROM placements WHERE tree_id = ?", [tree]))

    def block(self, version):
        (text,) = self.connection.execute("SELECT resource FROM block_versions WHERE id = ?", [version]).fetchone()
        return json.loads(text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()
