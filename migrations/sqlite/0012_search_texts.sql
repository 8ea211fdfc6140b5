-- The texts in which searches look are folded by another rule: the program makes those of before again at its start.
DROP TRIGGER block_texts_have_their_grams;
DROP TABLE block_grams;
DELETE FROM block_texts;
CREATE VIRTUAL TABLE block_grams USING fts5 (grams, tokenize = 'ascii', detail = 'none', columnsize = 0);
CREATE TRIGGER block_texts_have_their_grams AFTER DELETE ON block_texts
BEGIN DELETE FROM block_grams WHERE rowid = OLD.version_id; END;

-- The text of a picture is empty until then.
UPDATE pictures SET search = '';
