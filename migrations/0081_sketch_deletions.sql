ALTER TABLE `sketches` ADD `deletes_at` integer;--> statement-breakpoint
CREATE INDEX `sketches_deletions` ON `sketches` (`deletes_at`) WHERE deletes_at IS NOT NULL;
--> statement-breakpoint
DROP TRIGGER sketches_update_notifications;
--> statement-breakpoint
CREATE TRIGGER sketches_update_notifications AFTER UPDATE OF violation, mature, link_key ON sketches
WHEN NEW.violation IS NOT 'deleted' AND (NEW.violation IS NOT NULL OR NEW.mature = 1
  OR (NEW.link_key IS NOT NULL AND NEW.link_key IS NOT OLD.link_key)) BEGIN
  DELETE FROM notifications WHERE sketch_id = NEW.id AND user_id <> NEW.user_id
    AND (NEW.violation IS NOT NULL OR (NEW.link_key IS NOT NULL AND NEW.link_key IS NOT OLD.link_key)
      OR (SELECT show_mature FROM users WHERE id = notifications.user_id) = 0);
END;
