-- Feeds: lists of other services that fill sections with cards, with the last good list of each.

CREATE TABLE feeds (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    name          TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 64 AND name NOT GLOB '*[^a-z0-9-]*'),
    definition    TEXT NOT NULL CHECK (json_valid(definition) AND json_type(definition) = 'object'),
    -- Rises with each change of the definition.
    revision      INTEGER NOT NULL CHECK (revision >= 1),
    changed_at    INTEGER NOT NULL,
    changed_by    TEXT NOT NULL,
    -- Rises whenever another list is shown; programs follow it. It begins with the time.
    version       INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0),
    -- The upstream's ETag of the list, and the hash of the layouts that it was mapped with.
    etag          TEXT,
    layouts       TEXT,
    card_count    INTEGER,
    listed_at     INTEGER,
    confirmed_at  INTEGER,
    -- Requests in a row that failed, and why the last one did.
    failures      INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
    problem       TEXT NOT NULL DEFAULT '',
    due_at        INTEGER NOT NULL,
    -- The attempt that requests it now, and until when others leave it alone.
    claim         TEXT,
    claimed_until INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX feeds_due ON feeds (due_at);

-- The cards of the last good list.
CREATE TABLE feed_lists (
    feed_id INTEGER PRIMARY KEY REFERENCES feeds (id) ON DELETE CASCADE,
    hash    BLOB NOT NULL CHECK (length(hash) = 32),
    cards   TEXT NOT NULL CHECK (json_valid(cards) AND json_type(cards) = 'array')
);

-- What came of each request, the newest lines of each feed.
CREATE TABLE feed_log (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    feed_id      INTEGER NOT NULL REFERENCES feeds (id) ON DELETE CASCADE,
    at           INTEGER NOT NULL,
    outcome      TEXT NOT NULL CHECK (outcome IN ('updated', 'unchanged', 'refused', 'failed')),
    status       INTEGER,
    cards        INTEGER,
    faults       TEXT NOT NULL CHECK (json_valid(faults) AND json_type(faults) = 'array'),
    fault_count  INTEGER NOT NULL,
    problem      TEXT NOT NULL,
    milliseconds INTEGER NOT NULL,
    requested_by TEXT
);
CREATE INDEX feed_log_feed ON feed_log (feed_id, id);
