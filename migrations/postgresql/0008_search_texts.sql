-- The texts in which searches look are folded by another rule: the program makes those of before again at its start.
TRUNCATE block_texts, block_grams;

-- The text of a picture is empty until then.
UPDATE pictures SET search = '';
