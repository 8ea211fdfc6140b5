-- Operators who are signed in. A session is over when its row is gone, its time has come, or its operator is gone.

CREATE TABLE sessions (
    -- The SHA-256 of what the browser keeps.
    hash         BLOB PRIMARY KEY CHECK (length(hash) = 32),
    operator     TEXT NOT NULL REFERENCES credentials (id),
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    expires_at   INTEGER NOT NULL CHECK (created_at < expires_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_operator ON sessions (operator);
