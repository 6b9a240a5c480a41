CREATE TABLE `sketch_files` (
	`file_key` text PRIMARY KEY NOT NULL,
	`sketch_id` integer NOT NULL,
	`kind` text NOT NULL,
	`address` text NOT NULL,
	`private` integer DEFAULT false NOT NULL,
	`bytes` integer NOT NULL,
	`content_type` text NOT NULL,
	`stats` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sketch_files_kind` ON `sketch_files` (`sketch_id`,`kind`);--> statement-breakpoint
CREATE UNIQUE INDEX `sketch_files_address` ON `sketch_files` (`address`);--> statement-breakpoint
CREATE TABLE `sketch_versions` (
	`file_key` text PRIMARY KEY NOT NULL,
	`sketch_id` integer NOT NULL,
	`image_key` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`rotation` integer NOT NULL,
	`mirrored` integer NOT NULL,
	`angle` integer NOT NULL,
	`bytes` integer NOT NULL,
	`content_type` text NOT NULL,
	`content_hash` text NOT NULL,
	`thumbhash` text NOT NULL,
	`colours` text NOT NULL,
	`perceptual_hash` text NOT NULL,
	`replaced_at` integer NOT NULL,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sketch_versions_image_key` ON `sketch_versions` (`image_key`);--> statement-breakpoint
CREATE INDEX `sketch_versions_sketch` ON `sketch_versions` (`sketch_id`,`replaced_at`);--> statement-breakpoint
ALTER TABLE `sketches` ADD `angle` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sketches` ADD `video` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `cover_key` text;--> statement-breakpoint
CREATE INDEX `hearts_sketch_age` ON `hearts` (`sketch_id`,`created_at`,`user_id`);