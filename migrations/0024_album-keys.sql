ALTER TABLE `albums` ADD `key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `albums_key` ON `albums` (`user_id`,`key`);