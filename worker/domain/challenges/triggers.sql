-- Counts of a challenge, the glops of its entries, and the days of streaks on which they were made.

CREATE TRIGGER challenge_entries_insert_counts AFTER INSERT ON challenge_entries BEGIN
  UPDATE challenges SET listed_count = listed_count + NEW.listed,
    listed_for_all_count = listed_for_all_count + NEW.listed_for_all
  WHERE id = NEW.challenge_id;
  -- An artist's entries earn glops in one challenge a day, and only the first two of a challenge. One sketch earns them
  -- five times at most. Otherwise entering and leaving again and again would fill the ledger, which keeps every line.
  UPDATE challenge_entries SET earned_day = NEW.entered_at / 86400000
  WHERE entry_id = NEW.entry_id
    AND NOT EXISTS (SELECT 1 FROM challenge_entries WHERE artist_id = NEW.artist_id
      AND earned_day = NEW.entered_at / 86400000 AND challenge_id <> NEW.challenge_id)
    AND (SELECT count(*) FROM challenge_entries WHERE challenge_id = NEW.challenge_id
      AND artist_id = NEW.artist_id AND earned_day IS NOT NULL) < 2
    AND (SELECT entries_with_glops_count FROM sketches WHERE id = NEW.sketch_id) < 5;
  UPDATE sketches SET entries_with_glops_count = entries_with_glops_count + 1
  WHERE id = NEW.sketch_id AND EXISTS (SELECT 1 FROM challenge_entries WHERE entry_id = NEW.entry_id AND earned_day IS NOT NULL);
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT NEW.artist_id, 'glop', 2, 'challenge_entered', NEW.sketch_id, NEW.entered_at
    FROM challenge_entries WHERE entry_id = NEW.entry_id AND earned_day IS NOT NULL;
  INSERT INTO streak_days (user_id, day, entries_count)
    SELECT NEW.artist_id, NEW.entered_day, 1 WHERE NEW.entered_day IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM streaks WHERE user_id = NEW.artist_id AND settled_day >= NEW.entered_day)
    ON CONFLICT DO UPDATE SET entries_count = entries_count + 1;
END;

CREATE TRIGGER challenge_entries_update_counts AFTER UPDATE OF listed, listed_for_all ON challenge_entries BEGIN
  UPDATE challenges SET listed_count = listed_count + NEW.listed - OLD.listed,
    listed_for_all_count = listed_for_all_count + NEW.listed_for_all - OLD.listed_for_all
  WHERE id = NEW.challenge_id;
END;

CREATE TRIGGER challenge_entries_delete_counts AFTER DELETE ON challenge_entries BEGIN
  UPDATE challenges SET listed_count = listed_count - OLD.listed,
    listed_for_all_count = listed_for_all_count - OLD.listed_for_all
  WHERE id = OLD.challenge_id;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT OLD.artist_id, 'glop', -2, 'challenge_left', OLD.sketch_id, unixepoch() * 1000
    WHERE OLD.earned_day IS NOT NULL;
  UPDATE streak_days SET entries_count = entries_count - 1
    WHERE user_id = OLD.artist_id AND day = OLD.entered_day AND entries_count > 0;
END;

-- `artist_id` is the artist of the sketch.
CREATE TRIGGER challenge_entries_insert_check BEFORE INSERT ON challenge_entries
WHEN NEW.artist_id <> (SELECT user_id FROM sketches WHERE id = NEW.sketch_id) BEGIN
  SELECT RAISE(ABORT, 'entry_of_another');
END;
