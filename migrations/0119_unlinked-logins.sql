CREATE TABLE `unlinked_logins` (
	`login_hash` text NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`login_hash`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `unlinked_logins_user` ON `unlinked_logins` (`user_id`);