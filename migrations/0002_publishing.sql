-- Who changed each block last, releases that follow changes to live, and forgetting old revisions.

-- `since` is the number of the revision that put this version there. It is kept from tree to tree.
DROP TRIGGER placements_are_immutable;
ALTER TABLE placements ADD COLUMN since INTEGER NOT NULL DEFAULT 1 CHECK (since >= 1);
ALTER TABLE placements ADD COLUMN changed_by TEXT NOT NULL DEFAULT '';
ALTER TABLE placements ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;
UPDATE placements SET (since, changed_by, changed_at) = (
    SELECT r.number, r.created_by, r.created_at
    FROM placements AS same JOIN revisions AS r ON r.tree_id = same.tree_id
    WHERE same.version_id = placements.version_id
    ORDER BY r.number LIMIT 1
) WHERE EXISTS (SELECT 1 FROM revisions WHERE revisions.tree_id = placements.tree_id);
CREATE TRIGGER placements_are_immutable BEFORE UPDATE ON placements
BEGIN SELECT RAISE (ABORT, 'a placement never changes'); END;

-- A change to live is made in pending releases too: such a release is cancelled and made again with the changed
-- revision. `origin` is the id that it had first, under which people know it.
ALTER TABLE releases ADD COLUMN origin INTEGER;
CREATE INDEX releases_origin ON releases (origin) WHERE origin IS NOT NULL;
CREATE INDEX releases_page ON releases (page_id, at, id);
DROP TRIGGER releases_are_only_cancelled;
CREATE TRIGGER releases_are_only_cancelled BEFORE UPDATE ON releases
WHEN OLD.cancelled_at IS NOT NULL OR NEW.cancelled_at IS NULL
  OR NEW.id <> OLD.id OR NEW.page_id <> OLD.page_id OR NEW.revision <> OLD.revision OR NEW.at <> OLD.at
  OR NEW.scheduled <> OLD.scheduled OR NEW.message <> OLD.message OR NEW.created_at <> OLD.created_at
  OR NEW.created_by <> OLD.created_by OR NEW.origin IS NOT OLD.origin
BEGIN SELECT RAISE (ABORT, 'a release can only be cancelled'); END;

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

CREATE INDEX audit_action ON audit (action, id);
CREATE INDEX audit_time ON audit (at);
