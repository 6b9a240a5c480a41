-- Every count that is shown, and every balance, is kept here, in the statement that changes what it counts.

-- A new member starts with five hearts.
CREATE TRIGGER users_welcome AFTER INSERT ON users BEGIN
  INSERT INTO ledger (user_id, unit, amount, reason, created_at) VALUES (NEW.id, 'heart', 5, 'welcome', NEW.created_at);
END;
--> statement-breakpoint
CREATE TRIGGER ledger_hearts AFTER INSERT ON ledger WHEN NEW.unit = 'heart' BEGIN
  UPDATE users SET hearts_available = hearts_available + NEW.amount WHERE id = NEW.user_id;
END;
--> statement-breakpoint
-- Every full 150 glops give one heart, once: falling below and rising again gives no second one.
CREATE TRIGGER ledger_glops AFTER INSERT ON ledger WHEN NEW.unit = 'glop' BEGIN
  UPDATE users SET glops = glops + NEW.amount WHERE id = NEW.user_id;
  INSERT INTO ledger (user_id, unit, amount, reason, created_at)
    SELECT id, 'heart', glops / 150 - hearts_earned, 'glops_earned', NEW.created_at
    FROM users WHERE id = NEW.user_id AND glops / 150 > hearts_earned;
  UPDATE users SET hearts_earned = glops / 150 WHERE id = NEW.user_id AND glops / 150 > hearts_earned;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_is_append_only_update BEFORE UPDATE ON ledger BEGIN
  SELECT RAISE(ABORT, 'ledger_is_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_is_append_only_delete BEFORE DELETE ON ledger BEGIN
  SELECT RAISE(ABORT, 'ledger_is_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER hearts_not_for_oneself BEFORE INSERT ON hearts
WHEN NEW.user_id = (SELECT user_id FROM sketches WHERE id = NEW.sketch_id) BEGIN
  SELECT RAISE(ABORT, 'own_sketch');
END;
--> statement-breakpoint
CREATE TRIGGER hearts_given AFTER INSERT ON hearts BEGIN
  UPDATE sketches SET hearts_count = hearts_count + 1 WHERE id = NEW.sketch_id;
  UPDATE users SET hearts_received = hearts_received + 1 WHERE id = (SELECT user_id FROM sketches WHERE id = NEW.sketch_id);
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    VALUES (NEW.user_id, 'heart', -1, 'heart_given', NEW.sketch_id, NEW.created_at);
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', 10, 'heart_received', id, NEW.created_at FROM sketches WHERE id = NEW.sketch_id;
END;
--> statement-breakpoint
-- Hearts go only with their sketch: the glops are taken back, the heart that was spent does not return.
CREATE TRIGGER hearts_removed BEFORE DELETE ON hearts BEGIN
  UPDATE sketches SET hearts_count = hearts_count - 1 WHERE id = OLD.sketch_id;
  UPDATE users SET hearts_received = hearts_received - 1 WHERE id = (SELECT user_id FROM sketches WHERE id = OLD.sketch_id);
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', -10, 'heart_removed', id, unixepoch() * 1000 FROM sketches WHERE id = OLD.sketch_id;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_added AFTER INSERT ON sketches WHEN NEW.unlisted = 0 AND NEW.violation IS NULL BEGIN
  UPDATE users SET sketches_count = sketches_count + 1 WHERE id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_shown_or_hidden AFTER UPDATE OF unlisted, violation ON sketches BEGIN
  UPDATE users SET sketches_count = sketches_count
    + (NEW.unlisted = 0 AND NEW.violation IS NULL) - (OLD.unlisted = 0 AND OLD.violation IS NULL)
  WHERE id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_removed BEFORE DELETE ON sketches BEGIN
  DELETE FROM hearts WHERE sketch_id = OLD.id;
  DELETE FROM comments WHERE target_type = 'sketch' AND target_id = OLD.id;
  DELETE FROM sketch_tags WHERE sketch_id = OLD.id;
  UPDATE users SET sketches_count = sketches_count - (OLD.unlisted = 0 AND OLD.violation IS NULL),
    avatar_key = CASE WHEN avatar_key = OLD.image_key THEN NULL ELSE avatar_key END
  WHERE id = OLD.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER comments_added AFTER INSERT ON comments WHEN NEW.target_type = 'sketch' BEGIN
  UPDATE sketches SET comments_count = comments_count + 1 WHERE id = NEW.target_id;
END;
--> statement-breakpoint
CREATE TRIGGER comments_removed AFTER DELETE ON comments WHEN OLD.target_type = 'sketch' BEGIN
  UPDATE sketches SET comments_count = comments_count - 1 WHERE id = OLD.target_id;
END;
--> statement-breakpoint
CREATE TRIGGER fans_added AFTER INSERT ON fans BEGIN
  UPDATE users SET fans_count = fans_count + 1 WHERE id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER fans_removed AFTER DELETE ON fans BEGIN
  UPDATE users SET fans_count = fans_count - 1 WHERE id = OLD.user_id;
END;
--> statement-breakpoint
-- A tag counts the sketches that everyone sees in lists, so that a suggested tag tells nothing of the others.
CREATE TRIGGER sketch_tags_added AFTER INSERT ON sketch_tags BEGIN
  UPDATE tags SET sketches_count = sketches_count + (
    SELECT unlisted = 0 AND violation IS NULL AND file_lost_at IS NULL AND mature = 0 FROM sketches WHERE id = NEW.sketch_id)
  WHERE id = NEW.tag_id;
END;
--> statement-breakpoint
CREATE TRIGGER sketch_tags_removed BEFORE DELETE ON sketch_tags BEGIN
  UPDATE tags SET sketches_count = sketches_count - (
    SELECT unlisted = 0 AND violation IS NULL AND file_lost_at IS NULL AND mature = 0 FROM sketches WHERE id = OLD.sketch_id)
  WHERE id = OLD.tag_id;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_tags_shown_or_hidden AFTER UPDATE OF unlisted, violation, file_lost_at, mature ON sketches BEGIN
  UPDATE tags SET sketches_count = sketches_count
    + (NEW.unlisted = 0 AND NEW.violation IS NULL AND NEW.file_lost_at IS NULL AND NEW.mature = 0)
    - (OLD.unlisted = 0 AND OLD.violation IS NULL AND OLD.file_lost_at IS NULL AND OLD.mature = 0)
  WHERE id IN (SELECT tag_id FROM sketch_tags WHERE sketch_id = NEW.id);
END;
--> statement-breakpoint
-- An avatar follows the address of its sketch.
CREATE TRIGGER sketches_readdressed AFTER UPDATE OF image_key ON sketches WHEN NEW.image_key <> OLD.image_key BEGIN
  UPDATE users SET avatar_key = NEW.image_key WHERE id = NEW.user_id AND avatar_key = OLD.image_key;
END;
