-- Audiences that are defined once and used by name. Blocks that name one have its conditions beside the name.

CREATE TABLE audiences (
    name       text COLLATE "C" PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 64 AND name !~ '[^a-z0-9-]'),
    title      text NOT NULL CHECK (length(title) <= 200),
    -- The conditions, as in a block.
    conditions json NOT NULL CHECK (json_typeof(conditions) = 'object'),
    created_at bigint NOT NULL,
    created_by text NOT NULL,
    changed_at bigint NOT NULL,
    changed_by text NOT NULL
);
