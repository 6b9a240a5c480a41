ALTER TABLE `message_posts` ADD `mentions` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX `message_posts_mentions` ON `message_posts` (`id`) WHERE mentions <> '[]';--> statement-breakpoint
ALTER TABLE `users` ADD `email_exports` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `about_mentions` text;--> statement-breakpoint
CREATE INDEX `users_about_mentions` ON `users` (`id`) WHERE about_mentions <> '[]';--> statement-breakpoint
CREATE INDEX `streams_replays_own_mature` ON `streams` (`user_id`,`ended_at`,`id`) WHERE replay = 'kept' AND replay_unlisted = 0 AND replay_violating = 0 AND (mature = 1 OR replay_mature = 1);