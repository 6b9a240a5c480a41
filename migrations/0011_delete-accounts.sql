ALTER TABLE `users` ADD `deletes_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `users_deletions` ON `users` (`deletes_at`) WHERE deletes_at IS NOT NULL;