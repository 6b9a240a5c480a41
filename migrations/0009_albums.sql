CREATE TABLE `album_sketches` (
	`album_id` integer NOT NULL,
	`sketch_id` integer NOT NULL,
	`position` integer NOT NULL,
	`mode` integer NOT NULL,
	`artist_id` integer NOT NULL,
	`listed` integer NOT NULL,
	`listed_for_all` integer NOT NULL,
	PRIMARY KEY(`album_id`, `sketch_id`),
	FOREIGN KEY (`album_id`) REFERENCES `albums`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`artist_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `album_sketches_position` ON `album_sketches` (`album_id`,`position`);--> statement-breakpoint
CREATE INDEX `album_sketches_listed` ON `album_sketches` (`album_id`,`listed`,`position`);--> statement-breakpoint
CREATE INDEX `album_sketches_listed_for_all` ON `album_sketches` (`album_id`,`listed_for_all`,`position`);--> statement-breakpoint
CREATE INDEX `album_sketches_artist` ON `album_sketches` (`album_id`,`artist_id`,`listed`);--> statement-breakpoint
CREATE INDEX `album_sketches_sketch` ON `album_sketches` (`sketch_id`,`mode`);--> statement-breakpoint
CREATE TABLE `album_views` (
	`album_id` integer NOT NULL,
	`viewer` text NOT NULL,
	`day` integer NOT NULL,
	PRIMARY KEY(`album_id`, `viewer`, `day`),
	FOREIGN KEY (`album_id`) REFERENCES `albums`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `albums` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`mode` integer NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`thumbnail_id` integer,
	`items_count` integer DEFAULT 0 NOT NULL,
	`listed_count` integer DEFAULT 0 NOT NULL,
	`views_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `albums_user` ON `albums` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `albums_user_mode` ON `albums` (`user_id`,`mode`,`id`);