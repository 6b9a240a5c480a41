-- A profile counts its comments as a sketch does.
CREATE TRIGGER profile_comments_added AFTER INSERT ON comments WHEN NEW.target_type = 'profile' BEGIN
  UPDATE users SET comments_count = comments_count + 1 WHERE id = NEW.target_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_comments_removed AFTER DELETE ON comments WHEN OLD.target_type = 'profile' BEGIN
  UPDATE users SET comments_count = comments_count - 1 WHERE id = OLD.target_id;
END;
--> statement-breakpoint
-- Whom a comment names stands or falls with its text.
CREATE TRIGGER comments_naming AFTER INSERT ON comments WHEN NEW.mentions <> '[]' BEGIN
  INSERT OR IGNORE INTO comment_mentions (user_id, comment_id)
    SELECT value ->> 'userId', NEW.id FROM json_each(NEW.mentions);
END;
--> statement-breakpoint
CREATE TRIGGER comments_naming_others AFTER UPDATE OF mentions ON comments WHEN NEW.mentions <> OLD.mentions BEGIN
  DELETE FROM comment_mentions WHERE comment_id = NEW.id
    AND user_id NOT IN (SELECT value ->> 'userId' FROM json_each(NEW.mentions));
  INSERT OR IGNORE INTO comment_mentions (user_id, comment_id)
    SELECT value ->> 'userId', NEW.id FROM json_each(NEW.mentions);
END;
--> statement-breakpoint
-- How many of an artist's sketches everyone is shown in lists; who wants to see mature ones too is told `sketches_count`.
UPDATE users SET sketches_for_all_count = (SELECT count(*) FROM sketches WHERE user_id = users.id AND listed_for_all = 1);
--> statement-breakpoint
CREATE TRIGGER sketches_added_for_all AFTER INSERT ON sketches
WHEN NEW.unlisted = 0 AND NEW.violation IS NULL AND NEW.file_lost_at IS NULL AND NEW.mature = 0 BEGIN
  UPDATE users SET sketches_for_all_count = sketches_for_all_count + 1 WHERE id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_shown_or_hidden_for_all AFTER UPDATE OF unlisted, violation, file_lost_at, mature ON sketches BEGIN
  UPDATE users SET sketches_for_all_count = sketches_for_all_count
    + (NEW.unlisted = 0 AND NEW.violation IS NULL AND NEW.file_lost_at IS NULL AND NEW.mature = 0)
    - (OLD.unlisted = 0 AND OLD.violation IS NULL AND OLD.file_lost_at IS NULL AND OLD.mature = 0)
  WHERE id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_removed_for_all AFTER DELETE ON sketches
WHEN OLD.unlisted = 0 AND OLD.violation IS NULL AND OLD.file_lost_at IS NULL AND OLD.mature = 0 BEGIN
  UPDATE users SET sketches_for_all_count = sketches_for_all_count - 1 WHERE id = OLD.user_id;
END;
