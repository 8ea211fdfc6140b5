-- The stored model. Block versions, orders, trees and revisions are immutable values; releases say which
-- revision is live from which instant; a draft is a mutable reference to a revision. All instants are
-- milliseconds since 1970 in UTC. Rules that must hold whatever the program does are written here.

CREATE TABLE pages (
    id         INTEGER PRIMARY KEY,
    slug       TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 64 AND slug NOT GLOB '*[^a-z0-9-]*'),
    title      TEXT NOT NULL CHECK (length(title) <= 200),
    -- The family of published apps that the page must stay readable for.
    client     TEXT CHECK (client IN ('netease')),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL
) STRICT;

-- One version of one block: layout, visibility and content as one JSON value. Equal versions are stored once.
CREATE TABLE block_versions (
    id         INTEGER PRIMARY KEY,
    page_id    INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    block_code TEXT NOT NULL CHECK (length(block_code) BETWEEN 1 AND 128),
    show_type  TEXT NOT NULL CHECK (length(show_type) BETWEEN 1 AND 128),
    resource   TEXT NOT NULL CHECK (json_valid(resource) AND json_type(resource) = 'object'),
    hash       BLOB NOT NULL CHECK (length(hash) = 32),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    UNIQUE (page_id, hash),
    UNIQUE (id, block_code)
) STRICT;

-- Which version of each block a revision has, and the page-level fields. A reorder reuses its parent's tree.
CREATE TABLE trees (
    id      INTEGER PRIMARY KEY,
    page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    data    TEXT NOT NULL CHECK (json_valid(data) AND json_type(data) = 'object'),
    UNIQUE (page_id, id)
) STRICT;

CREATE TABLE placements (
    tree_id    INTEGER NOT NULL REFERENCES trees (id) ON DELETE CASCADE,
    block_code TEXT NOT NULL,
    version_id INTEGER NOT NULL,
    PRIMARY KEY (tree_id, block_code),
    FOREIGN KEY (version_id, block_code) REFERENCES block_versions (id, block_code)
) STRICT, WITHOUT ROWID;
CREATE INDEX placements_version ON placements (version_id);

-- An order is one value: the list of block codes. A content change reuses its parent's order, so that an
-- order's identity changes only when the order does. `since` is the number of the revision that made it.
CREATE TABLE orders (
    id         INTEGER PRIMARY KEY,
    page_id    INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    since      INTEGER NOT NULL CHECK (since >= 1),
    codes      TEXT NOT NULL CHECK (json_valid(codes) AND json_type(codes) = 'array'),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    UNIQUE (page_id, id)
) STRICT;

