CREATE TABLE `brush_categories` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`path` text NOT NULL,
	`title` text NOT NULL,
	`position` integer NOT NULL,
	`items_count` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `brush_categories_key` ON `brush_categories` (`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `brush_categories_path` ON `brush_categories` (`path`);--> statement-breakpoint
CREATE INDEX `brush_categories_position` ON `brush_categories` (`position`,`id`);--> statement-breakpoint
CREATE TABLE `brushes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`category_id` integer NOT NULL,
	`title` text NOT NULL,
	`file` text NOT NULL,
	`preview_key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`category_id`) REFERENCES `brush_categories`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `brushes_in_category` ON `brushes` (`category_id`,`title`);--> statement-breakpoint
CREATE INDEX `brushes_title` ON `brushes` (`title`,`id`);--> statement-breakpoint
CREATE TABLE `co_ops` (
	`sketch_id` integer PRIMARY KEY NOT NULL,
	`path` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`created_by` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `shared_images` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sketch_id` integer NOT NULL,
	`path` text NOT NULL,
	`title` text NOT NULL,
	`created_by` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shared_images_sketch` ON `shared_images` (`sketch_id`,`path`);--> statement-breakpoint
CREATE INDEX `shared_images_path` ON `shared_images` (`path`,`id`);