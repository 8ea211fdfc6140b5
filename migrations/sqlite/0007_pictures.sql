-- Pictures that operators uploaded, and which versions of blocks and trees mention one.

CREATE TABLE pictures (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The first half of the SHA-256 of the bytes, in hexadecimal: the picture's public id.
    hash        TEXT NOT NULL UNIQUE CHECK (length(hash) = 32 AND hash NOT GLOB '*[^0-9a-f]*'),
    format      TEXT NOT NULL CHECK (format IN ('jpeg', 'png', 'webp', 'gif', 'avif', 'svg')),
    width       INTEGER NOT NULL CHECK (width >= 1),
    height      INTEGER NOT NULL CHECK (height >= 1),
    animated    INTEGER NOT NULL CHECK (animated IN (0, 1)),
    bytes       INTEGER NOT NULL CHECK (bytes >= 1),
    name        TEXT NOT NULL,
    alt         TEXT NOT NULL,
    tags        TEXT NOT NULL CHECK (json_valid(tags) AND json_type(tags) = 'array'),
    -- What a search looks in, in small letters.
    search      TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    created_by  TEXT NOT NULL,
    changed_at  INTEGER NOT NULL,
    changed_by  TEXT NOT NULL,
    -- When the same bytes were last uploaded.
    uploaded_at INTEGER NOT NULL
);

-- The bytes, in a table of their own: lists and searches do not read them.
CREATE TABLE picture_contents (
    picture_id INTEGER PRIMARY KEY REFERENCES pictures (id) ON DELETE CASCADE,
    content    BLOB NOT NULL
);

-- Content may mention pictures that are not there, such as those of another server.
CREATE TABLE block_version_pictures (
    version_id INTEGER NOT NULL REFERENCES block_versions (id) ON DELETE CASCADE,
    picture    TEXT NOT NULL,
    PRIMARY KEY (version_id, picture)
) WITHOUT ROWID;
CREATE INDEX block_version_pictures_picture ON block_version_pictures (picture);

CREATE TABLE tree_pictures (
    tree_id INTEGER NOT NULL REFERENCES trees (id) ON DELETE CASCADE,
    picture TEXT NOT NULL,
    PRIMARY KEY (tree_id, picture)
) WITHOUT ROWID;
CREATE INDEX tree_pictures_picture ON tree_pictures (picture);

-- What was stored before: each text behind `/pictures/` that begins with an id and a full stop.
INSERT INTO block_version_pictures (version_id, picture)
WITH RECURSIVE rest (id, text) AS (
    SELECT id, substr(resource, instr(resource, '/pictures/') + 10) FROM block_versions
    WHERE instr(resource, '/pictures/') > 0
    UNION ALL
    SELECT id, substr(text, instr(text, '/pictures/') + 10) FROM rest WHERE instr(text, '/pictures/') > 0
)
SELECT DISTINCT id, substr(text, 1, 32) FROM rest
WHERE length(text) > 32 AND substr(text, 1, 32) NOT GLOB '*[^0-9a-f]*' AND substr(text, 33, 1) = '.';

INSERT INTO tree_pictures (tree_id, picture)
WITH RECURSIVE rest (id, text) AS (
    SELECT id, substr(data, instr(data, '/pictures/') + 10) FROM trees WHERE instr(data, '/pictures/') > 0
    UNION ALL
    SELECT id, substr(text, instr(text, '/pictures/') + 10) FROM rest WHERE instr(text, '/pictures/') > 0
)
SELECT DISTINCT id, substr(text, 1, 32) FROM rest
WHERE length(text) > 32 AND substr(text, 1, 32) NOT GLOB '*[^0-9a-f]*' AND substr(text, 33, 1) = '.';
