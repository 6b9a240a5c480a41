ALTER TABLE `sketches` ADD `notification_before_link` integer;
--> statement-breakpoint
DROP TRIGGER sketches_update_notifications;
--> statement-breakpoint
CREATE TRIGGER sketches_update_notifications AFTER UPDATE OF violation, mature, link_key ON sketches
WHEN NEW.violation IS NOT 'deleted' AND ((NEW.violation IS NOT NULL AND OLD.violation IS NULL) OR NEW.mature > OLD.mature
  OR (NEW.link_key IS NOT NULL AND NEW.link_key IS NOT OLD.link_key)) BEGIN
  UPDATE notifications SET read_at = unixepoch() * 1000
    WHERE id IN (SELECT id FROM notifications WHERE sketch_id = NEW.id ORDER BY id DESC LIMIT 500)
      AND read_at IS NULL AND user_id <> NEW.user_id
      AND (NEW.violation IS NOT NULL OR (NEW.link_key IS NOT NULL AND NEW.link_key IS NOT OLD.link_key)
        OR (NEW.mature = 1 AND (SELECT show_mature FROM users WHERE id = notifications.user_id) = 0));
  UPDATE sketches SET notification_before_link = (SELECT max(id) FROM notifications WHERE sketch_id = NEW.id)
    WHERE id = NEW.id AND NEW.link_key IS NOT NULL AND NEW.link_key IS NOT OLD.link_key;
END;
