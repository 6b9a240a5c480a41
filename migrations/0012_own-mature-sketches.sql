PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_ranked_sketches` (
	`list` text NOT NULL,
	`rank` integer NOT NULL,
	`rank_for_all` real NOT NULL,
	`mature_by` integer,
	`sketch_id` integer NOT NULL,
	PRIMARY KEY(`list`, `rank`),
	FOREIGN KEY (`mature_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_ranked_sketches`("list", "rank", "rank_for_all", "sketch_id") SELECT "list", "rank", "rank_for_all", "sketch_id" FROM `ranked_sketches` WHERE "rank_for_all" IS NOT NULL;--> statement-breakpoint
DROP TABLE `ranked_sketches`;--> statement-breakpoint
ALTER TABLE `__new_ranked_sketches` RENAME TO `ranked_sketches`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `ranked_sketches_for_all` ON `ranked_sketches` (`list`,`mature_by`,`rank_for_all`);--> statement-breakpoint
CREATE INDEX `ranked_sketches_sketch` ON `ranked_sketches` (`sketch_id`);--> statement-breakpoint
ALTER TABLE `album_sketches` ADD `mature_by` integer GENERATED ALWAYS AS ((iif(listed AND NOT listed_for_all, artist_id, NULL))) VIRTUAL;--> statement-breakpoint
CREATE INDEX `album_sketches_mature` ON `album_sketches` (`album_id`,`mature_by`,`position`) WHERE mature_by IS NOT NULL;--> statement-breakpoint
ALTER TABLE `challenge_entries` ADD `mature_by` integer GENERATED ALWAYS AS ((iif(listed AND NOT listed_for_all, artist_id, NULL))) VIRTUAL;--> statement-breakpoint
CREATE INDEX `challenge_entries_mature` ON `challenge_entries` (`challenge_id`,`mature_by`,`entry_id`) WHERE mature_by IS NOT NULL;--> statement-breakpoint
ALTER TABLE `sketch_tags` ADD `mature_by` integer GENERATED ALWAYS AS ((iif(listed AND NOT listed_for_all, artist_id, NULL))) VIRTUAL;--> statement-breakpoint
CREATE INDEX `sketch_tags_mature` ON `sketch_tags` (`tag_id`,`mature_by`,`sketch_id`) WHERE mature_by IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sketch_tags_mature_hearts` ON `sketch_tags` (`tag_id`,`mature_by`,`hearts_count`,`sketch_id`) WHERE mature_by IS NOT NULL;--> statement-breakpoint
ALTER TABLE `sketches` ADD `mature_by` integer GENERATED ALWAYS AS ((iif(unlisted = 0 AND violation IS NULL AND file_lost_at IS NULL AND mature = 1, user_id, NULL))) VIRTUAL;--> statement-breakpoint
CREATE INDEX `sketches_mature` ON `sketches` (`mature_by`,`id`) WHERE mature_by IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sketches_mature_featured` ON `sketches` (`mature_by`,`featured_at`,`id`) WHERE mature_by IS NOT NULL AND featured_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sketches_mature_hearted` ON `sketches` (`mature_by`,`last_hearted_at`,`id`) WHERE mature_by IS NOT NULL AND last_hearted_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sketches_mature_coop` ON `sketches` (`coop_id`,`mature_by`,`id`) WHERE mature_by IS NOT NULL AND coop_id IS NOT NULL;