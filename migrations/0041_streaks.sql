CREATE TABLE `streak_days` (
	`user_id` integer NOT NULL,
	`day` integer NOT NULL,
	`entries_count` integer DEFAULT 0 NOT NULL,
	`helped` integer DEFAULT false NOT NULL,
	`excused` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`user_id`, `day`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `streak_days_age` ON `streak_days` (`day`);--> statement-breakpoint
CREATE TABLE `streaks` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`settled_day` integer NOT NULL,
	`length` integer NOT NULL,
	`longest` integer NOT NULL,
	`rest_days` integer NOT NULL,
	`earned_week` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `challenge_entries` ADD `entered_day` integer;--> statement-breakpoint
ALTER TABLE `notifications` ADD `challenge_id` integer REFERENCES challenges(id);--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_challenge` ON `notifications` (`challenge_id`) WHERE challenge_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `show_streak` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `time_zone` text;--> statement-breakpoint
ALTER TABLE `users` ADD `time_zone_changed_at` integer;
--> statement-breakpoint
DROP TRIGGER notifications_insert_check;
--> statement-breakpoint
DROP TRIGGER challenge_entries_delete_counts;
--> statement-breakpoint
DROP TRIGGER challenge_entries_insert_counts;
--> statement-breakpoint
CREATE TRIGGER challenge_entries_insert_counts AFTER INSERT ON challenge_entries BEGIN
  UPDATE challenges SET listed_count = listed_count + NEW.listed,
    listed_for_all_count = listed_for_all_count + NEW.listed_for_all
  WHERE id = NEW.challenge_id;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    VALUES (NEW.artist_id, 'glop', 2, 'challenge_entered', NEW.sketch_id, NEW.entered_at);
  INSERT INTO streak_days (user_id, day, entries_count)
    SELECT NEW.artist_id, NEW.entered_day, 1 WHERE NEW.entered_day IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM streaks WHERE user_id = NEW.artist_id AND settled_day >= NEW.entered_day)
    ON CONFLICT DO UPDATE SET entries_count = entries_count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER challenge_entries_delete_counts AFTER DELETE ON challenge_entries BEGIN
  UPDATE challenges SET listed_count = listed_count - OLD.listed,
    listed_for_all_count = listed_for_all_count - OLD.listed_for_all
  WHERE id = OLD.challenge_id;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    VALUES (OLD.artist_id, 'glop', -2, 'challenge_left', OLD.sketch_id, unixepoch() * 1000);
  UPDATE streak_days SET entries_count = entries_count - 1
    WHERE user_id = OLD.artist_id AND day = OLD.entered_day AND entries_count > 0;
END;
--> statement-breakpoint
CREATE TRIGGER notifications_insert_check BEFORE INSERT ON notifications
WHEN (NEW.user_id = NEW.actor_id AND NEW.category NOT IN ('moderation', 'compos', 'challenges'))
  OR EXISTS (SELECT 1 FROM notification_opt_outs WHERE user_id = NEW.user_id AND category = NEW.category)
  OR EXISTS (SELECT 1 FROM muted_threads WHERE user_id = NEW.user_id AND target_type = 'sketch' AND target_id = NEW.sketch_id)
  OR (NEW.comment_id IS NOT NULL AND EXISTS (SELECT 1 FROM comments JOIN muted_threads USING (target_type, target_id)
    WHERE comments.id = NEW.comment_id AND muted_threads.user_id = NEW.user_id))
  OR (NEW.category IN ('streams', 'notes') AND EXISTS (SELECT 1 FROM muted_threads WHERE user_id = NEW.user_id
    AND target_type = 'profile' AND target_id = NEW.page_owner_id))
  OR (NEW.group_feature_id IS NULL
    AND EXISTS (SELECT 1 FROM blocks WHERE user_id = NEW.user_id AND blocked_id IN (NEW.actor_id, NEW.page_owner_id)))
  OR (NEW.group_feature_id IS NULL
    AND EXISTS (SELECT 1 FROM blocks WHERE blocked_id = NEW.user_id AND user_id IN (NEW.actor_id, NEW.page_owner_id)))
  OR EXISTS (SELECT 1 FROM sketches JOIN users ON users.id = NEW.user_id
    WHERE sketches.id = NEW.sketch_id AND sketches.user_id <> NEW.user_id
      AND (sketches.violation IS NOT NULL OR (sketches.mature = 1 AND users.show_mature = 0)))
  OR (NEW.stream_id IS NOT NULL AND EXISTS (SELECT 1 FROM streams JOIN users ON users.id = NEW.user_id
    WHERE streams.id = NEW.stream_id AND streams.mature = 1 AND users.show_mature = 0))
BEGIN
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
CREATE TRIGGER challenges_update_search AFTER UPDATE OF title, description ON challenges BEGIN
  DELETE FROM challenge_search WHERE rowid = NEW.id;
  INSERT INTO challenge_search (rowid, title, description) VALUES (NEW.id, NEW.title, NEW.description);
END;
