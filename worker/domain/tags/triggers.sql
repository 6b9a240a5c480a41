-- A member follows at most 100 tags; following a tag again is not an error.

CREATE TRIGGER tag_follows_insert_check BEFORE INSERT ON tag_follows
WHEN (SELECT count(*) FROM tag_follows WHERE user_id = NEW.user_id) >= 100
  AND NOT EXISTS (SELECT 1 FROM tag_follows WHERE user_id = NEW.user_id AND tag_id = NEW.tag_id) BEGIN
  SELECT RAISE(ABORT, 'tags_followed');
END;
