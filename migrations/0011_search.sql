CREATE TABLE `tag_aliases` (
	`alias` text PRIMARY KEY NOT NULL,
	`tag_id` integer NOT NULL,
	`created_by` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `tag_aliases_tag` ON `tag_aliases` (`tag_id`);--> statement-breakpoint
CREATE TABLE `tag_follows` (
	`user_id` integer NOT NULL,
	`tag_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `tag_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `tag_follows_tag` ON `tag_follows` (`tag_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `active_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `birth_day` text GENERATED ALWAYS AS ((substr(birth_date, 6))) VIRTUAL;--> statement-breakpoint
CREATE INDEX `users_active` ON `users` (`active_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_birthday` ON `users` (`birth_day`,`fans_count`,`id`);--> statement-breakpoint
CREATE INDEX `users_patrons` ON `users` (`fans_count`,`id`) WHERE instr(flags, 'p') > 0;--> statement-breakpoint
CREATE INDEX `users_fans` ON `users` (`fans_count`,`id`);--> statement-breakpoint
CREATE INDEX `users_glops` ON `users` (`glops`,`id`);--> statement-breakpoint
CREATE INDEX `users_sketches` ON `users` (`sketches_count`,`id`);--> statement-breakpoint
CREATE INDEX `sketches_age` ON `sketches` (`created_at`);