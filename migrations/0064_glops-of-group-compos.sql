CREATE INDEX `compos_of_site` ON `compos` (`starts_at`,`id`) WHERE group_id IS NULL;--> statement-breakpoint
CREATE INDEX `compos_of_site_without_result` ON `compos` (`voting_ends_at`) WHERE group_id IS NULL AND result_at IS NULL;
--> statement-breakpoint
DROP TRIGGER compos_update_result;
--> statement-breakpoint
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
