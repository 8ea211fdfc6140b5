-- Takeovers are changed until they end.

ALTER TABLE takeovers ADD COLUMN changed_at INTEGER;
ALTER TABLE takeovers ADD COLUMN changed_by TEXT;

-- Whose page it is and who made it never change, and nothing does once it is cancelled.
DROP TRIGGER takeovers_are_only_cancelled;
CREATE TRIGGER takeovers_keep_their_origin BEFORE UPDATE ON takeovers
WHEN OLD.cancelled_at IS NOT NULL OR NEW.id <> OLD.id OR NEW.page_id <> OLD.page_id
  OR NEW.created_at <> OLD.created_at OR NEW.created_by <> OLD.created_by
BEGIN SELECT RAISE (ABORT, 'the page and the author of a takeover never change, and nothing does once it is cancelled'); END;

CREATE TRIGGER changed_takeovers_do_not_overlap BEFORE UPDATE ON takeovers
WHEN NEW.cancelled_at IS NULL
BEGIN
    SELECT RAISE (ABORT, 'takeovers of a page must not overlap')
    FROM takeovers
    WHERE page_id = NEW.page_id AND id <> NEW.id AND cancelled_at IS NULL
      AND begins_at < NEW.ends_at AND NEW.begins_at < ends_at;
END;

-- What of each block version is found by searches: its texts, a line each, without case. The program fills it, for
-- versions of before at its start.
CREATE TABLE block_texts (
    version_id INTEGER PRIMARY KEY REFERENCES block_versions (id) ON DELETE CASCADE,
    text       TEXT NOT NULL
) STRICT;

-- The characters and pairs of characters of each text, as words.
CREATE VIRTUAL TABLE block_grams USING fts5 (grams, tokenize = 'ascii', detail = 'none', columnsize = 0);

CREATE TRIGGER block_texts_have_their_grams AFTER DELETE ON block_texts
BEGIN DELETE FROM block_grams WHERE rowid = OLD.version_id; END;
