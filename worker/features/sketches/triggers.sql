-- Features and ratings: glops of the artist, and counts of the sketch.

-- Members cannot feature their own sketches, and a sketch is featured only once.
CREATE TRIGGER features_insert_check BEFORE INSERT ON features BEGIN
  SELECT RAISE(ABORT, 'own_sketch') FROM sketches WHERE id = NEW.sketch_id AND user_id = NEW.user_id;
  SELECT RAISE(ABORT, 'already_featured') FROM sketches WHERE id = NEW.sketch_id AND featured_at IS NOT NULL;
END;

-- A feature gives the artist 50 glops. A member pays with a star of the month; too many break the constraint
-- `stars_not_overspent`.
CREATE TRIGGER features_insert_balances AFTER INSERT ON features BEGIN
  INSERT INTO monthly_stars (user_id, month, spent_count)
    SELECT NEW.user_id, CAST(strftime('%Y%m', NEW.created_at / 1000, 'unixepoch') AS INTEGER), 1 WHERE NEW.paid_with_star
    ON CONFLICT (user_id, month) DO UPDATE SET spent_count = spent_count + 1;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT NEW.user_id, 'star', -1, 'feature_given', NEW.sketch_id, NEW.created_at WHERE NEW.paid_with_star;
  UPDATE sketches SET featured_at = NEW.created_at, featured_by = NEW.user_id WHERE id = NEW.sketch_id;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', 50, 'feature_received', id, NEW.created_at FROM sketches WHERE id = NEW.sketch_id;
END;

CREATE TRIGGER features_delete_balances BEFORE DELETE ON features BEGIN
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', -50, 'feature_removed', id, unixepoch() * 1000 FROM sketches WHERE id = OLD.sketch_id;
END;

-- Members cannot rate their own sketches.
CREATE TRIGGER ratings_insert_check BEFORE INSERT ON ratings
WHEN NEW.user_id = (SELECT user_id FROM sketches WHERE id = NEW.sketch_id) BEGIN
  SELECT RAISE(ABORT, 'own_sketch');
END;

-- `rules` gives the artist a glop and counts as a like; `piggy` is only counted.
CREATE TRIGGER ratings_insert_balances AFTER INSERT ON ratings BEGIN
  UPDATE sketches SET likes_count = likes_count + (NEW.rating = 'rules'), piggies_count = piggies_count + (NEW.rating = 'piggy')
    WHERE id = NEW.sketch_id;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', 1, 'rules_received', id, NEW.created_at FROM sketches
    WHERE id = NEW.sketch_id AND NEW.rating = 'rules';
  UPDATE users SET likes_received = likes_received + 1
  WHERE NEW.rating = 'rules' AND id = (SELECT user_id FROM sketches WHERE id = NEW.sketch_id);
  INSERT INTO member_counts (user_id, grain, starts_at, ratings)
    SELECT user_id, 'hour', NEW.created_at / 3600000 * 3600000, 1 FROM sketches WHERE id = NEW.sketch_id AND NEW.rating = 'rules'
    ON CONFLICT (user_id, grain, starts_at) DO UPDATE SET ratings = ratings + 1;
END;

-- Statistics count the first `rules` of a member for a sketch only.
CREATE TRIGGER ratings_update_balances AFTER UPDATE OF rating ON ratings WHEN NEW.rating <> OLD.rating BEGIN
  UPDATE sketches SET likes_count = likes_count + (NEW.rating = 'rules') - (OLD.rating = 'rules'),
    piggies_count = piggies_count + (NEW.rating = 'piggy') - (OLD.rating = 'piggy')
    WHERE id = NEW.sketch_id;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', iif(NEW.rating = 'rules', 1, -1), iif(NEW.rating = 'rules', 'rules_received', 'rules_removed'),
      id, NEW.created_at
    FROM sketches WHERE id = NEW.sketch_id;
  UPDATE users SET likes_received = likes_received + iif(NEW.rating = 'rules', 1, -1)
  WHERE id = (SELECT user_id FROM sketches WHERE id = NEW.sketch_id);
  INSERT INTO member_counts (user_id, grain, starts_at, ratings)
    SELECT user_id, 'hour', NEW.created_at / 3600000 * 3600000, 1 FROM sketches
    WHERE id = NEW.sketch_id AND NEW.rating = 'rules' AND OLD.changes_count = 0
    ON CONFLICT (user_id, grain, starts_at) DO UPDATE SET ratings = ratings + 1;
END;

CREATE TRIGGER ratings_delete_balances BEFORE DELETE ON ratings BEGIN
  UPDATE sketches SET likes_count = likes_count - (OLD.rating = 'rules'), piggies_count = piggies_count - (OLD.rating = 'piggy')
    WHERE id = OLD.sketch_id;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', -1, 'rules_removed', id, unixepoch() * 1000 FROM sketches
    WHERE id = OLD.sketch_id AND OLD.rating = 'rules';
  UPDATE users SET likes_received = likes_received - 1
  WHERE OLD.rating = 'rules' AND id = (SELECT user_id FROM sketches WHERE id = OLD.sketch_id);
END;
