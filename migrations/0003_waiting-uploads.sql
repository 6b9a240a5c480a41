-- A member's desk holds so many pictures that wait to be posted; sending one of them again is no new one.
CREATE TRIGGER uploads_waiting BEFORE INSERT ON uploads
WHEN (SELECT count(*) FROM uploads WHERE user_id = NEW.user_id) >= 200
  AND NOT EXISTS (SELECT 1 FROM uploads WHERE user_id = NEW.user_id AND content_hash = NEW.content_hash) BEGIN
  SELECT RAISE(ABORT, 'uploads_waiting');
END;
