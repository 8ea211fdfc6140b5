-- Links that show what is not published to everyone who has them.
CREATE TABLE preview_links (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    page_id      INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    -- The page's name when the link was created, which apps still send after it was renamed.
    slug         TEXT NOT NULL,
    -- The hash of the secret.
    secret       BLOB NOT NULL UNIQUE CHECK (length(secret) = 32),
    -- A revision or a planned release; neither for the draft.
    revision     INTEGER,
    release_id   INTEGER,
    -- The parameters of the client for which conditions are evaluated, and the instant.
    client       TEXT CHECK (client IS NULL OR json_valid(client) AND json_type(client) = 'object'),
    at           INTEGER,
    ends_at      INTEGER NOT NULL,
    label        TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    created_by   TEXT NOT NULL,
    revoked_at   INTEGER,
    revoked_by   TEXT,
    uses         INTEGER NOT NULL DEFAULT 0 CHECK (uses >= 0),
    last_used_at INTEGER,
    CHECK (revision IS NULL OR release_id IS NULL),
    CHECK ((revoked_at IS NULL) = (revoked_by IS NULL))
);
CREATE INDEX preview_links_page ON preview_links (page_id, id);
