CREATE INDEX `compos_open` ON `compos` (`ends_at`,`id`) WHERE result_at IS NULL;--> statement-breakpoint
CREATE INDEX `group_requests_age` ON `group_requests` (`state`,`created_at`);