-- Hearts and glops. Every gain and expense is a row of `ledger`; the balances in `users` are the sums of these rows.

-- Members cannot give a heart to their own sketch.
CREATE TRIGGER hearts_insert_check BEFORE INSERT ON hearts
WHEN NEW.user_id = (SELECT user_id FROM sketches WHERE id = NEW.sketch_id) BEGIN
  SELECT RAISE(ABORT, 'own_sketch');
END;

-- A heart costs its giver one heart and gives the artist 10 glops. Maintains `users.hearts_received` and the counts of
-- the sketch. An expense below zero breaks the constraint `hearts_not_overspent`.
CREATE TRIGGER hearts_insert_balances AFTER INSERT ON hearts BEGIN
  UPDATE sketches SET hearts_count = hearts_count + 1, last_hearted_at = max(coalesce(last_hearted_at, 0), NEW.created_at)
    WHERE id = NEW.sketch_id;
  UPDATE sketch_tags SET hearts_count = hearts_count + 1 WHERE sketch_id = NEW.sketch_id;
  UPDATE users SET hearts_received = hearts_received + 1 WHERE id = (SELECT user_id FROM sketches WHERE id = NEW.sketch_id);
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    VALUES (NEW.user_id, 'heart', -1, 'heart_given', NEW.sketch_id, NEW.created_at);
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', 10, 'heart_received', id, NEW.created_at FROM sketches WHERE id = NEW.sketch_id;
  INSERT INTO member_counts (user_id, grain, starts_at, hearts)
    SELECT user_id, 'hour', NEW.created_at / 3600000 * 3600000, 1 FROM sketches WHERE id = NEW.sketch_id
    ON CONFLICT (user_id, grain, starts_at) DO UPDATE SET hearts = hearts + 1;
END;

-- A heart is deleted only with its sketch. The artist loses the glops. The giver's heart stays spent.
CREATE TRIGGER hearts_delete_balances BEFORE DELETE ON hearts BEGIN
  UPDATE sketches SET hearts_count = hearts_count - 1 WHERE id = OLD.sketch_id;
  UPDATE users SET hearts_received = hearts_received - 1 WHERE id = (SELECT user_id FROM sketches WHERE id = OLD.sketch_id);
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', -10, 'heart_removed', id, unixepoch() * 1000 FROM sketches WHERE id = OLD.sketch_id;
END;

-- Members start with five hearts.
CREATE TRIGGER users_insert_balances AFTER INSERT ON users BEGIN
  INSERT INTO ledger (user_id, unit, amount, reason, created_at) VALUES (NEW.id, 'heart', 5, 'welcome', NEW.created_at);
END;

-- `users.hearts_available` is the sum of the hearts.
CREATE TRIGGER ledger_insert_hearts AFTER INSERT ON ledger WHEN NEW.unit = 'heart' BEGIN
  UPDATE users SET hearts_available = hearts_available + NEW.amount WHERE id = NEW.user_id;
END;

