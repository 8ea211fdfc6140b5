-- Conflicts of drafts, sizes of block versions, and releases that a wrong clock dated ahead.

-- Where what became live met the draft's own changes: a list of conflicts as the API returns them.
ALTER TABLE drafts ADD COLUMN conflicts TEXT NOT NULL DEFAULT '[]'
    CHECK (json_valid(conflicts) AND json_type(conflicts) = 'array');

-- How many bytes a version has in a page's export, for the limit of a page's size. Earlier versions count as stored.
DROP TRIGGER block_versions_are_immutable;
ALTER TABLE block_versions ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0);
UPDATE block_versions SET bytes = length(CAST(resource AS BLOB));
CREATE TRIGGER block_versions_are_immutable BEFORE UPDATE ON block_versions
BEGIN SELECT RAISE (ABORT, 'a block version never changes'); END;

-- A release that took effect when it was made can be dated back to the present, if the clock was ahead when it was made.
-- Nothing else of it changes.
DROP TRIGGER releases_are_only_cancelled;
CREATE TRIGGER releases_are_only_cancelled_or_dated_back BEFORE UPDATE ON releases
WHEN NEW.id <> OLD.id OR NEW.page_id <> OLD.page_id OR NEW.revision <> OLD.revision
  OR NEW.scheduled <> OLD.scheduled OR NEW.message <> OLD.message OR NEW.created_at > OLD.created_at
  OR NEW.created_by <> OLD.created_by OR NEW.origin IS NOT OLD.origin OR NEW.base IS NOT OLD.base
  OR NOT (
    -- cancelled
    NEW.at = OLD.at AND NEW.created_at = OLD.created_at
        AND OLD.cancelled_at IS NULL AND NEW.cancelled_at IS NOT NULL
    -- dated back, at most to a minute ago
    OR NEW.at < OLD.at AND NEW.at >= (CAST(strftime('%s', 'now') AS INTEGER) - 60) * 1000 AND OLD.scheduled = 0
        AND NEW.cancelled_at IS OLD.cancelled_at
  )
BEGIN SELECT RAISE (ABORT, 'a release can only be cancelled or dated back'); END;
