ALTER TABLE `compo_ballots` ADD `sets_count` integer;--> statement-breakpoint
ALTER TABLE `compo_ballots` ADD `picks_count` integer;--> statement-breakpoint
ALTER TABLE `compo_ballots` ADD `likelihood` real;--> statement-breakpoint
ALTER TABLE `compo_ballots` ADD `deviation` real;--> statement-breakpoint
CREATE INDEX `compo_ballots_deviation` ON `compo_ballots` (`compo_id`,`deviation`,`ballot_id`) WHERE deviation IS NOT NULL;--> statement-breakpoint
ALTER TABLE `compos` ADD `compared_count` integer;--> statement-breakpoint
CREATE INDEX `compos_to_compare` ON `compos` (`result_at`) WHERE result_at IS NOT NULL AND compared_count IS NULL;--> statement-breakpoint
ALTER TABLE `group_requests` ADD `nickname` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE group_requests SET nickname = (SELECT nickname FROM users WHERE users.id = group_requests.user_id);
