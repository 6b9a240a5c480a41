CREATE TABLE `challenge_entries` (
	`entry_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`challenge_id` integer NOT NULL,
	`sketch_id` integer NOT NULL,
	`artist_id` integer NOT NULL,
	`entered_at` integer NOT NULL,
	`listed` integer NOT NULL,
	`listed_for_all` integer NOT NULL,
	FOREIGN KEY (`challenge_id`) REFERENCES `challenges`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`artist_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `challenge_entries_sketch` ON `challenge_entries` (`sketch_id`);--> statement-breakpoint
CREATE INDEX `challenge_entries_listed` ON `challenge_entries` (`challenge_id`,`listed`,`entry_id`);--> statement-breakpoint
CREATE INDEX `challenge_entries_listed_for_all` ON `challenge_entries` (`challenge_id`,`listed_for_all`,`entry_id`);--> statement-breakpoint
CREATE INDEX `challenge_entries_artist` ON `challenge_entries` (`challenge_id`,`artist_id`,`listed`);--> statement-breakpoint
CREATE TABLE `challenge_ideas` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`user_id` integer NOT NULL,
	`place` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `challenge_ideas_place` ON `challenge_ideas` (`place`,`id`);--> statement-breakpoint
CREATE INDEX `challenge_ideas_user` ON `challenge_ideas` (`user_id`,`place`);--> statement-breakpoint
CREATE TABLE `challenges` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`day` integer NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`user_id` integer NOT NULL,
	`idea_id` integer NOT NULL,
	`listed_count` integer DEFAULT 0 NOT NULL,
	`listed_for_all_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `challenges_day` ON `challenges` (`day`);--> statement-breakpoint
CREATE UNIQUE INDEX `challenges_idea` ON `challenges` (`idea_id`);