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
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `streams_call` ON `streams` (`user_id`,`call_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `streams_one_live` ON `streams` (`user_id`) WHERE state = 'live';--> statement-breakpoint
CREATE INDEX `streams_live` ON `streams` (`watching`,`id`) WHERE state = 'live';--> statement-breakpoint
CREATE INDEX `streams_announced` ON `streams` (`starts_at`,`id`) WHERE state = 'announced';--> statement-breakpoint
CREATE INDEX `streams_replays` ON `streams` (`id`) WHERE replay = 'kept';--> statement-breakpoint
CREATE INDEX `streams_pending` ON `streams` (`ended_at`) WHERE replay = 'pending';--> statement-breakpoint
CREATE INDEX `streams_artist` ON `streams` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `streams_sketch` ON `streams` (`sketch_id`) WHERE sketch_id IS NOT NULL;