-- Who changed each block last, releases that follow changes to live, and forgetting old revisions.

-- `since` is the number of the revision that put this version there. It is kept from tree to tree.
DROP TRIGGER placements_are_immutable;
ALTER TABLE placements ADD COLUMN since INTEGER NOT NULL DEFAULT 1 CHECK (since >= 1);
ALTER TABLE placements ADD COLUMN changed_by TEXT NOT NULL DEFAULT '';
ALTER TABLE placements ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;
UPDATE placements SET (since, changed_by, changed_at) = (
    SELECT r.number, r.created_by, r.created_at
    FROM placements AS same
    JOIN trees AS t ON t.id = same.tree_id
    JOIN revisions AS r ON r.page_id = t.page_id AND r.tree_id = t.id
    WHERE same.version_id = placements.version_id
    ORDER BY r.number LIMIT 1
) WHERE EXISTS (
    SELECT 1 FROM trees AS t JOIN revisions AS r ON r.page_id = t.page_id AND r.tree_id = t.id
    WHERE t.id = placements.tree_id
);
CREATE TRIGGER placements_are_immutable BEFORE UPDATE ON placements
BEGIN SELECT RAISE (ABORT, 'a placement never changes'); END;

-- A revision's blocks are all there when it is made.
CREATE TRIGGER placements_come_before_the_revision BEFORE INSERT ON placements
WHEN EXISTS (
    SELECT 1 FROM trees AS t JOIN revisions AS r ON r.page_id = t.page_id AND r.tree_id = t.id
    WHERE t.id = NEW.tree_id
)
BEGIN SELECT RAISE (ABORT, 'a tree never changes'); END;

-- A change to live is made in planned releases too: such a row is superseded by one with the changed revision.
-- `origin` is the id that the release had first, under which people know it and by which releases of one instant are
-- ordered; `base` is the revision that it was planned on top of, or last brought up to.
ALTER TABLE releases ADD COLUMN origin INTEGER;
ALTER TABLE releases ADD COLUMN base INTEGER;
ALTER TABLE releases ADD COLUMN superseded INTEGER NOT NULL DEFAULT 0 CHECK (superseded IN (0, 1));
DROP INDEX releases_live;
CREATE INDEX releases_live ON releases (page_id, at, coalesce(origin, id)) WHERE cancelled_at IS NULL;
CREATE INDEX releases_listed ON releases (page_id, at, coalesce(origin, id)) WHERE superseded = 0;
CREATE INDEX releases_origin ON releases (origin) WHERE origin IS NOT NULL;
DROP TRIGGER releases_are_only_cancelled;
CREATE TRIGGER releases_are_only_cancelled BEFORE UPDATE ON releases
WHEN OLD.cancelled_at IS NOT NULL OR NEW.cancelled_at IS NULL
  OR NEW.id <> OLD.id OR NEW.page_id <> OLD.page_id OR NEW.revision <> OLD.revision OR NEW.at <> OLD.at
  OR NEW.scheduled <> OLD.scheduled OR NEW.message <> OLD.message OR NEW.created_at <> OLD.created_at
  OR NEW.created_by <> OLD.created_by OR NEW.origin IS NOT OLD.origin OR NEW.base IS NOT OLD.base
BEGIN SELECT RAISE (ABORT, 'a release can only be cancelled'); END;
CREATE TRIGGER releases_follow_their_origin BEFORE INSERT ON releases
WHEN NEW.origin IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM releases WHERE id = NEW.origin AND page_id = NEW.page_id AND at = NEW.at AND scheduled = 1
)
BEGIN SELECT RAISE (ABORT, 'a release follows one of its page and instant'); END;

-- A revision's parent may be forgotten, nothing else of it.
DROP TRIGGER revisions_are_immutable;
CREATE TRIGGER revisions_are_immutable BEFORE UPDATE ON revisions
WHEN NEW.parent IS NOT NULL OR NEW.page_id <> OLD.page_id OR NEW.number <> OLD.number
  OR NEW.order_id <> OLD.order_id OR NEW.tree_id <> OLD.tree_id OR NEW.cause <> OLD.cause
  OR NEW.message <> OLD.message OR NEW.created_at <> OLD.created_at OR NEW.created_by <> OLD.created_by
BEGIN SELECT RAISE (ABORT, 'a revision never changes'); END;

-- What a page showed at some time includes takeovers that were cancelled while they were active.
DROP INDEX takeovers_page;
CREATE INDEX takeovers_page ON takeovers (page_id, begins_at);
CREATE TRIGGER takeovers_are_only_cancelled BEFORE UPDATE ON takeovers
WHEN OLD.cancelled_at IS NOT NULL OR NEW.cancelled_at IS NULL
  OR NEW.id <> OLD.id OR NEW.page_id <> OLD.page_id OR NEW.shown_page_id <> OLD.shown_page_id
  OR NEW.begins_at <> OLD.begins_at OR NEW.ends_at <> OLD.ends_at OR NEW.message <> OLD.message
  OR NEW.created_at <> OLD.created_at OR NEW.created_by <> OLD.created_by
BEGIN SELECT RAISE (ABORT, 'a takeover can only be cancelled'); END;

CREATE INDEX audit_action ON audit (action, id);
CREATE INDEX audit_time ON audit (at, id);

-- A block version's number is never used again, even after its page was deleted: answers in memory go by it.
CREATE TABLE new_block_versions (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    page_id    INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    block_code TEXT NOT NULL CHECK (length(block_code) BETWEEN 1 AND 128),
    show_type  TEXT NOT NULL CHECK (length(show_type) BETWEEN 1 AND 128),
    resource   TEXT NOT NULL CHECK (json_valid(resource) AND json_type(resource) = 'object'),
    hash       BLOB NOT NULL CHECK (length(hash) = 32),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    UNIQUE (page_id, hash),
    UNIQUE (id, block_code)
) STRICT;
INSERT INTO new_block_versions SELECT * FROM block_versions;
DROP TABLE block_versions;
ALTER TABLE new_block_versions RENAME TO block_versions;
CREATE TRIGGER block_versions_are_immutable BEFORE UPDATE ON block_versions
BEGIN SELECT RAISE (ABORT, 'a block version never changes'); END;
