ALTER TABLE `groups` ADD `texts_by` integer REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `groups_texts_by` ON `groups` (`texts_by`) WHERE texts_by IS NOT NULL;
--> statement-breakpoint
UPDATE groups SET texts_by = edits.user_id FROM (
  SELECT group_id, user_id, max(id) FROM group_activity WHERE kind = 'edited' GROUP BY group_id) AS edits
  WHERE edits.group_id = groups.id;
--> statement-breakpoint
DROP TRIGGER mails_insert_limit;
--> statement-breakpoint
DROP TRIGGER sketches_update_notifications;
--> statement-breakpoint
CREATE TRIGGER mails_insert_limit BEFORE INSERT ON mails WHEN NEW.kind = 'confirm_email' AND (
  (SELECT count(*) FROM mails WHERE user_id = NEW.user_id AND kind = 'confirm_email'
    AND created_at > NEW.created_at - 86400000) >= 5
  OR (SELECT count(*) FROM mails WHERE address = NEW.address AND kind = 'confirm_email'
    AND created_at > NEW.created_at - 86400000) >= 5) BEGIN
  SELECT RAISE(ABORT, 'confirm_email_limit') WHERE (SELECT count(*) FROM mails WHERE user_id = NEW.user_id
    AND kind = 'confirm_email' AND created_at > NEW.created_at - 86400000) >= 5;
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
CREATE TRIGGER sketches_update_notifications AFTER UPDATE OF violation, mature, link_key ON sketches
WHEN NEW.violation IS NOT 'deleted' AND ((NEW.violation IS NOT NULL AND OLD.violation IS NULL) OR NEW.mature > OLD.mature
  OR (NEW.link_key IS NOT NULL AND NEW.link_key IS NOT OLD.link_key)) BEGIN
  UPDATE notifications SET read_at = unixepoch() * 1000
    WHERE id IN (SELECT id FROM notifications WHERE sketch_id = NEW.id ORDER BY id DESC LIMIT 500)
      AND read_at IS NULL AND user_id <> NEW.user_id
      AND (NEW.violation IS NOT NULL OR (NEW.mature = 1 AND (SELECT show_mature FROM users WHERE id = notifications.user_id) = 0));
  DELETE FROM notifications WHERE sketch_id = NEW.id AND user_id <> NEW.user_id
    AND NEW.link_key IS NOT NULL AND NEW.link_key IS NOT OLD.link_key;
END;
