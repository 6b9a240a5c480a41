ALTER TABLE `users` ADD `former_slug` text;--> statement-breakpoint
CREATE UNIQUE INDEX `users_former_slug` ON `users` (`former_slug`);