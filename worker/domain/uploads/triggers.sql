-- A member has at most 200 pending uploads; uploading a file again is not an error.

CREATE TRIGGER pending_uploads_insert_check BEFORE INSERT ON pending_uploads
WHEN (SELECT count(*) FROM pending_uploads WHERE user_id = NEW.user_id) >= 200
  AND NOT EXISTS (SELECT 1 FROM pending_uploads WHERE user_id = NEW.user_id AND content_hash = NEW.content_hash) BEGIN
  SELECT RAISE(ABORT, 'uploads_waiting');
END;
