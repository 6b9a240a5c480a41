CREATE TABLE `fan_outs` (
	`sketch_id` integer PRIMARY KEY NOT NULL,
	`artist_id` integer NOT NULL,
	`after_fan_id` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`artist_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `feeds` (
	`fan_id` integer NOT NULL,
	`sketch_id` integer NOT NULL,
	`artist_id` integer NOT NULL,
	PRIMARY KEY(`fan_id`, `sketch_id`),
	FOREIGN KEY (`fan_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`artist_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `feeds_artist` ON `feeds` (`fan_id`,`artist_id`);--> statement-breakpoint
CREATE INDEX `feeds_sketch` ON `feeds` (`sketch_id`);--> statement-breakpoint
CREATE TABLE `ranked_sketches` (
	`list` text NOT NULL,
	`rank` integer NOT NULL,
	`rank_for_all` integer,
	`sketch_id` integer NOT NULL,
	PRIMARY KEY(`list`, `rank`),
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ranked_sketches_for_all` ON `ranked_sketches` (`list`,`rank_for_all`);--> statement-breakpoint
CREATE INDEX `ranked_sketches_sketch` ON `ranked_sketches` (`sketch_id`);--> statement-breakpoint
CREATE TABLE `recommendations` (
	`user_id` integer NOT NULL,
	`rank` integer NOT NULL,
	`sketch_id` integer NOT NULL,
	`chosen_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `rank`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `recommendations_sketch` ON `recommendations` (`sketch_id`);--> statement-breakpoint
CREATE TABLE `sketch_views` (
	`viewer` text NOT NULL,
	`sketch_id` integer NOT NULL,
	`day` integer NOT NULL,
	PRIMARY KEY(`viewer`, `sketch_id`, `day`),
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sketch_views_sketch` ON `sketch_views` (`sketch_id`,`day`);--> statement-breakpoint
CREATE TABLE `blocks` (
	`user_id` integer NOT NULL,
	`blocked_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `blocked_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`blocked_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "nobody_blocks_themselves" CHECK("blocks"."user_id" <> "blocks"."blocked_id")
);
--> statement-breakpoint
CREATE INDEX `blocks_of` ON `blocks` (`blocked_id`,`user_id`);--> statement-breakpoint
DROP INDEX `sketch_tags_tag`;--> statement-breakpoint
ALTER TABLE `sketch_tags` ADD `listed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `sketch_tags` ADD `listed_for_all` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `sketch_tags` ADD `hearts_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `sketch_tags_tag_for_all` ON `sketch_tags` (`tag_id`,`listed_for_all`,`sketch_id`);--> statement-breakpoint
CREATE INDEX `sketch_tags_hearts` ON `sketch_tags` (`tag_id`,`listed`,`hearts_count`,`sketch_id`);--> statement-breakpoint
CREATE INDEX `sketch_tags_hearts_for_all` ON `sketch_tags` (`tag_id`,`listed_for_all`,`hearts_count`,`sketch_id`);--> statement-breakpoint
CREATE INDEX `sketch_tags_tag` ON `sketch_tags` (`tag_id`,`listed`,`sketch_id`);--> statement-breakpoint
ALTER TABLE `sketches` ADD `featured_at` integer;--> statement-breakpoint
ALTER TABLE `sketches` ADD `featured_by` integer REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `sketches` ADD `hearted_at` integer;--> statement-breakpoint
ALTER TABLE `sketches` ADD `views_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sketches` ADD `parent_id` integer;--> statement-breakpoint
ALTER TABLE `sketches` ADD `coop_id` integer;--> statement-breakpoint
CREATE INDEX `sketches_user` ON `sketches` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `sketches_user_listed` ON `sketches` (`user_id`,`listed`,`id`);--> statement-breakpoint
CREATE INDEX `sketches_user_listed_for_all` ON `sketches` (`user_id`,`listed_for_all`,`id`);--> statement-breakpoint
CREATE INDEX `sketches_user_hearts` ON `sketches` (`user_id`,`hearts_count`,`id`);--> statement-breakpoint
CREATE INDEX `sketches_hearts` ON `sketches` (`listed`,`hearts_count`,`id`);--> statement-breakpoint
CREATE INDEX `sketches_featured` ON `sketches` (`listed`,`featured_at`,`id`) WHERE featured_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sketches_featured_for_all` ON `sketches` (`listed_for_all`,`featured_at`,`id`) WHERE featured_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sketches_hearted` ON `sketches` (`listed`,`hearted_at`,`id`) WHERE hearted_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sketches_hearted_for_all` ON `sketches` (`listed_for_all`,`hearted_at`,`id`) WHERE hearted_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sketches_parent` ON `sketches` (`parent_id`,`id`) WHERE parent_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sketches_coop` ON `sketches` (`coop_id`,`id`) WHERE coop_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `hearts_user_age` ON `hearts` (`user_id`,`created_at`,`sketch_id`);--> statement-breakpoint
CREATE INDEX `hearts_age` ON `hearts` (`created_at`,`sketch_id`);--> statement-breakpoint
ALTER TABLE `sketches` DROP COLUMN `featured`;--> statement-breakpoint
ALTER TABLE `users` ADD `views_count` integer DEFAULT 0 NOT NULL;