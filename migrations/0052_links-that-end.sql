-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
DROP TRIGGER sketches_update_addresses;
--> statement-breakpoint
DROP TRIGGER sketches_update_notifications;
--> statement-breakpoint
CREATE TRIGGER sketches_update_notifications AFTER UPDATE OF violation, mature, link_key ON sketches
WHEN NEW.violation IS NOT NULL OR NEW.mature = 1 OR (NEW.link_key IS NOT NULL AND NEW.link_key IS NOT OLD.link_key) BEGIN
  DELETE FROM notifications WHERE sketch_id = NEW.id AND user_id <> NEW.user_id
    AND (NEW.violation IS NOT NULL OR (NEW.link_key IS NOT NULL AND NEW.link_key IS NOT OLD.link_key)
      OR (SELECT show_mature FROM users WHERE id = notifications.user_id) = 0);
END;
--> statement-breakpoint
CREATE TRIGGER sketches_update_addresses AFTER UPDATE OF image_key, mature, violation, unlisted ON sketches
WHEN NEW.image_key <> OLD.image_key OR NEW.mature = 1 OR NEW.violation IS NOT NULL OR NEW.unlisted > OLD.unlisted BEGIN
  UPDATE users SET
    avatar_key = CASE WHEN avatar_key = OLD.image_key
      THEN iif(NEW.mature = 0 AND NEW.violation IS NULL AND NEW.unlisted <= OLD.unlisted, NEW.image_key, NULL)
      ELSE avatar_key END,
    cover_key = CASE WHEN cover_key = OLD.image_key
      THEN iif(NEW.mature = 0 AND NEW.violation IS NULL AND NEW.unlisted <= OLD.unlisted
        AND NEW.width = 2048 AND NEW.height = 506, NEW.image_key, NULL)
      ELSE cover_key END
  WHERE id = NEW.user_id AND OLD.image_key IN (avatar_key, cover_key);
  UPDATE sketch_files SET address = lower(hex(randomblob(20)))
  WHERE sketch_id = NEW.id AND NEW.image_key <> OLD.image_key;
END;