-- `users.glops` is the sum of the glops. Every full 150 give one heart, counted by `hearts_earned` so that each is
-- given once. It is another line of the ledger, which the trigger above adds to the balance. The groups of the sketch
-- get the same glops. A loss is taken from every group in which the sketch earned glops, also after it left the group,
-- and at most what it earned there. Otherwise a sketch could leave, lose its glops outside, come back, and earn them
-- for the group again. Every full 1000 of a group give it one star for the current month, counted by
-- `groups.stars_earned`. A month begins with one star for each started hundred of members, five at most.
CREATE TRIGGER ledger_insert_glops AFTER INSERT ON ledger WHEN NEW.unit = 'glop' BEGIN
  UPDATE users SET glops = glops + NEW.amount WHERE id = NEW.user_id;
  INSERT INTO ledger (user_id, unit, amount, reason, created_at)
    SELECT id, 'heart', glops / 150 - hearts_earned, 'glops_earned', NEW.created_at
    FROM users WHERE id = NEW.user_id AND glops / 150 > hearts_earned;
  UPDATE users SET hearts_earned = glops / 150 WHERE id = NEW.user_id AND glops / 150 > hearts_earned;
  INSERT INTO group_ledger (group_id, unit, amount, reason, sketch_id, created_at)
    SELECT group_id, 'glop', NEW.amount, NEW.reason, NEW.sketch_id, NEW.created_at
    FROM group_sketches WHERE sketch_id = NEW.sketch_id AND NEW.amount > 0
    UNION ALL
    SELECT group_id, 'glop', max(NEW.amount, -glops), NEW.reason, NEW.sketch_id, NEW.created_at
    FROM group_sketch_glops WHERE sketch_id = NEW.sketch_id AND NEW.amount < 0;
  UPDATE groups SET glops = glops + NEW.amount
    WHERE NEW.amount > 0 AND id IN (SELECT group_id FROM group_sketches WHERE sketch_id = NEW.sketch_id);
  UPDATE groups SET glops = groups.glops + max(NEW.amount, -earned.glops)
    FROM group_sketch_glops AS earned
    WHERE NEW.amount < 0 AND earned.sketch_id = NEW.sketch_id AND groups.id = earned.group_id;
  DELETE FROM group_sketch_glops WHERE sketch_id = NEW.sketch_id AND glops + NEW.amount <= 0;
  UPDATE group_sketch_glops SET glops = glops + NEW.amount WHERE sketch_id = NEW.sketch_id AND NEW.amount < 0;
  INSERT INTO group_sketch_glops (sketch_id, group_id, glops)
    SELECT sketch_id, group_id, NEW.amount FROM group_sketches WHERE sketch_id = NEW.sketch_id AND NEW.amount > 0
    ON CONFLICT (sketch_id, group_id) DO UPDATE SET glops = glops + excluded.glops;
  INSERT INTO group_ledger (group_id, unit, amount, reason, created_at)
    SELECT id, 'star', min(5, (members_count + 99) / 100), 'month', NEW.created_at FROM groups
    WHERE id IN (SELECT group_id FROM group_sketches WHERE sketch_id = NEW.sketch_id) AND glops / 1000 > stars_earned
      AND stars_month < CAST(strftime('%Y%m', NEW.created_at / 1000, 'unixepoch') AS INTEGER);
  UPDATE groups SET stars_balance = min(5, (members_count + 99) / 100),
    stars_month = CAST(strftime('%Y%m', NEW.created_at / 1000, 'unixepoch') AS INTEGER)
    WHERE id IN (SELECT group_id FROM group_sketches WHERE sketch_id = NEW.sketch_id) AND glops / 1000 > stars_earned
      AND stars_month < CAST(strftime('%Y%m', NEW.created_at / 1000, 'unixepoch') AS INTEGER);
  INSERT INTO group_ledger (group_id, unit, amount, reason, created_at)
    SELECT id, 'star', glops / 1000 - stars_earned, 'glops_earned', NEW.created_at FROM groups
    WHERE id IN (SELECT group_id FROM group_sketches WHERE sketch_id = NEW.sketch_id) AND glops / 1000 > stars_earned;
  UPDATE groups SET stars_balance = stars_balance + glops / 1000 - stars_earned, stars_earned = glops / 1000
    WHERE id IN (SELECT group_id FROM group_sketches WHERE sketch_id = NEW.sketch_id) AND glops / 1000 > stars_earned;
END;

-- Lines are never changed or removed; a correction is a new line.
CREATE TRIGGER ledger_update_check BEFORE UPDATE ON ledger BEGIN
  SELECT RAISE(ABORT, 'ledger_is_append_only');
END;

CREATE TRIGGER ledger_delete_check BEFORE DELETE ON ledger BEGIN
  SELECT RAISE(ABORT, 'ledger_is_append_only');
END;
