ALTER TABLE `compo_entries` ADD `fitted_place` integer;--> statement-breakpoint
UPDATE compo_entries SET fitted_place = place WHERE place IS NOT NULL;--> statement-breakpoint
-- Disqualified entries were those whose position had grown by 30,000.
UPDATE compo_entries SET place = CASE WHEN position <= 30000 THEN fitted_place - (
    SELECT count(*) FROM compo_entries AS other WHERE other.compo_id = compo_entries.compo_id
      AND other.position > 30000 AND other.fitted_place < compo_entries.fitted_place) END
WHERE fitted_place IS NOT NULL
  AND compo_id IN (SELECT compo_id FROM compo_entries WHERE position > 30000);
