CREATE TABLE `award_categories` (
	`category_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`award_year` integer NOT NULL,
	`category_title` text NOT NULL,
	`kind` text NOT NULL,
	`category_position` integer NOT NULL,
	FOREIGN KEY (`award_year`) REFERENCES `award_years`(`year`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "award_kind" CHECK(kind IN ('artist', 'sketch'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `award_categories_title` ON `award_categories` (`award_year`,`category_title`);--> statement-breakpoint
CREATE INDEX `award_categories_position` ON `award_categories` (`award_year`,`category_position`);--> statement-breakpoint
CREATE UNIQUE INDEX `award_categories_kind` ON `award_categories` (`category_id`,`kind`);--> statement-breakpoint
CREATE TABLE `award_nominations` (
	`nomination_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`category_id` integer NOT NULL,
	`kind` text NOT NULL,
	`sketch_id` integer,
	`artist_id` integer NOT NULL,
	`nominated_by` integer,
	`created_at` integer NOT NULL,
	`votes_count` integer,
	`is_winner` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`artist_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`nominated_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`category_id`,`kind`) REFERENCES `award_categories`(`category_id`,`kind`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "award_nominee" CHECK((kind = 'sketch') = (sketch_id IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `award_nominations_sketch` ON `award_nominations` (`category_id`,`sketch_id`) WHERE sketch_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `award_nominations_artist` ON `award_nominations` (`category_id`,`artist_id`) WHERE sketch_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `award_nominations_category` ON `award_nominations` (`category_id`,`nomination_id`);--> statement-breakpoint
CREATE INDEX `award_nominations_of_sketch` ON `award_nominations` (`sketch_id`);--> statement-breakpoint
CREATE INDEX `award_nominations_of_artist` ON `award_nominations` (`artist_id`);--> statement-breakpoint
CREATE INDEX `award_nominations_nominator` ON `award_nominations` (`nominated_by`);--> statement-breakpoint
CREATE INDEX `award_nominations_wins` ON `award_nominations` (`artist_id`) WHERE is_winner = 1;--> statement-breakpoint
CREATE TABLE `award_votes` (
	`vote_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`category_id` integer NOT NULL,
	`nomination_id` integer NOT NULL,
	`voter_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`voter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`category_id`,`nomination_id`) REFERENCES `award_nominations`(`category_id`,`nomination_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `award_votes_voter` ON `award_votes` (`category_id`,`voter_id`);--> statement-breakpoint
CREATE INDEX `award_votes_nomination` ON `award_votes` (`category_id`,`nomination_id`);--> statement-breakpoint
CREATE INDEX `award_votes_user` ON `award_votes` (`voter_id`);--> statement-breakpoint
CREATE TABLE `award_years` (
	`year` integer PRIMARY KEY NOT NULL,
	`nominations_start_at` integer NOT NULL,
	`nominations_end_at` integer NOT NULL,
	`voting_start_at` integer NOT NULL,
	`voting_end_at` integer NOT NULL,
	`recap` text DEFAULT '' NOT NULL,
	`result_at` integer,
	CONSTRAINT "award_year" CHECK(year BETWEEN 2011 AND 2999),
	CONSTRAINT "award_times" CHECK(nominations_start_at < nominations_end_at AND nominations_end_at <= voting_start_at
        AND voting_start_at < voting_end_at)
);
--> statement-breakpoint
CREATE INDEX `award_years_without_result` ON `award_years` (`voting_end_at`) WHERE result_at IS NULL;--> statement-breakpoint
ALTER TABLE `notifications` ADD `award_nomination_id` integer REFERENCES award_nominations(nomination_id) ON DELETE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_award` ON `notifications` (`award_nomination_id`) WHERE award_nomination_id IS NOT NULL;
--> statement-breakpoint
DROP TRIGGER notifications_insert_check;
--> statement-breakpoint
CREATE TRIGGER notifications_insert_check BEFORE INSERT ON notifications
WHEN (NEW.user_id = NEW.actor_id AND NEW.category NOT IN ('moderation', 'compos', 'challenges')
    AND NEW.award_nomination_id IS NULL)
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
