CREATE TABLE `emoticons` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`sketch_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `emoticons_user_sketch` ON `emoticons` (`user_id`,`sketch_id`);--> statement-breakpoint
CREATE INDEX `emoticons_sketch` ON `emoticons` (`sketch_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `emoticon_id` integer;