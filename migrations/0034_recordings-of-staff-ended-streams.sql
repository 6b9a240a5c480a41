DROP INDEX `streams_pending`;--> statement-breakpoint
ALTER TABLE `streams` ADD `waits_since` integer;--> statement-breakpoint
CREATE INDEX `streams_pending` ON `streams` (`waits_since`) WHERE replay = 'pending';--> statement-breakpoint
UPDATE `streams` SET `waits_since` = `ended_at` WHERE `replay` = 'pending';--> statement-breakpoint
UPDATE `streams` SET `replay` = 'hidden' WHERE `replay` = 'pending' AND `end` = 'staff';
