-- Roles on single pages, and groups of operators, who have a group's roles in addition to their own.
ALTER TABLE credentials DROP CONSTRAINT credentials_role_check;
ALTER TABLE credentials
    ADD CONSTRAINT credentials_role_check CHECK (role IN ('none', 'viewer', 'editor', 'publisher', 'admin')),
    -- The roles on single pages, by the page's name or the start of names and '*'.
    ADD COLUMN pages json NOT NULL DEFAULT '{}' CHECK (json_typeof(pages) = 'object');

CREATE TABLE operator_groups (
    id    text COLLATE "C" PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    name  text COLLATE "C" NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 200),
    role  text NOT NULL CHECK (role IN ('none', 'viewer', 'editor', 'publisher', 'admin')),
    pages json NOT NULL CHECK (json_typeof(pages) = 'object')
);

CREATE TABLE group_members (
    operator text COLLATE "C" NOT NULL REFERENCES credentials (id),
    group_id text COLLATE "C" NOT NULL REFERENCES operator_groups (id) ON DELETE CASCADE,
    PRIMARY KEY (operator, group_id)
);
CREATE INDEX group_members_group ON group_members (group_id);
