CREATE TABLE `comment_mentions` (
	`user_id` integer NOT NULL,
	`comment_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `comment_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`comment_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `comment_mentions_comment` ON `comment_mentions` (`comment_id`);--> statement-breakpoint
CREATE TABLE `comment_reporters` (
	`comment_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`comment_id`, `user_id`),
	FOREIGN KEY (`comment_id`) REFERENCES `comment_reports`(`comment_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `comment_reports` (
	`comment_id` integer PRIMARY KEY NOT NULL,
	`target_type` text NOT NULL,
	`target_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`text` text NOT NULL,
	`commented_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `comment_reports_age` ON `comment_reports` (`created_at`,`comment_id`);--> statement-breakpoint
ALTER TABLE `comments` ADD `mentions` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `comments` ADD `parent_id` integer;--> statement-breakpoint
ALTER TABLE `comments` ADD `parent_user_id` integer REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `comments` ADD `edited_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `sketches_for_all_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `comments_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `blocks_age` ON `blocks` (`user_id`,`created_at`,`blocked_id`);--> statement-breakpoint
CREATE INDEX `fans_age` ON `fans` (`user_id`,`created_at`,`fan_id`);--> statement-breakpoint
CREATE INDEX `fans_fan_of_age` ON `fans` (`fan_id`,`created_at`,`user_id`);