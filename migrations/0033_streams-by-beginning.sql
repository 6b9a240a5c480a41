DROP INDEX `streams_artist`;--> statement-breakpoint
CREATE INDEX `streams_artist` ON `streams` (`user_id`,`started_at`);