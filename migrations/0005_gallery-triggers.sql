-- What galleries are made of follows the sketches, in the statement that changes them.

UPDATE sketches SET hearted_at = (SELECT max(created_at) FROM hearts WHERE sketch_id = sketches.id) WHERE hearts_count > 0;
--> statement-breakpoint
UPDATE sketch_tags SET (listed, listed_for_all, hearts_count) =
  (SELECT listed, listed_for_all, hearts_count FROM sketches WHERE id = sketch_tags.sketch_id);
--> statement-breakpoint
INSERT INTO feeds (fan_id, sketch_id, artist_id)
  SELECT fans.fan_id, sketches.id, sketches.user_id FROM sketches JOIN fans ON fans.user_id = sketches.user_id WHERE sketches.listed = 1;
--> statement-breakpoint
DROP TRIGGER hearts_given;
--> statement-breakpoint
CREATE TRIGGER hearts_given AFTER INSERT ON hearts BEGIN
  UPDATE sketches SET hearts_count = hearts_count + 1, hearted_at = max(coalesce(hearted_at, 0), NEW.created_at)
    WHERE id = NEW.sketch_id;
  UPDATE sketch_tags SET hearts_count = hearts_count + 1 WHERE sketch_id = NEW.sketch_id;
  UPDATE users SET hearts_received = hearts_received + 1 WHERE id = (SELECT user_id FROM sketches WHERE id = NEW.sketch_id);
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    VALUES (NEW.user_id, 'heart', -1, 'heart_given', NEW.sketch_id, NEW.created_at);
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', 10, 'heart_received', id, NEW.created_at FROM sketches WHERE id = NEW.sketch_id;
END;
--> statement-breakpoint
DROP TRIGGER sketch_tags_added;
--> statement-breakpoint
-- A tag counts the sketches that everyone sees in lists, so that a suggested tag tells nothing of the others.
CREATE TRIGGER sketch_tags_added AFTER INSERT ON sketch_tags BEGIN
  UPDATE sketch_tags SET (listed, listed_for_all, hearts_count) =
    (SELECT listed, listed_for_all, hearts_count FROM sketches WHERE id = NEW.sketch_id)
  WHERE sketch_id = NEW.sketch_id AND tag_id = NEW.tag_id;
  UPDATE tags SET sketches_count = sketches_count + (SELECT listed_for_all FROM sketches WHERE id = NEW.sketch_id)
  WHERE id = NEW.tag_id;
END;
--> statement-breakpoint
DROP TRIGGER sketches_tags_shown_or_hidden;
--> statement-breakpoint
CREATE TRIGGER sketches_tags_shown_or_hidden AFTER UPDATE OF unlisted, violation, file_lost_at, mature ON sketches BEGIN
  UPDATE tags SET sketches_count = sketches_count
    + (NEW.unlisted = 0 AND NEW.violation IS NULL AND NEW.file_lost_at IS NULL AND NEW.mature = 0)
    - (OLD.unlisted = 0 AND OLD.violation IS NULL AND OLD.file_lost_at IS NULL AND OLD.mature = 0)
  WHERE id IN (SELECT tag_id FROM sketch_tags WHERE sketch_id = NEW.id);
  UPDATE sketch_tags SET
    listed = (NEW.unlisted = 0 AND NEW.violation IS NULL AND NEW.file_lost_at IS NULL),
    listed_for_all = (NEW.unlisted = 0 AND NEW.violation IS NULL AND NEW.file_lost_at IS NULL AND NEW.mature = 0)
  WHERE sketch_id = NEW.id;
