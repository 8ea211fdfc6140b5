-- A tree is a list of subtrees, which have its entries. Trees share the subtrees that are equal: a change of one block of
-- a page of 1,000 stores the entries of one subtree, and refers to the other ones.

CREATE TABLE subtrees (
    id INTEGER PRIMARY KEY
) STRICT;

CREATE TABLE subtree_entries (
    subtree_id INTEGER NOT NULL REFERENCES subtrees (id) ON DELETE CASCADE,
    block_code TEXT NOT NULL,
    version_id INTEGER NOT NULL,
    -- The number of the revision that put this version there, and who did. It is kept from tree to tree.
    since      INTEGER NOT NULL CHECK (since >= 1),
    changed_by TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (subtree_id, block_code),
    FOREIGN KEY (version_id, block_code) REFERENCES block_versions (id, block_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE tree_subtrees (
    tree_id    INTEGER NOT NULL REFERENCES trees (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL CHECK (number >= 0),
    subtree_id INTEGER NOT NULL REFERENCES subtrees (id),
    PRIMARY KEY (tree_id, number)
) STRICT, WITHOUT ROWID;

-- Each tree has one subtree at first.
INSERT INTO subtrees (id) SELECT id FROM trees;
INSERT INTO subtree_entries (subtree_id, block_code, version_id, since, changed_by, changed_at)
SELECT tree_id, block_code, version_id, since, changed_by, changed_at FROM placements;
INSERT INTO tree_subtrees (tree_id, number, subtree_id) SELECT id, 0, id FROM trees;
CREATE INDEX subtree_entries_version ON subtree_entries (version_id);
CREATE INDEX tree_subtrees_subtree ON tree_subtrees (subtree_id);

DROP TRIGGER revisions_order_names_each_block;
DROP TABLE placements;

-- Where each block of each tree is.
CREATE VIEW placements AS
SELECT t.tree_id, e.block_code, e.version_id, e.since, e.changed_by, e.changed_at
FROM tree_subtrees AS t JOIN subtree_entries AS e ON e.subtree_id = t.subtree_id;

-- An order names each block exactly once: it has as many codes as there are blocks, all of them different, and each block
-- is one of them. EXCEPT compares the two lists as a whole; with IN the order would be read again for each block.
CREATE TRIGGER revisions_order_names_each_block BEFORE INSERT ON revisions
BEGIN
    SELECT RAISE (ABORT, 'an order must name each block exactly once')
    WHERE (SELECT count(*) FROM placements WHERE tree_id = NEW.tree_id)
            <> (SELECT json_array_length(codes) FROM orders WHERE id = NEW.order_id)
        OR (SELECT count(DISTINCT block_code) FROM placements WHERE tree_id = NEW.tree_id)
            <> (SELECT json_array_length(codes) FROM orders WHERE id = NEW.order_id)
        OR EXISTS (
            SELECT block_code FROM placements WHERE tree_id = NEW.tree_id
            EXCEPT
            SELECT named.value FROM orders, json_each(orders.codes) AS named WHERE orders.id = NEW.order_id);
END;

CREATE TRIGGER subtree_entries_are_immutable BEFORE UPDATE ON subtree_entries
BEGIN SELECT RAISE (ABORT, 'a subtree never changes'); END;
CREATE TRIGGER tree_subtrees_are_immutable BEFORE UPDATE ON tree_subtrees
BEGIN SELECT RAISE (ABORT, 'a tree never changes'); END;

-- A revision's blocks are all there when it is made.
CREATE TRIGGER subtree_entries_come_before_the_revision BEFORE INSERT ON subtree_entries
WHEN EXISTS (
    SELECT 1 FROM tree_subtrees AS s JOIN trees AS t ON t.id = s.tree_id
    JOIN revisions AS r ON r.page_id = t.page_id AND r.tree_id = t.id
    WHERE s.subtree_id = NEW.subtree_id
)
BEGIN SELECT RAISE (ABORT, 'a subtree never changes'); END;
CREATE TRIGGER tree_subtrees_come_before_the_revision BEFORE INSERT ON tree_subtrees
WHEN EXISTS (
    SELECT 1 FROM trees AS t JOIN revisions AS r ON r.page_id = t.page_id AND r.tree_id = t.id
    WHERE t.id = NEW.tree_id
)
BEGIN SELECT RAISE (ABORT, 'a tree never changes'); END;

-- A subtree goes with the last tree that has it.
CREATE TRIGGER tree_subtrees_keep_no_subtree AFTER DELETE ON tree_subtrees
WHEN NOT EXISTS (SELECT 1 FROM tree_subtrees WHERE subtree_id = OLD.subtree_id)
BEGIN DELETE FROM subtrees WHERE id = OLD.subtree_id; END;
