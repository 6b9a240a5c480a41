-- Counts of a compo, the end of invites, the exposure of its entries, and the glops of its places.

CREATE TRIGGER compo_entries_insert_counts AFTER INSERT ON compo_entries BEGIN
  UPDATE compos SET listed_count = listed_count + NEW.listed,
    listed_for_all_count = listed_for_all_count + NEW.listed_for_all
  WHERE id = NEW.compo_id;
  DELETE FROM compo_invites WHERE sketch_id = NEW.sketch_id;
  DELETE FROM notifications WHERE sketch_id = NEW.sketch_id AND compo_notice = 'invite';
END;

CREATE TRIGGER compo_entries_update_counts AFTER UPDATE OF listed, listed_for_all ON compo_entries BEGIN
  UPDATE compos SET listed_count = listed_count + NEW.listed - OLD.listed,
    listed_for_all_count = listed_for_all_count + NEW.listed_for_all - OLD.listed_for_all
  WHERE id = NEW.compo_id;
END;

CREATE TRIGGER compo_entries_delete_counts AFTER DELETE ON compo_entries BEGIN
  UPDATE compos SET listed_count = listed_count - OLD.listed,
    listed_for_all_count = listed_for_all_count - OLD.listed_for_all
  WHERE id = OLD.compo_id;
END;

-- `artist_id` is the artist of the sketch.
CREATE TRIGGER compo_entries_insert_check BEFORE INSERT ON compo_entries
WHEN NEW.artist_id <> (SELECT user_id FROM sketches WHERE id = NEW.sketch_id) BEGIN
  SELECT RAISE(ABORT, 'entry_of_another');
END;

CREATE TRIGGER compo_sets_insert_exposure AFTER INSERT ON compo_sets WHEN NEW.is_counted = 1 BEGIN
  UPDATE compo_entries SET
    plain_exposure = plain_exposure + NOT (SELECT shows_mature FROM compo_ballots WHERE ballot_id = NEW.ballot_id),
    mature_exposure = mature_exposure + (SELECT shows_mature FROM compo_ballots WHERE ballot_id = NEW.ballot_id)
  WHERE entry_id IN (SELECT value FROM json_each(NEW.entry_ids));
END;

CREATE TRIGGER compo_sets_update_exposure AFTER UPDATE OF is_counted ON compo_sets
WHEN NEW.is_counted <> OLD.is_counted BEGIN
  UPDATE compo_entries SET
    plain_exposure = plain_exposure + (NEW.is_counted - OLD.is_counted)
      * NOT (SELECT shows_mature FROM compo_ballots WHERE ballot_id = NEW.ballot_id),
    mature_exposure = mature_exposure + (NEW.is_counted - OLD.is_counted)
      * (SELECT shows_mature FROM compo_ballots WHERE ballot_id = NEW.ballot_id)
  WHERE entry_id IN (SELECT value FROM json_each(NEW.entry_ids));
END;

-- Publishing a result, which happens once, gives the glops of the places and marks the sketches. Compos of groups give no
-- glops: their owners could make as many as they like.
CREATE TRIGGER compos_update_result AFTER UPDATE OF result_at ON compos
WHEN OLD.result_at IS NULL AND NEW.result_at IS NOT NULL BEGIN
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT artist_id, 'glop',
      CASE WHEN place = 1 THEN 100 WHEN place = 2 THEN 60 WHEN place = 3 THEN 40 WHEN place <= 10 THEN 20 ELSE 10 END,
      'compo_place', sketch_id, NEW.result_at
    FROM compo_entries WHERE compo_id = NEW.id AND place <= 25 AND artist_id IS NOT NULL AND NEW.group_id IS NULL;
  UPDATE sketches SET compo_place = entry.place
    FROM compo_entries AS entry WHERE entry.compo_id = NEW.id AND entry.place <= 25 AND sketches.id = entry.sketch_id;
END;

-- A result cannot be changed.
CREATE TRIGGER compos_update_check BEFORE UPDATE OF result_at ON compos WHEN OLD.result_at IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'result_is_final');
END;
