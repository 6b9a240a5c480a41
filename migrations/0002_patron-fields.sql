ALTER TABLE `users` ADD `slug` text;--> statement-breakpoint
ALTER TABLE `users` ADD `watermark_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `users_slug` ON `users` (`slug`);