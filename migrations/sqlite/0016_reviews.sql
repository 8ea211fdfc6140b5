-- Pages whose changes someone else has to approve before clients get them.
ALTER TABLE pages ADD COLUMN approvals INTEGER NOT NULL DEFAULT 0 CHECK (approvals BETWEEN 0 AND 3);
-- Since when: what was live since then was approved, was live already, or bypassed the review.
ALTER TABLE pages ADD COLUMN reviewed_since INTEGER;
-- The credential in whose name everyone with the link may approve; NULL if they may not.
ALTER TABLE preview_links ADD COLUMN approver TEXT;
-- The people who changed a draft or a planned release. Their own approvals do not count.
ALTER TABLE drafts ADD COLUMN authors TEXT NOT NULL DEFAULT '[]'
    CHECK (json_valid(authors) AND json_type(authors) = 'array');
ALTER TABLE releases ADD COLUMN authors TEXT NOT NULL DEFAULT '[]'
    CHECK (json_valid(authors) AND json_type(authors) = 'array');
-- The planned instant of a release that waits for an approval. Its `at` is in the far future until then.
ALTER TABLE releases ADD COLUMN held_at INTEGER;
-- Who counts as the author of what a credential changes: the operator, or the creator of a token.
ALTER TABLE credentials ADD COLUMN person TEXT NOT NULL DEFAULT '';
UPDATE credentials SET person = name WHERE kind = 'operator';
-- A token that a token created is that one's creator's.
UPDATE credentials SET person = (
    WITH RECURSIVE creators(name, depth) AS (
        SELECT credentials.created_by, 0
        UNION ALL
        SELECT parent.created_by, depth + 1 FROM creators JOIN credentials AS parent
            ON parent.name = creators.name AND parent.kind = 'token'
        WHERE depth < 20 AND NOT EXISTS (SELECT 1 FROM credentials AS o WHERE o.kind = 'operator' AND o.name = creators.name)
    )
    SELECT name FROM creators ORDER BY depth DESC LIMIT 1
) WHERE kind = 'token';
UPDATE drafts SET authors = coalesce((
    SELECT json_group_array(DISTINCT coalesce(c.person, r.created_by))
    FROM revisions AS r LEFT JOIN credentials AS c ON c.name = r.created_by
    WHERE r.page_id = drafts.page_id AND r.number > drafts.base
), '[]');

-- The open request to review the draft of a page.
CREATE TABLE reviews (
    page_id      INTEGER PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
    requested_by TEXT NOT NULL,
    requested_at INTEGER NOT NULL,
    message      TEXT NOT NULL,
    -- The names of those who are to review it, or an empty list: any.
    whom         TEXT NOT NULL CHECK (json_valid(whom) AND json_type(whom) = 'array'),
    -- What is going to be published: all of the draft or some changes, now or at an instant.
    plan         TEXT NOT NULL CHECK (json_valid(plan) AND json_type(plan) = 'object')
);

-- Approvals of states, objections to them, and reasons for bypassing the review.
CREATE TABLE approvals (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    page_id  INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    -- A hash of everything that clients would get, of what it replaces, and of when.
    state    TEXT NOT NULL,
    kind     TEXT NOT NULL CHECK (kind IN ('approval', 'objection', 'bypass')),
    person   TEXT NOT NULL,
    by       TEXT NOT NULL,
    at       INTEGER NOT NULL,
    message  TEXT NOT NULL,
    -- The revision that had the state.
    revision INTEGER NOT NULL,
    -- The preview link that was used; NULL if the person was signed in.
    link     INTEGER,
    UNIQUE (page_id, state, person)
);
