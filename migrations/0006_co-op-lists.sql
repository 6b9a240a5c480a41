DROP INDEX `sketches_coop`;--> statement-breakpoint
CREATE INDEX `sketches_coop_for_all` ON `sketches` (`coop_id`,`listed_for_all`,`id`) WHERE coop_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sketches_coop` ON `sketches` (`coop_id`,`listed`,`id`) WHERE coop_id IS NOT NULL;