-- Limits of mails that members cause by their own requests (contract/limits.ts).

-- A member can request five links a day to confirm an address, and all members together five for one address. Two more are
-- for members who have not requested any today, so that the links of others do not keep a member from their own address.
CREATE TRIGGER mails_insert_limit BEFORE INSERT ON mails WHEN NEW.kind = 'confirm_email' AND (
  (SELECT count(*) FROM mails WHERE user_id = NEW.user_id AND kind = 'confirm_email'
    AND created_at > NEW.created_at - 86400000) >= 5
  OR (SELECT count(*) FROM mails WHERE address = NEW.address AND kind = 'confirm_email'
    AND created_at > NEW.created_at - 86400000) >= iif(EXISTS (SELECT 1 FROM mails WHERE user_id = NEW.user_id
    AND kind = 'confirm_email' AND created_at > NEW.created_at - 86400000), 5, 7)) BEGIN
  SELECT RAISE(ABORT, 'confirm_email_limit');
END;
