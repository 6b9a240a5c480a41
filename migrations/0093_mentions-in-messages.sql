CREATE TABLE `message_mentions` (
	`user_id` integer NOT NULL,
	`post_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `post_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`post_id`) REFERENCES `message_posts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `message_mentions_post` ON `message_mentions` (`post_id`);--> statement-breakpoint
CREATE TABLE `profile_mentions` (
	`user_id` integer NOT NULL,
	`profile_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `profile_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`profile_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `profile_mentions_profile` ON `profile_mentions` (`profile_id`);--> statement-breakpoint
DROP INDEX `message_posts_mentions`;--> statement-breakpoint
DROP INDEX `users_about_mentions`;--> statement-breakpoint
INSERT OR IGNORE INTO message_mentions (user_id, post_id)
  SELECT value ->> 'userId', message_posts.id FROM message_posts, json_each(message_posts.mentions);
--> statement-breakpoint
INSERT OR IGNORE INTO profile_mentions (user_id, profile_id)
  SELECT value ->> 'userId', users.id FROM users, json_each(users.about_mentions) WHERE users.about_mentions IS NOT NULL;
