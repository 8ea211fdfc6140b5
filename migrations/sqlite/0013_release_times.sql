-- A planned release may get another time.
DROP TRIGGER releases_follow_their_origin;
CREATE TRIGGER releases_follow_their_origin BEFORE INSERT ON releases
WHEN NEW.origin IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM releases WHERE id = NEW.origin AND page_id = NEW.page_id AND scheduled = 1
)
BEGIN SELECT RAISE (ABORT, 'a release follows a planned one of its page'); END;
