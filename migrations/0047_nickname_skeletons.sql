ALTER TABLE `users` ADD `nickname_skeleton` text;--> statement-breakpoint
CREATE UNIQUE INDEX `users_nickname_skeleton` ON `users` (`nickname_skeleton`);