DROP INDEX `streams_unsettled`;--> statement-breakpoint
ALTER TABLE `streams` ADD `heard_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `streams_unsettled` ON `streams` (`heard_at`) WHERE state <> 'announced' AND settled = 0;--> statement-breakpoint
UPDATE `streams` SET `heard_at` = coalesce(`started_at`, 0);
