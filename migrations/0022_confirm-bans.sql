ALTER TABLE `bans` ADD `confirmed_by_id` integer REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `bans_open` ON `bans` (CASE WHEN ends_at IS NULL THEN 4503599627370496 + id ELSE ends_at END) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `bans_unconfirmed` ON `bans` (`ends_at`) WHERE closed_at IS NULL AND duration_hours = -1;