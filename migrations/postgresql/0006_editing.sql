-- Takeovers are changed until they end.

ALTER TABLE takeovers ADD COLUMN changed_at bigint, ADD COLUMN changed_by text;

-- Whose page it is and who made it never change, and nothing does once it is cancelled.
DROP TRIGGER takeovers_are_only_cancelled ON takeovers;
CREATE TRIGGER takeovers_keep_their_origin BEFORE UPDATE ON takeovers FOR EACH ROW
WHEN (OLD.cancelled_at IS NOT NULL OR NEW.id <> OLD.id OR NEW.page_id <> OLD.page_id
    OR NEW.created_at <> OLD.created_at OR NEW.created_by <> OLD.created_by)
EXECUTE FUNCTION refuse_change('the page and the author of a takeover never change, and nothing does once it is cancelled');

-- What of each block version is found by searches: its texts, a line each, without case. The program fills it, for
-- versions of before at its start.
CREATE TABLE block_texts (
    version_id bigint PRIMARY KEY REFERENCES block_versions (id) ON DELETE CASCADE,
    text       text COLLATE "C" NOT NULL
);

-- The characters and pairs of characters of each text, as words.
CREATE TABLE block_grams (
    version_id bigint PRIMARY KEY REFERENCES block_texts (version_id) ON DELETE CASCADE,
    grams      text[] COLLATE "C" NOT NULL
);
CREATE INDEX block_grams_words ON block_grams USING gin (grams);

-- Who looks at which page, for all nodes. Nothing is lost with it.
CREATE UNLOGGED TABLE presence (
    page    text COLLATE "C" NOT NULL,
    id      text COLLATE "C" NOT NULL,
    name    text NOT NULL,
    block   text COLLATE "C",
    ends_at bigint NOT NULL,
    PRIMARY KEY (page, id)
);
