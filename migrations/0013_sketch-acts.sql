CREATE TABLE `features` (
	`sketch_id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`star` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `features_user` ON `features` (`user_id`,`sketch_id`);--> statement-breakpoint
CREATE TABLE `stars` (
	`user_id` integer NOT NULL,
	`month` integer NOT NULL,
	`spent` integer NOT NULL,
	PRIMARY KEY(`user_id`, `month`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "stars_not_overspent" CHECK("stars"."spent" <= 5)
);
--> statement-breakpoint
CREATE TABLE `ratings` (
	`sketch_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`rating` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`sketch_id`, `user_id`),
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `ratings_user` ON `ratings` (`user_id`,`sketch_id`);--> statement-breakpoint
CREATE TABLE `sketch_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sketch_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`copyright` integer NOT NULL,
	`mature` integer NOT NULL,
	`inappropriate` integer NOT NULL,
	`challengedq` integer NOT NULL,
	`compodq` integer NOT NULL,
	`notsketch` integer NOT NULL,
	`details` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`closed_by` integer,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`closed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sketch_reports_one_open` ON `sketch_reports` (`sketch_id`,`user_id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `sketch_reports_open` ON `sketch_reports` (`id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `sketch_reports_sketch` ON `sketch_reports` (`sketch_id`,`id`);--> statement-breakpoint
CREATE INDEX `sketch_reports_user` ON `sketch_reports` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `staff_acts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`staff_id` integer NOT NULL,
	`act` text NOT NULL,
	`user_id` integer,
	`target_type` text NOT NULL,
	`target_id` integer NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`changes` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `staff_acts_staff` ON `staff_acts` (`staff_id`,`id`);--> statement-breakpoint
CREATE INDEX `staff_acts_user` ON `staff_acts` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `staff_acts_target` ON `staff_acts` (`target_type`,`target_id`,`id`);--> statement-breakpoint
CREATE TABLE `view_salts` (
	`day` integer PRIMARY KEY NOT NULL,
	`salt` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `sketches` ADD `device` text;--> statement-breakpoint
ALTER TABLE `sketches` ADD `piggies_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `sketch_views_visitors` ON `sketch_views` (`day`) WHERE viewer >= 'visitor:';