CREATE TABLE revisions (
    page_id    INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL CHECK (number >= 1),
    parent     INTEGER CHECK (parent < number),
    order_id   INTEGER NOT NULL,
    tree_id    INTEGER NOT NULL,
    -- What made it: 'import', 'order', 'block', 'publish', 'restore', 'merge'.
    cause      TEXT NOT NULL CHECK (length(cause) BETWEEN 1 AND 32),
    message    TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    PRIMARY KEY (page_id, number),
    FOREIGN KEY (page_id, parent) REFERENCES revisions (page_id, number),
    FOREIGN KEY (page_id, order_id) REFERENCES orders (page_id, id),
    FOREIGN KEY (page_id, tree_id) REFERENCES trees (page_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX revisions_parent ON revisions (page_id, parent);
CREATE INDEX revisions_order ON revisions (page_id, order_id);
CREATE INDEX revisions_tree ON revisions (page_id, tree_id);

-- An order names each block of its revision exactly once.
CREATE TRIGGER revisions_order_names_each_block BEFORE INSERT ON revisions
BEGIN
    SELECT RAISE (ABORT, 'an order must name each block exactly once')
    WHERE (SELECT count(*) FROM placements WHERE tree_id = NEW.tree_id)
            <> (SELECT json_array_length(codes) FROM orders WHERE id = NEW.order_id)
       OR (SELECT count(DISTINCT named.value)
           FROM orders, json_each(orders.codes) AS named
           JOIN placements ON placements.tree_id = NEW.tree_id AND placements.block_code = named.value
           WHERE orders.id = NEW.order_id)
            <> (SELECT count(*) FROM placements WHERE tree_id = NEW.tree_id);
END;

-- "From this instant, this revision is live." Live at T is the newest release whose instant has come.
CREATE TABLE releases (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    page_id      INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    revision     INTEGER NOT NULL,
    at           INTEGER NOT NULL,
    -- 0: took effect when it was made; 1: was planned for later.
    scheduled    INTEGER NOT NULL CHECK (scheduled IN (0, 1)),
    message      TEXT NOT NULL DEFAULT '',
    created_at   INTEGER NOT NULL,
    created_by   TEXT NOT NULL,
    cancelled_at INTEGER,
    cancelled_by TEXT,
    CHECK ((cancelled_at IS NULL) = (cancelled_by IS NULL)),
    CHECK (scheduled = 1 OR cancelled_at IS NULL),
    FOREIGN KEY (page_id, revision) REFERENCES revisions (page_id, number)
) STRICT;
CREATE INDEX releases_live ON releases (page_id, at, id) WHERE cancelled_at IS NULL;
CREATE INDEX releases_immediate ON releases (page_id, at) WHERE scheduled = 0;
CREATE INDEX releases_revision ON releases (page_id, revision);

-- At most one draft a page.
CREATE TABLE drafts (
    page_id    INTEGER PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
    revision   INTEGER NOT NULL,
    -- The live revision that the draft was made from, or that it was last brought up to.
    base       INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    updated_by TEXT NOT NULL,
    FOREIGN KEY (page_id, revision) REFERENCES revisions (page_id, number),
    FOREIGN KEY (page_id, base) REFERENCES revisions (page_id, number)
) STRICT;

-- "Between these instants, this page shows that other page."
CREATE TABLE takeovers (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    page_id       INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    shown_page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE RESTRICT,
    begins_at     INTEGER NOT NULL,
    ends_at       INTEGER NOT NULL CHECK (begins_at < ends_at),
    message       TEXT NOT NULL DEFAULT '',
    created_at    INTEGER NOT NULL,
    created_by    TEXT NOT NULL,
    cancelled_at  INTEGER,
    cancelled_by  TEXT,
    CHECK (page_id <> shown_page_id),
    CHECK ((cancelled_at IS NULL) = (cancelled_by IS NULL))
) STRICT;
CREATE INDEX takeovers_page ON takeovers (page_id, begins_at) WHERE cancelled_at IS NULL;
CREATE INDEX takeovers_shown ON takeovers (shown_page_id);

CREATE TRIGGER takeovers_do_not_overlap BEFORE INSERT ON takeovers
BEGIN
    SELECT RAISE (ABORT, 'takeovers of a page must not overlap')
    FROM takeovers
    WHERE page_id = NEW.page_id AND cancelled_at IS NULL
      AND begins_at < NEW.ends_at AND NEW.begins_at < ends_at;
END;

-- Tokens and operators. Only hashes of secrets are kept.
CREATE TABLE credentials (
    id           TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    kind         TEXT NOT NULL CHECK (kind IN ('token', 'operator')),
    name         TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    role         TEXT NOT NULL CHECK (role IN ('viewer', 'editor', 'publisher', 'admin')),
    -- A token's SHA-256, or an operator's scrypt hash with its salt and parameters.
    secret       BLOB NOT NULL CHECK (length(secret) >= 32),
    created_at   INTEGER NOT NULL,
    created_by   TEXT NOT NULL,
    expires_at   INTEGER,
    last_used_at INTEGER,
    revoked_at   INTEGER
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX credentials_operator ON credentials (name) WHERE kind = 'operator' AND revoked_at IS NULL;

-- Who did what to what, when, before and after. Rows are only ever added.
CREATE TABLE audit (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    at         INTEGER NOT NULL,
    actor      TEXT NOT NULL,
    credential TEXT,
    action     TEXT NOT NULL,
    outcome    TEXT NOT NULL CHECK (outcome IN ('done', 'refused')),
    page       TEXT,
    subject    TEXT,
    before     TEXT CHECK (before IS NULL OR json_valid(before)),
    after      TEXT CHECK (after IS NULL OR json_valid(after)),
    request_id TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX audit_page ON audit (page, id);
CREATE INDEX audit_actor ON audit (actor, id);

-- The answers of changes that carried a key, for retries.
CREATE TABLE idempotency (
    credential  TEXT NOT NULL,
    key         TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
    fingerprint BLOB NOT NULL,
    answer      TEXT NOT NULL CHECK (json_valid(answer)),
    created_at  INTEGER NOT NULL,
    PRIMARY KEY (credential, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_age ON idempotency (created_at);

-- What is published is never rewritten.
CREATE TRIGGER block_versions_are_immutable BEFORE UPDATE ON block_versions
BEGIN SELECT RAISE (ABORT, 'a block version never changes'); END;
CREATE TRIGGER trees_are_immutable BEFORE UPDATE ON trees
BEGIN SELECT RAISE (ABORT, 'a tree never changes'); END;
CREATE TRIGGER placements_are_immutable BEFORE UPDATE ON placements
BEGIN SELECT RAISE (ABORT, 'a placement never changes'); END;
CREATE TRIGGER orders_are_immutable BEFORE UPDATE ON orders
BEGIN SELECT RAISE (ABORT, 'an order never changes'); END;
CREATE TRIGGER revisions_are_immutable BEFORE UPDATE ON revisions
BEGIN SELECT RAISE (ABORT, 'a revision never changes'); END;
CREATE TRIGGER releases_are_only_cancelled BEFORE UPDATE ON releases
WHEN OLD.cancelled_at IS NOT NULL OR NEW.cancelled_at IS NULL
  OR NEW.id <> OLD.id OR NEW.page_id <> OLD.page_id OR NEW.revision <> OLD.revision OR NEW.at <> OLD.at
  OR NEW.scheduled <> OLD.scheduled OR NEW.message <> OLD.message OR NEW.created_at <> OLD.created_at
  OR NEW.created_by <> OLD.created_by
BEGIN SELECT RAISE (ABORT, 'a release can only be cancelled'); END;
CREATE TRIGGER audit_is_never_edited BEFORE UPDATE ON audit
BEGIN SELECT RAISE (ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_is_never_deleted BEFORE DELETE ON audit
BEGIN SELECT RAISE (ABORT, 'the audit log is append-only'); END;
