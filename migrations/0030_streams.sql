CREATE TABLE `stream_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`stream_id` integer NOT NULL,
	`reporter_id` integer NOT NULL,
	`details` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`closed_by` integer,
	FOREIGN KEY (`stream_id`) REFERENCES `streams`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`closed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stream_reports_one_open` ON `stream_reports` (`stream_id`,`reporter_id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `stream_reports_open` ON `stream_reports` (`id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `stream_reports_reporter` ON `stream_reports` (`reporter_id`,`id`);--> statement-breakpoint
CREATE TABLE `stream_chapters` (
	`stream_id` integer NOT NULL,
	`at_ms` integer NOT NULL,
	`title` text NOT NULL,
	PRIMARY KEY(`stream_id`, `at_ms`),
	FOREIGN KEY (`stream_id`) REFERENCES `streams`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `stream_reminders` (
	`stream_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`stream_id`, `user_id`),
	FOREIGN KEY (`stream_id`) REFERENCES `streams`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `stream_reminders_user` ON `stream_reminders` (`user_id`);--> statement-breakpoint
CREATE TABLE `streams` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`call_key` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`mature` integer NOT NULL,
	`source` text NOT NULL,
	`state` text NOT NULL,
	`sketch_id` integer,
	`challenge_id` integer,
	`starts_at` integer,
	`started_at` integer,
	`ended_at` integer,
	`end` text,
	`duration_ms` integer DEFAULT 0 NOT NULL,
	`preview` integer DEFAULT 0 NOT NULL,
	`sw` integer DEFAULT 0 NOT NULL,
	`sh` integer DEFAULT 0 NOT NULL,
	`watching` integer DEFAULT 0 NOT NULL,
	`total_views` integer DEFAULT 0 NOT NULL,
	`replay` text DEFAULT 'none' NOT NULL,
	`replay_sketch_id` integer,
	`settled` integer DEFAULT false NOT NULL,
	`clearing` integer DEFAULT false NOT NULL,
	`told_up_to` integer,
	`reminders_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`replay_sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `streams_call` ON `streams` (`user_id`,`call_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `streams_one_live` ON `streams` (`user_id`) WHERE state = 'live';--> statement-breakpoint
CREATE INDEX `streams_live` ON `streams` (`watching`,`id`) WHERE state = 'live';--> statement-breakpoint
CREATE INDEX `streams_live_for_all` ON `streams` (`watching`,`id`) WHERE state = 'live' AND mature = 0;--> statement-breakpoint
CREATE INDEX `streams_announced` ON `streams` (`starts_at`,`id`) WHERE state = 'announced';--> statement-breakpoint
CREATE INDEX `streams_announced_for_all` ON `streams` (`starts_at`,`id`) WHERE state = 'announced' AND mature = 0;--> statement-breakpoint
CREATE INDEX `streams_announced_by` ON `streams` (`user_id`) WHERE state = 'announced';--> statement-breakpoint
CREATE INDEX `streams_replays` ON `streams` (`ended_at`,`id`) WHERE replay = 'kept';--> statement-breakpoint
CREATE INDEX `streams_replays_for_all` ON `streams` (`ended_at`,`id`) WHERE replay = 'kept' AND mature = 0;--> statement-breakpoint
CREATE INDEX `streams_pending` ON `streams` (`ended_at`) WHERE replay = 'pending';--> statement-breakpoint
CREATE INDEX `streams_unsettled` ON `streams` (`started_at`) WHERE state <> 'announced' AND settled = 0;--> statement-breakpoint
CREATE INDEX `streams_clearing` ON `streams` (`id`) WHERE clearing = 1;--> statement-breakpoint
CREATE INDEX `streams_telling` ON `streams` (`id`) WHERE told_up_to IS NOT NULL;--> statement-breakpoint
CREATE INDEX `streams_artist` ON `streams` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `streams_sketch` ON `streams` (`sketch_id`) WHERE sketch_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `streams_replay_sketch` ON `streams` (`replay_sketch_id`) WHERE replay_sketch_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `notices` ADD `stream_id` integer REFERENCES streams(id);--> statement-breakpoint
CREATE UNIQUE INDEX `notices_stream` ON `notices` (`stream_id`,`user_id`) WHERE stream_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `fans` ADD `notes` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `fans` ADD `upload` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `fans` ADD `stream` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `fans_stream` ON `fans` (`user_id`,`fan_id`) WHERE stream = 1;