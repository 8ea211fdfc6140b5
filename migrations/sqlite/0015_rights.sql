-- Roles on single pages, and groups of operators, who have a group's roles in addition to their own.
CREATE TABLE credentials_with_pages (
    id           TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    kind         TEXT NOT NULL CHECK (kind IN ('token', 'operator')),
    name         TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    -- The role on all pages.
    role         TEXT NOT NULL CHECK (role IN ('none', 'viewer', 'editor', 'publisher', 'admin')),
    -- The roles on single pages, by the page's name or the start of names and '*'.
    pages        TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(pages) AND json_type(pages) = 'object'),
    -- A token's SHA-256, or an operator's scrypt hash with its salt and parameters.
    secret       BLOB NOT NULL CHECK (length(secret) >= 32),
    created_at   INTEGER NOT NULL,
    created_by   TEXT NOT NULL,
    expires_at   INTEGER,
    last_used_at INTEGER,
    revoked_at   INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO credentials_with_pages
    (id, kind, name, role, secret, created_at, created_by, expires_at, last_used_at, revoked_at)
SELECT id, kind, name, role, secret, created_at, created_by, expires_at, last_used_at, revoked_at FROM credentials;
DROP TABLE credentials;
ALTER TABLE credentials_with_pages RENAME TO credentials;
CREATE UNIQUE INDEX credentials_operator ON credentials (name) WHERE kind = 'operator' AND revoked_at IS NULL;

CREATE TABLE operator_groups (
    id    TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    name  TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 200),
    role  TEXT NOT NULL CHECK (role IN ('none', 'viewer', 'editor', 'publisher', 'admin')),
    pages TEXT NOT NULL CHECK (json_valid(pages) AND json_type(pages) = 'object')
) STRICT, WITHOUT ROWID;

CREATE TABLE group_members (
    operator TEXT NOT NULL REFERENCES credentials (id),
    group_id TEXT NOT NULL REFERENCES operator_groups (id) ON DELETE CASCADE,
    PRIMARY KEY (operator, group_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX group_members_group ON group_members (group_id);
