DROP INDEX `users_birthday`;--> statement-breakpoint
ALTER TABLE `users` ADD `country` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `gender` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `website` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `theme` text;--> statement-breakpoint
ALTER TABLE `users` ADD `show_chat` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `show_birthday` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `users_birthdays` ON `users` (`birthday`,`fans_count`,`id`) WHERE show_birthday = 1;--> statement-breakpoint
CREATE INDEX `sketches_covers` ON `sketches` (`user_id`,`id`) WHERE width = 2048 AND height = 506;