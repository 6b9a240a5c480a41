CREATE TABLE `feed_looks` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`sketch_id` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `muted_threads` (
	`user_id` integer NOT NULL,
	`target_type` text NOT NULL,
	`target_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `target_type`, `target_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `muted_threads_target` ON `muted_threads` (`target_type`,`target_id`);--> statement-breakpoint
CREATE INDEX `muted_threads_age` ON `muted_threads` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `notice_counts` (
	`user_id` integer NOT NULL,
	`category` text NOT NULL,
	`unread` integer NOT NULL,
	`kept` integer NOT NULL,
	PRIMARY KEY(`user_id`, `category`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `notices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`category` text NOT NULL,
	`actor_id` integer NOT NULL,
	`owner_id` integer NOT NULL,
	`sketch_id` integer,
	`comment_id` integer,
	`excerpt` text,
	`answer` integer DEFAULT false NOT NULL,
	`count` integer DEFAULT 1 NOT NULL,
	`at` integer NOT NULL,
	`read_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`comment_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notices_user` ON `notices` (`user_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `notices_category` ON `notices` (`user_id`,`category`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `notices_unread` ON `notices` (`user_id`,`category`) WHERE read_at IS NULL;--> statement-breakpoint
CREATE INDEX `notices_actor` ON `notices` (`user_id`,`actor_id`);--> statement-breakpoint
CREATE INDEX `notices_owner` ON `notices` (`user_id`,`owner_id`);--> statement-breakpoint
CREATE INDEX `notices_sketch` ON `notices` (`sketch_id`);--> statement-breakpoint
CREATE INDEX `notices_age` ON `notices` (`at`);--> statement-breakpoint
CREATE UNIQUE INDEX `notices_comment` ON `notices` (`comment_id`,`user_id`) WHERE comment_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `notices_hearts` ON `notices` (`user_id`,`sketch_id`) WHERE category = 'hearts' AND read_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `notices_fans` ON `notices` (`user_id`,`actor_id`) WHERE category = 'fans';--> statement-breakpoint
CREATE TABLE `notices_off` (
	`user_id` integer NOT NULL,
	`category` text NOT NULL,
	PRIMARY KEY(`user_id`, `category`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `users` ADD `notices_unread` integer DEFAULT 0 NOT NULL;