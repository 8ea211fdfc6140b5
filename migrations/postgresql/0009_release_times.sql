-- A planned release may get another time.
CREATE OR REPLACE FUNCTION check_origin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM releases WHERE id = NEW.origin AND page_id = NEW.page_id AND scheduled = 1)
    THEN RAISE EXCEPTION 'a release follows a planned one of its page' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
