-- What a challenge counts, and what it earns, follows the sketches that are entered, in the statement that changes them.

-- An entry repeats its sketch's artist.
CREATE TRIGGER challenge_entries_belong BEFORE INSERT ON challenge_entries
WHEN NEW.artist_id <> (SELECT user_id FROM sketches WHERE id = NEW.sketch_id) BEGIN
  SELECT RAISE(ABORT, 'entry_of_another');
END;
--> statement-breakpoint
CREATE TRIGGER challenge_entries_added AFTER INSERT ON challenge_entries BEGIN
  UPDATE challenges SET listed_count = listed_count + NEW.listed,
    listed_for_all_count = listed_for_all_count + NEW.listed_for_all
  WHERE id = NEW.challenge_id;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    VALUES (NEW.artist_id, 'glop', 2, 'challenge_entered', NEW.sketch_id, NEW.entered_at);
END;
--> statement-breakpoint
CREATE TRIGGER challenge_entries_shown_or_hidden AFTER UPDATE OF listed, listed_for_all ON challenge_entries BEGIN
  UPDATE challenges SET listed_count = listed_count + NEW.listed - OLD.listed,
    listed_for_all_count = listed_for_all_count + NEW.listed_for_all - OLD.listed_for_all
  WHERE id = NEW.challenge_id;
END;
--> statement-breakpoint
CREATE TRIGGER challenge_entries_removed AFTER DELETE ON challenge_entries BEGIN
  UPDATE challenges SET listed_count = listed_count - OLD.listed,
    listed_for_all_count = listed_for_all_count - OLD.listed_for_all
  WHERE id = OLD.challenge_id;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    VALUES (OLD.artist_id, 'glop', -2, 'challenge_left', OLD.sketch_id, unixepoch() * 1000);
END;
--> statement-breakpoint
CREATE TRIGGER sketches_entries_shown_or_hidden AFTER UPDATE OF unlisted, violation, file_lost_at, mature ON sketches BEGIN
  UPDATE challenge_entries SET
    listed = (NEW.unlisted = 0 AND NEW.violation IS NULL AND NEW.file_lost_at IS NULL),
    listed_for_all = (NEW.unlisted = 0 AND NEW.violation IS NULL AND NEW.file_lost_at IS NULL AND NEW.mature = 0)
  WHERE sketch_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_removed_from_challenges BEFORE DELETE ON sketches BEGIN
  DELETE FROM challenge_entries WHERE sketch_id = OLD.id;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE challenge_words USING fts5(
  title, description, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);
--> statement-breakpoint
CREATE TRIGGER challenge_words_added AFTER INSERT ON challenges BEGIN
  INSERT INTO challenge_words (rowid, title, description) VALUES (NEW.id, NEW.title, NEW.description);
END;
