ALTER TABLE `pending_uploads` ADD `mat_fingerprints` text;--> statement-breakpoint
CREATE INDEX `cases_decided_target` ON `cases` (`kind`,`target`) WHERE decided_at IS NOT NULL;