CREATE TABLE `bans` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`staff_id` integer NOT NULL,
	`duration` integer NOT NULL,
	`reason` text NOT NULL,
	`notes` text NOT NULL,
	`offenses` integer NOT NULL,
	`call_key` text,
	`created_at` integer NOT NULL,
	`ends_at` integer,
	`closed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bans_one_open` ON `bans` (`user_id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `bans_call` ON `bans` (`staff_id`,`call_key`);--> statement-breakpoint
CREATE INDEX `bans_user` ON `bans` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `user_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`reporter_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`closed_by` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`closed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "nobody_reports_themselves" CHECK("user_reports"."user_id" <> "user_reports"."reporter_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_reports_one_open` ON `user_reports` (`user_id`,`reporter_id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `user_reports_open` ON `user_reports` (`id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `user_reports_user` ON `user_reports` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `user_reports_reporter` ON `user_reports` (`reporter_id`,`id`);