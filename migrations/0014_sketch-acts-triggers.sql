-- What ratings, features and staff acts count and cost is kept here, in the statement that changes it.

CREATE TRIGGER ratings_not_for_oneself BEFORE INSERT ON ratings
WHEN NEW.user_id = (SELECT user_id FROM sketches WHERE id = NEW.sketch_id) BEGIN
  SELECT RAISE(ABORT, 'own_sketch');
END;
--> statement-breakpoint
CREATE TRIGGER ratings_given AFTER INSERT ON ratings BEGIN
  UPDATE sketches SET likes_count = likes_count + (NEW.rating = 'rules'), piggies_count = piggies_count + (NEW.rating = 'piggy')
    WHERE id = NEW.sketch_id;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', 1, 'rules_received', id, NEW.created_at FROM sketches
    WHERE id = NEW.sketch_id AND NEW.rating = 'rules';
END;
--> statement-breakpoint
CREATE TRIGGER ratings_changed AFTER UPDATE OF rating ON ratings WHEN NEW.rating <> OLD.rating BEGIN
  UPDATE sketches SET likes_count = likes_count + (NEW.rating = 'rules') - (OLD.rating = 'rules'),
    piggies_count = piggies_count + (NEW.rating = 'piggy') - (OLD.rating = 'piggy')
    WHERE id = NEW.sketch_id;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', iif(NEW.rating = 'rules', 1, -1), iif(NEW.rating = 'rules', 'rules_received', 'rules_removed'),
      id, NEW.created_at
    FROM sketches WHERE id = NEW.sketch_id;
END;
--> statement-breakpoint
CREATE TRIGGER ratings_removed BEFORE DELETE ON ratings BEGIN
  UPDATE sketches SET likes_count = likes_count - (OLD.rating = 'rules'), piggies_count = piggies_count - (OLD.rating = 'piggy')
    WHERE id = OLD.sketch_id;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', -1, 'rules_removed', id, unixepoch() * 1000 FROM sketches
    WHERE id = OLD.sketch_id AND OLD.rating = 'rules';
END;
--> statement-breakpoint
CREATE TRIGGER features_not_for_oneself BEFORE INSERT ON features
WHEN NEW.user_id = (SELECT user_id FROM sketches WHERE id = NEW.sketch_id) BEGIN
  SELECT RAISE(ABORT, 'own_sketch');
END;
--> statement-breakpoint
CREATE TRIGGER features_once BEFORE INSERT ON features
WHEN (SELECT featured_at FROM sketches WHERE id = NEW.sketch_id) IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'already_featured');
END;
--> statement-breakpoint
CREATE TRIGGER features_given AFTER INSERT ON features BEGIN
  UPDATE sketches SET featured_at = NEW.created_at, featured_by = NEW.user_id WHERE id = NEW.sketch_id;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', 50, 'feature_received', id, NEW.created_at FROM sketches WHERE id = NEW.sketch_id;
END;
--> statement-breakpoint
-- A star that was spent stays spent in its month, also when the sketch goes.
CREATE TRIGGER features_cost_a_star AFTER INSERT ON features WHEN NEW.star BEGIN
  INSERT INTO stars (user_id, month, spent)
    VALUES (NEW.user_id, CAST(strftime('%Y%m', NEW.created_at / 1000, 'unixepoch') AS INTEGER), 1)
    ON CONFLICT (user_id, month) DO UPDATE SET spent = spent + 1;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    VALUES (NEW.user_id, 'star', -1, 'feature_given', NEW.sketch_id, NEW.created_at);
END;
--> statement-breakpoint
-- Features go only with their sketch, and the glops with them.
CREATE TRIGGER features_removed BEFORE DELETE ON features BEGIN
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', -50, 'feature_removed', id, unixepoch() * 1000 FROM sketches WHERE id = OLD.sketch_id;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_acts_removed BEFORE DELETE ON sketches BEGIN
  DELETE FROM ratings WHERE sketch_id = OLD.id;
  DELETE FROM features WHERE sketch_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER staff_acts_are_append_only_update BEFORE UPDATE ON staff_acts BEGIN
  SELECT RAISE(ABORT, 'staff_acts_are_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER staff_acts_are_append_only_delete BEFORE DELETE ON staff_acts BEGIN
  SELECT RAISE(ABORT, 'staff_acts_are_append_only');
END;
