-- The same rule as before, checked in less time: sorted, the codes of the order and of the tree are the same list. SQLite
-- keeps the order of a subquery whose rows json_group_array collects.
-- Whether a tree has a block twice is checked for its first revision only: a tree that has a revision never changes.
DROP TRIGGER revisions_order_names_each_block;
CREATE TRIGGER revisions_order_names_each_block BEFORE INSERT ON revisions
BEGIN
    SELECT RAISE (ABORT, 'an order must name each block exactly once')
    WHERE (SELECT json_group_array(code) FROM (
            SELECT block_code AS code FROM placements WHERE tree_id = NEW.tree_id ORDER BY code))
        IS NOT (SELECT json_group_array(code) FROM (
            SELECT named.value AS code FROM orders, json_each(orders.codes) AS named
            WHERE orders.id = NEW.order_id ORDER BY code))
        OR (NOT EXISTS (SELECT 1 FROM revisions WHERE page_id = NEW.page_id AND tree_id = NEW.tree_id)
            AND (SELECT count(*) <> count(DISTINCT block_code) FROM placements WHERE tree_id = NEW.tree_id));
END;
