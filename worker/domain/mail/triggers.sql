-- Limits of mails that members cause by their own requests (contract/limits.ts).

-- A member can request five links a day to confirm an address. An address gets five from all members together. Further
-- ones are left out without an error, so that the address is saved and any of the five links confirms it.
CREATE TRIGGER mails_insert_limit BEFORE INSERT ON mails WHEN NEW.kind = 'confirm_email' AND (
  (SELECT count(*) FROM mails WHERE user_id = NEW.user_id AND kind = 'confirm_email'
    AND created_at > NEW.created_at - 86400000) >= 5
  OR (SELECT count(*) FROM mails WHERE address = NEW.address AND kind = 'confirm_email'
    AND created_at > NEW.created_at - 86400000) >= 5) BEGIN
  SELECT RAISE(ABORT, 'confirm_email_limit') WHERE (SELECT count(*) FROM mails WHERE user_id = NEW.user_id
    AND kind = 'confirm_email' AND created_at > NEW.created_at - 86400000) >= 5;
  SELECT RAISE(IGNORE);
END;
