-- Audiences that are defined once and used by name. Blocks that name one have its conditions beside the name.

CREATE TABLE audiences (
    name       TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 64 AND name NOT GLOB '*[^a-z0-9-]*'),
    title      TEXT NOT NULL CHECK (length(title) <= 200),
    -- The conditions, as in a block.
    conditions TEXT NOT NULL CHECK (json_valid(conditions) AND json_type(conditions) = 'object'),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    changed_by TEXT NOT NULL
) STRICT, WITHOUT ROWID;
