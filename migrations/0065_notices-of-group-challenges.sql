ALTER TABLE `challenges` ADD `notified_up_to` integer;--> statement-breakpoint
CREATE INDEX `challenges_to_notify` ON `challenges` (`id`) WHERE notified_up_to IS NOT NULL;