END;
--> statement-breakpoint
DROP TRIGGER sketches_removed;
--> statement-breakpoint
CREATE TRIGGER sketches_removed BEFORE DELETE ON sketches BEGIN
  DELETE FROM hearts WHERE sketch_id = OLD.id;
  DELETE FROM comments WHERE target_type = 'sketch' AND target_id = OLD.id;
  DELETE FROM sketch_tags WHERE sketch_id = OLD.id;
  DELETE FROM sketch_views WHERE sketch_id = OLD.id;
  DELETE FROM feeds WHERE sketch_id = OLD.id;
  DELETE FROM fan_outs WHERE sketch_id = OLD.id;
  DELETE FROM ranked_sketches WHERE sketch_id = OLD.id;
  DELETE FROM recommendations WHERE sketch_id = OLD.id;
  UPDATE sketches SET parent_id = NULL WHERE parent_id = OLD.id;
  UPDATE sketches SET coop_id = NULL WHERE coop_id = OLD.id;
  UPDATE users SET sketches_count = sketches_count - (OLD.unlisted = 0 AND OLD.violation IS NULL),
    avatar_key = CASE WHEN avatar_key = OLD.image_key THEN NULL ELSE avatar_key END
  WHERE id = OLD.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER sketch_views_added AFTER INSERT ON sketch_views BEGIN
  UPDATE sketches SET views_count = views_count + 1 WHERE id = NEW.sketch_id;
  UPDATE users SET views_count = views_count + 1 WHERE id = (SELECT user_id FROM sketches WHERE id = NEW.sketch_id);
END;
--> statement-breakpoint
-- The fans of an artist may be many: their feeds are written in portions, after the sketch stands.
CREATE TRIGGER sketches_posted AFTER INSERT ON sketches
WHEN NEW.unlisted = 0 AND NEW.violation IS NULL AND (SELECT fans_count FROM users WHERE id = NEW.user_id) > 0 BEGIN
  INSERT INTO fan_outs (sketch_id, artist_id) VALUES (NEW.id, NEW.user_id);
END;
--> statement-breakpoint
CREATE TRIGGER sketches_listed_later AFTER UPDATE OF unlisted, violation ON sketches
WHEN NEW.unlisted = 0 AND NEW.violation IS NULL AND (OLD.unlisted = 1 OR OLD.violation IS NOT NULL)
  AND (SELECT fans_count FROM users WHERE id = NEW.user_id) > 0 BEGIN
  INSERT INTO fan_outs (sketch_id, artist_id) VALUES (NEW.id, NEW.user_id) ON CONFLICT (sketch_id) DO UPDATE SET after_fan_id = 0;
END;
--> statement-breakpoint
DROP TRIGGER fans_added;
--> statement-breakpoint
-- A new fan finds the newest sketches of the artist in the feed.
CREATE TRIGGER fans_added AFTER INSERT ON fans BEGIN
  UPDATE users SET fans_count = fans_count + 1 WHERE id = NEW.user_id;
  INSERT INTO feeds (fan_id, sketch_id, artist_id)
    SELECT NEW.fan_id, id, user_id FROM sketches WHERE user_id = NEW.user_id AND listed = 1 ORDER BY id DESC LIMIT 25
    ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
DROP TRIGGER fans_removed;
--> statement-breakpoint
CREATE TRIGGER fans_removed AFTER DELETE ON fans BEGIN
  UPDATE users SET fans_count = fans_count - 1 WHERE id = OLD.user_id;
  DELETE FROM feeds WHERE fan_id = OLD.fan_id AND artist_id = OLD.user_id;
END;
--> statement-breakpoint
-- Blocking ends following, both ways; nobody becomes the fan of whom they block, or of who blocks them.
CREATE TRIGGER blocks_added AFTER INSERT ON blocks BEGIN
  DELETE FROM fans WHERE (user_id = NEW.user_id AND fan_id = NEW.blocked_id) OR (user_id = NEW.blocked_id AND fan_id = NEW.user_id);
END;
--> statement-breakpoint
CREATE TRIGGER fans_not_blocked BEFORE INSERT ON fans
WHEN EXISTS (SELECT 1 FROM blocks WHERE (user_id = NEW.user_id AND blocked_id = NEW.fan_id)
  OR (user_id = NEW.fan_id AND blocked_id = NEW.user_id)) BEGIN
  SELECT RAISE(ABORT, 'blocked');
END;
