CREATE TABLE `appeals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`case_id` integer,
	`ban_id` integer,
	`text` text NOT NULL,
	`decider_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`outcome` text,
	`reason` text DEFAULT '' NOT NULL,
	`closed_by` integer,
	`closed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`case_id`) REFERENCES `cases`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ban_id`) REFERENCES `bans`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decider_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`closed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "appeals_of_one" CHECK((case_id IS NULL) <> (ban_id IS NULL)),
	CONSTRAINT "appeals_text" CHECK(length(text) BETWEEN 1 AND 500)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `appeals_case_once` ON `appeals` (`case_id`) WHERE case_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `appeals_ban_once` ON `appeals` (`ban_id`) WHERE ban_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `appeals_open` ON `appeals` (`created_at`,`id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `appeals_closed` ON `appeals` (`closed_at`,`id`) WHERE closed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `appeals_user` ON `appeals` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `appeals_decider` ON `appeals` (`decider_id`);--> statement-breakpoint
CREATE INDEX `appeals_closed_by` ON `appeals` (`closed_by`) WHERE closed_by IS NOT NULL;--> statement-breakpoint
CREATE TABLE `case_delays` (
	`month` integer NOT NULL,
	`within_hours` integer NOT NULL,
	`decisions_count` integer NOT NULL,
	PRIMARY KEY(`month`, `within_hours`)
);
--> statement-breakpoint
CREATE TABLE `case_months` (
	`month` integer PRIMARY KEY NOT NULL,
	`reports_count` integer DEFAULT 0 NOT NULL,
	`acted_count` integer DEFAULT 0 NOT NULL,
	`dismissed_count` integer DEFAULT 0 NOT NULL,
	`upheld_count` integer DEFAULT 0 NOT NULL,
	`overturned_count` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `notifications` ADD `case_id` integer REFERENCES cases(id) ON DELETE cascade;--> statement-breakpoint
ALTER TABLE `notifications` ADD `appeal_id` integer REFERENCES appeals(id) ON DELETE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_case` ON `notifications` (`case_id`,`user_id`) WHERE case_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_appeal` ON `notifications` (`appeal_id`) WHERE appeal_id IS NOT NULL;
--> statement-breakpoint
DROP TRIGGER notifications_insert_check;
--> statement-breakpoint
CREATE TRIGGER case_reports_insert_counts AFTER INSERT ON case_reports BEGIN
  INSERT INTO case_months (month, reports_count) VALUES (CAST(strftime('%Y%m', NEW.created_at / 1000, 'unixepoch') AS INTEGER), 1)
    ON CONFLICT (month) DO UPDATE SET reports_count = reports_count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER case_decisions_insert_counts AFTER INSERT ON case_decisions BEGIN
  INSERT INTO case_months (month, acted_count, dismissed_count)
    VALUES (CAST(strftime('%Y%m', NEW.decided_at / 1000, 'unixepoch') AS INTEGER), NEW.action <> 'none', NEW.action = 'none')
    ON CONFLICT (month) DO UPDATE SET acted_count = acted_count + excluded.acted_count,
      dismissed_count = dismissed_count + excluded.dismissed_count;
  INSERT INTO case_delays (month, within_hours, decisions_count)
    SELECT CAST(strftime('%Y%m', NEW.decided_at / 1000, 'unixepoch') AS INTEGER), coalesce(
        (SELECT min(value) FROM json_each('[1,2,4,8,12,24,48,72,168,336,720]') WHERE value * 3600000 >= NEW.decided_at - created_at), 8760), 1
    FROM cases WHERE id = NEW.case_id
    ON CONFLICT (month, within_hours) DO UPDATE SET decisions_count = decisions_count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER appeals_update_counts AFTER UPDATE OF closed_at ON appeals
WHEN OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL BEGIN
  INSERT INTO case_months (month, upheld_count, overturned_count)
    VALUES (CAST(strftime('%Y%m', NEW.closed_at / 1000, 'unixepoch') AS INTEGER), NEW.outcome = 'upheld', NEW.outcome = 'overturned')
    ON CONFLICT (month) DO UPDATE SET upheld_count = upheld_count + excluded.upheld_count,
      overturned_count = overturned_count + excluded.overturned_count;
END;
--> statement-breakpoint
CREATE TRIGGER notifications_insert_check BEFORE INSERT ON notifications
WHEN (NEW.user_id = NEW.actor_id AND NEW.category <> 'moderation')
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
CREATE TRIGGER case_decisions_insert_notifications AFTER INSERT ON case_decisions BEGIN
  INSERT INTO notifications (user_id, category, actor_id, page_owner_id, case_id, occurred_at)
    SELECT id, 'moderation', id, id, NEW.case_id, NEW.decided_at FROM users
    WHERE deleted_at IS NULL AND id <> NEW.staff_id AND id IN (
      SELECT reporter_id FROM case_reports WHERE case_id = NEW.case_id
      UNION SELECT user_id FROM cases WHERE id = NEW.case_id AND NEW.action <> 'none')
    ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER case_decisions_update_notifications AFTER UPDATE OF undone_at ON case_decisions
WHEN OLD.undone_at IS NULL AND NEW.undone_at IS NOT NULL BEGIN
  UPDATE notifications SET read_at = NULL, occurred_at = NEW.undone_at WHERE case_id = NEW.case_id
    AND NOT EXISTS (SELECT 1 FROM appeals WHERE case_id = NEW.case_id AND user_id = notifications.user_id);
END;
--> statement-breakpoint
CREATE TRIGGER appeals_update_notifications AFTER UPDATE OF closed_at ON appeals
WHEN OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL BEGIN
  INSERT INTO notifications (user_id, category, actor_id, page_owner_id, appeal_id, occurred_at)
    SELECT id, 'moderation', id, id, NEW.id, NEW.closed_at FROM users WHERE id = NEW.user_id AND deleted_at IS NULL
    ON CONFLICT DO NOTHING;
END;
