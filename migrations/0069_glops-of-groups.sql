CREATE TABLE `deleted_challenges` (
	`group_id` integer NOT NULL,
	`day` integer NOT NULL,
	`removed_up_to` integer,
	PRIMARY KEY(`group_id`, `day`),
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `group_sketch_glops` (
	`sketch_id` integer NOT NULL,
	`group_id` integer NOT NULL,
	`glops` integer NOT NULL,
	PRIMARY KEY(`sketch_id`, `group_id`),
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `group_activity` ADD `target_user_id` integer REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `group_activity_time` ON `group_activity` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `group_activity_target` ON `group_activity` (`target_user_id`);--> statement-breakpoint
ALTER TABLE `groups` ADD `challenge_notified_day` integer;--> statement-breakpoint
ALTER TABLE `sketches` ADD `entries_with_glops_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `ratings` ADD `changes_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `tags_used` ON `tags` (`name`,`sketches_count`) WHERE sketches_count > 0;--> statement-breakpoint
DROP TRIGGER sketches_delete_rows;--> statement-breakpoint
DROP TRIGGER ledger_insert_glops;--> statement-breakpoint
ALTER TABLE `group_sketches` DROP COLUMN `glops`;
--> statement-breakpoint
-- Glops that sketches earned for groups, also for those that they have left.
INSERT INTO group_sketch_glops (sketch_id, group_id, glops)
  SELECT sketch_id, group_id, sum(amount) FROM group_ledger
  WHERE unit = 'glop' AND sketch_id IN (SELECT id FROM sketches)
  GROUP BY sketch_id, group_id HAVING sum(amount) > 0;
--> statement-breakpoint
DELETE FROM tags WHERE NOT EXISTS (SELECT 1 FROM sketch_tags WHERE tag_id = tags.id)
  AND NOT EXISTS (SELECT 1 FROM tag_follows WHERE tag_id = tags.id)
  AND NOT EXISTS (SELECT 1 FROM tag_aliases WHERE tag_id = tags.id);
--> statement-breakpoint
DROP TRIGGER ratings_update_balances;
--> statement-breakpoint
DROP TRIGGER challenge_entries_insert_counts;
--> statement-breakpoint
DROP TRIGGER sketch_tags_delete_counts;
--> statement-breakpoint
DROP TRIGGER sketch_tags_delete_search;
--> statement-breakpoint
CREATE TRIGGER challenge_entries_insert_counts AFTER INSERT ON challenge_entries BEGIN
  UPDATE challenges SET listed_count = listed_count + NEW.listed,
    listed_for_all_count = listed_for_all_count + NEW.listed_for_all
  WHERE id = NEW.challenge_id;
  -- Entries earn glops in one challenge a day, and the first two of a challenge. A sketch earns them five times, because the
  -- lines of the ledger for entering and leaving again and again would be kept for ever.
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
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER sketches_delete_rows BEFORE DELETE ON sketches BEGIN
  SELECT RAISE(ABORT, 'in_closed_compo') WHERE EXISTS (
    SELECT 1 FROM compo_entries JOIN compos ON compos.id = compo_entries.compo_id
    WHERE compo_entries.sketch_id = OLD.id
      AND (compos.result_at IS NOT NULL OR compos.voting_ends_at <= unixepoch('subsec') * 1000));
  UPDATE groups SET listed_count = listed_count - OLD.listed, listed_for_all_count = listed_for_all_count - OLD.listed_for_all
  WHERE id IN (SELECT group_id FROM group_sketches WHERE sketch_id = OLD.id);
  DELETE FROM group_sketches WHERE sketch_id = OLD.id;
  INSERT INTO group_ledger (group_id, unit, amount, reason, sketch_id, created_at)
    SELECT group_id, 'glop', -glops, 'sketch_deleted', sketch_id, unixepoch() * 1000 FROM group_sketch_glops
    WHERE sketch_id = OLD.id;
  UPDATE groups SET glops = groups.glops - earned.glops
    FROM group_sketch_glops AS earned WHERE earned.sketch_id = OLD.id AND groups.id = earned.group_id;
  DELETE FROM group_sketch_glops WHERE sketch_id = OLD.id;
  DELETE FROM hearts WHERE sketch_id = OLD.id;
  DELETE FROM ratings WHERE sketch_id = OLD.id;
  DELETE FROM features WHERE sketch_id = OLD.id;
  DELETE FROM comments WHERE target_type = 'sketch' AND target_id = OLD.id;
  DELETE FROM muted_threads WHERE target_type = 'sketch' AND target_id = OLD.id;
  DELETE FROM sketch_tags WHERE sketch_id = OLD.id;
  UPDATE sketches SET parent_id = NULL WHERE parent_id = OLD.id;
  UPDATE sketches SET coop_id = NULL WHERE coop_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER sketch_tags_delete_counts AFTER DELETE ON sketch_tags BEGIN
  UPDATE tags SET sketches_count = sketches_count - OLD.listed_for_all WHERE id = OLD.tag_id;
  DELETE FROM tags WHERE id = OLD.tag_id AND NOT EXISTS (SELECT 1 FROM sketch_tags WHERE tag_id = OLD.tag_id)
    AND NOT EXISTS (SELECT 1 FROM tag_follows WHERE tag_id = OLD.tag_id)
    AND NOT EXISTS (SELECT 1 FROM tag_aliases WHERE tag_id = OLD.tag_id);
  DELETE FROM sketch_search WHERE rowid = OLD.sketch_id;
  INSERT INTO sketch_search (rowid, title, description, tags, facets)
    SELECT sketch_id, title, description, tags, facets FROM sketch_documents WHERE sketch_id = OLD.sketch_id;
END;
--> statement-breakpoint
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
