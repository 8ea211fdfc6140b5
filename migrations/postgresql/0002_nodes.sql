-- The id of the transaction that added a line, by which a program tells its own lines from those of others.
ALTER TABLE audit ADD COLUMN commit_id uuid;
ALTER TABLE audit ALTER COLUMN commit_id SET DEFAULT CAST(nullif(current_setting('homeblocks.commit', true), '') AS uuid);

-- Programs that serve the pages now. Each confirms its row every second; times are of the database's clock.
CREATE TABLE nodes (
    id         uuid PRIMARY KEY,
    name       text NOT NULL,
    version    text NOT NULL,
    -- The hash of its layouts.
    layouts    text NOT NULL,
    started_at bigint NOT NULL,
    seen_at    bigint NOT NULL,
    -- The last line of the audit log that it has read.
    last_line  bigint NOT NULL
);

-- Attempts that are limited, such as those to sign in. A key is the hash of who tries what.
CREATE TABLE attempts (
    key     bytea PRIMARY KEY CHECK (length(key) = 32),
    count   bigint NOT NULL CHECK (count >= 1),
    -- From then on none of them counts.
    ends_at bigint NOT NULL
);
CREATE INDEX attempts_end ON attempts (ends_at);

-- The link that makes the first operator: only its hash, and only the last one.
CREATE TABLE set_up_link (
    secret      bytea NOT NULL CHECK (length(secret) = 32),
    ends_at     bigint NOT NULL,
    is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row)
);
