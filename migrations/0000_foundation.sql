CREATE TABLE `identities` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`issuer`, `subject`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `identities_user` ON `identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`public_id` text NOT NULL,
	`user_id` integer NOT NULL,
	`device` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`public_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sign_ups` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`email` text,
	`suggested_nickname` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_ups_expiry` ON `sign_ups` (`expires_at`);--> statement-breakpoint
CREATE TABLE `comments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`target_type` text NOT NULL,
	`target_id` integer NOT NULL,
	`number` integer NOT NULL,
	`user_id` integer NOT NULL,
	`text` text NOT NULL,
	`key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `comments_target` ON `comments` (`target_type`,`target_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `comments_key` ON `comments` (`user_id`,`key`);--> statement-breakpoint
CREATE INDEX `comments_user` ON `comments` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `hearts` (
	`sketch_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`sketch_id`, `user_id`),
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `hearts_user` ON `hearts` (`user_id`,`sketch_id`);--> statement-breakpoint
CREATE TABLE `ledger` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`unit` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`sketch_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `ledger_user` ON `ledger` (`user_id`,`unit`,`id`);--> statement-breakpoint
CREATE TABLE `sketch_tags` (
	`sketch_id` integer NOT NULL,
	`tag_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`sketch_id`, `tag_id`),
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sketch_tags_tag` ON `sketch_tags` (`tag_id`,`sketch_id`);--> statement-breakpoint
CREATE INDEX `sketch_tags_user` ON `sketch_tags` (`user_id`,`sketch_id`);--> statement-breakpoint
CREATE TABLE `sketches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`alt_text` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`file_key` text NOT NULL,
	`image_key` text NOT NULL,
	`rotation` integer DEFAULT 0 NOT NULL,
	`bytes` integer NOT NULL,
	`content_type` text NOT NULL,
	`content_hash` text NOT NULL,
	`thumbhash` text NOT NULL,
	`colours` text NOT NULL,
	`perceptual_hash` text NOT NULL,
	`mature` integer DEFAULT false NOT NULL,
	`unlisted` integer DEFAULT false NOT NULL,
	`violation` text,
	`made_with_ai` integer DEFAULT false NOT NULL,
	`featured` integer DEFAULT false NOT NULL,
	`hearts_count` integer DEFAULT 0 NOT NULL,
	`likes_count` integer DEFAULT 0 NOT NULL,
	`comments_count` integer DEFAULT 0 NOT NULL,
	`file_lost_at` integer,
	`created_at` integer NOT NULL,
	`listed` integer GENERATED ALWAYS AS ((unlisted = 0 AND violation IS NULL AND file_lost_at IS NULL)) VIRTUAL,
	`listed_for_all` integer GENERATED ALWAYS AS ((unlisted = 0 AND violation IS NULL AND file_lost_at IS NULL AND mature = 0)) VIRTUAL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sketches_file_key` ON `sketches` (`file_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `sketches_image_key` ON `sketches` (`image_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `sketches_same_file` ON `sketches` (`user_id`,`content_hash`);--> statement-breakpoint
CREATE INDEX `sketches_perceptual_hash` ON `sketches` (`perceptual_hash`);--> statement-breakpoint
CREATE INDEX `sketches_listed` ON `sketches` (`listed`,`id`);--> statement-breakpoint
CREATE INDEX `sketches_listed_for_all` ON `sketches` (`listed_for_all`,`id`);--> statement-breakpoint
CREATE TABLE `tags` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`sketches_count` integer DEFAULT 0 NOT NULL,
	`start1` text GENERATED ALWAYS AS ((substr(name, 1, 1))) VIRTUAL,
	`start2` text GENERATED ALWAYS AS ((substr(name, 1, 2))) VIRTUAL,
	`start3` text GENERATED ALWAYS AS ((substr(name, 1, 3))) VIRTUAL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tags_name` ON `tags` (`name`);--> statement-breakpoint
CREATE INDEX `tags_start1` ON `tags` (`start1`,`sketches_count`);--> statement-breakpoint
CREATE INDEX `tags_start2` ON `tags` (`start2`,`sketches_count`);--> statement-breakpoint
CREATE INDEX `tags_start3` ON `tags` (`start3`,`sketches_count`);--> statement-breakpoint
CREATE TABLE `sweeps` (
	`name` text PRIMARY KEY NOT NULL,
	`position` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`file_name` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`file_key` text NOT NULL,
	`image_key` text NOT NULL,
	`rotation` integer NOT NULL,
	`bytes` integer NOT NULL,
	`content_type` text NOT NULL,
	`content_hash` text NOT NULL,
	`thumbhash` text NOT NULL,
	`colours` text NOT NULL,
	`perceptual_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `uploads_file_key` ON `uploads` (`file_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `uploads_image_key` ON `uploads` (`image_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `uploads_same_file` ON `uploads` (`user_id`,`content_hash`);--> statement-breakpoint
CREATE INDEX `uploads_age` ON `uploads` (`created_at`);--> statement-breakpoint
CREATE TABLE `fans` (
	`user_id` integer NOT NULL,
	`fan_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `fan_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`fan_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "nobody_is_their_own_fan" CHECK("fans"."user_id" <> "fans"."fan_id")
);
--> statement-breakpoint
CREATE INDEX `fans_fan_of` ON `fans` (`fan_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`nickname` text NOT NULL,
	`nickname_key` text NOT NULL,
	`birth_date` text NOT NULL,
	`email` text,
	`about` text DEFAULT '' NOT NULL,
	`avatar_key` text,
	`flags` text DEFAULT '' NOT NULL,
	`show_mature` integer DEFAULT false NOT NULL,
	`hearts_available` integer DEFAULT 0 NOT NULL,
	`hearts_received` integer DEFAULT 0 NOT NULL,
	`glops` integer DEFAULT 0 NOT NULL,
	`hearts_earned` integer DEFAULT 0 NOT NULL,
	`fans_count` integer DEFAULT 0 NOT NULL,
	`sketches_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "hearts_not_overspent" CHECK("users"."hearts_available" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_nickname_key` ON `users` (`nickname_key`);