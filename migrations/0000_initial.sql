CREATE TABLE `album_sketches` (
	`album_id` integer NOT NULL,
	`sketch_id` integer NOT NULL,
	`position` integer NOT NULL,
	`mode` integer NOT NULL,
	`artist_id` integer NOT NULL,
	`listed` integer NOT NULL,
	`listed_for_all` integer NOT NULL,
	PRIMARY KEY(`album_id`, `sketch_id`),
	FOREIGN KEY (`album_id`) REFERENCES `albums`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade,
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
	`viewer_key` text NOT NULL,
	`day` integer NOT NULL,
	PRIMARY KEY(`album_id`, `viewer_key`, `day`),
	FOREIGN KEY (`album_id`) REFERENCES `albums`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `album_views_visitors` ON `album_views` (`day`) WHERE viewer_key >= 'visitor:';--> statement-breakpoint
CREATE TABLE `albums` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`mode` integer NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`cover_sketch_id` integer,
	`sketches_count` integer DEFAULT 0 NOT NULL,
	`listed_count` integer DEFAULT 0 NOT NULL,
	`views_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`idempotency_key` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `albums_user` ON `albums` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `albums_user_mode` ON `albums` (`user_id`,`mode`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `albums_idempotency_key` ON `albums` (`user_id`,`idempotency_key`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`staff_id` integer NOT NULL,
	`action` text NOT NULL,
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
CREATE INDEX `audit_log_staff` ON `audit_log` (`staff_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_user` ON `audit_log` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_target` ON `audit_log` (`target_type`,`target_id`,`id`);--> statement-breakpoint
CREATE TABLE `bans` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`staff_id` integer NOT NULL,
	`duration_hours` integer NOT NULL,
	`reason` text NOT NULL,
	`staff_notes` text NOT NULL,
	`previous_offenses_count` integer NOT NULL,
	`idempotency_key` text,
	`created_at` integer NOT NULL,
	`ends_at` integer,
	`closed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bans_one_open` ON `bans` (`user_id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `bans_idempotency_key` ON `bans` (`staff_id`,`idempotency_key`);--> statement-breakpoint
CREATE INDEX `bans_user` ON `bans` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `challenge_entries` (
	`entry_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`challenge_id` integer NOT NULL,
	`sketch_id` integer NOT NULL,
	`artist_id` integer NOT NULL,
	`entered_at` integer NOT NULL,
	`listed` integer NOT NULL,
	`listed_for_all` integer NOT NULL,
	FOREIGN KEY (`challenge_id`) REFERENCES `challenges`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`artist_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `challenge_entries_sketch` ON `challenge_entries` (`sketch_id`);--> statement-breakpoint
CREATE INDEX `challenge_entries_listed` ON `challenge_entries` (`challenge_id`,`listed`,`entry_id`);--> statement-breakpoint
CREATE INDEX `challenge_entries_listed_for_all` ON `challenge_entries` (`challenge_id`,`listed_for_all`,`entry_id`);--> statement-breakpoint
CREATE INDEX `challenge_entries_artist` ON `challenge_entries` (`challenge_id`,`artist_id`,`listed`);--> statement-breakpoint
CREATE TABLE `challenge_ideas` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`user_id` integer NOT NULL,
	`queue_position` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `challenge_ideas_queue` ON `challenge_ideas` (`queue_position`,`id`);--> statement-breakpoint
CREATE INDEX `challenge_ideas_user` ON `challenge_ideas` (`user_id`,`queue_position`);--> statement-breakpoint
CREATE TABLE `challenges` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`day` integer NOT NULL,
	`number` integer DEFAULT 0 NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`user_id` integer NOT NULL,
	`idea_id` integer NOT NULL,
	`listed_count` integer DEFAULT 0 NOT NULL,
	`listed_for_all_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `challenges_day` ON `challenges` (`day`);--> statement-breakpoint
CREATE UNIQUE INDEX `challenges_number` ON `challenges` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `challenges_idea` ON `challenges` (`idea_id`);--> statement-breakpoint
CREATE TABLE `chat_room_members` (
	`room_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`room_id`, `user_id`),
	FOREIGN KEY (`room_id`) REFERENCES `chat_rooms`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `chat_room_sessions` (
	`user_id` integer NOT NULL,
	`session_id` text NOT NULL,
	`room_id` integer NOT NULL,
	`entered_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `session_id`, `room_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`room_id`) REFERENCES `chat_rooms`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `chat_room_sessions_room` ON `chat_room_sessions` (`room_id`);--> statement-breakpoint
CREATE INDEX `chat_room_sessions_age` ON `chat_room_sessions` (`entered_at`);--> statement-breakpoint
CREATE TABLE `chat_rooms` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`channel` text NOT NULL,
	`kind` text NOT NULL,
	`owner_id` integer,
	`present_count` integer DEFAULT 0 NOT NULL,
	`last_event` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chat_rooms_channel_unique` ON `chat_rooms` (`channel`);--> statement-breakpoint
CREATE INDEX `chat_rooms_owner` ON `chat_rooms` (`owner_id`,`kind`);--> statement-breakpoint
CREATE INDEX `chat_rooms_present` ON `chat_rooms` (`present_count`,`id`) WHERE kind IN ('open', 'stream') AND present_count > 0;--> statement-breakpoint
CREATE TABLE `comment_mentions` (
	`user_id` integer NOT NULL,
	`comment_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `comment_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`comment_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `comment_mentions_comment` ON `comment_mentions` (`comment_id`);--> statement-breakpoint
CREATE TABLE `comment_reporters` (
	`comment_id` integer NOT NULL,
	`reporter_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`comment_id`, `reporter_id`),
	FOREIGN KEY (`comment_id`) REFERENCES `comment_reports`(`comment_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `comment_reports` (
	`comment_id` integer PRIMARY KEY NOT NULL,
	`target_type` text NOT NULL,
	`target_id` integer NOT NULL,
	`author_id` integer NOT NULL,
	`text` text NOT NULL,
	`commented_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `comment_reports_age` ON `comment_reports` (`created_at`,`comment_id`);--> statement-breakpoint
CREATE TABLE `comments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`target_type` text NOT NULL,
	`target_id` integer NOT NULL,
	`number` integer NOT NULL,
	`user_id` integer NOT NULL,
	`text` text NOT NULL,
	`mentions` text DEFAULT '[]' NOT NULL,
	`idempotency_key` text NOT NULL,
	`parent_id` integer,
	`parent_user_id` integer,
	`thread_id` integer,
	`created_at` integer NOT NULL,
	`edited_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`parent_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `comments_target` ON `comments` (`target_type`,`target_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `comments_idempotency_key` ON `comments` (`user_id`,`idempotency_key`);--> statement-breakpoint
CREATE INDEX `comments_user` ON `comments` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `comments_thread` ON `comments` (`thread_id`,`number`) WHERE thread_id IS NOT NULL;--> statement-breakpoint
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
CREATE INDEX `hearts_user_age` ON `hearts` (`user_id`,`created_at`,`sketch_id`);--> statement-breakpoint
CREATE INDEX `hearts_age` ON `hearts` (`created_at`,`sketch_id`);--> statement-breakpoint
CREATE INDEX `hearts_sketch_age` ON `hearts` (`sketch_id`,`created_at`,`user_id`);--> statement-breakpoint
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
CREATE TABLE `feed_read_positions` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`last_sketch_id` integer NOT NULL,
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
CREATE TABLE `notification_counts` (
	`user_id` integer NOT NULL,
	`category` text NOT NULL,
	`unread_count` integer NOT NULL,
	`total_count` integer NOT NULL,
	PRIMARY KEY(`user_id`, `category`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `notification_opt_outs` (
	`user_id` integer NOT NULL,
	`category` text NOT NULL,
	PRIMARY KEY(`user_id`, `category`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`category` text NOT NULL,
	`actor_id` integer NOT NULL,
	`page_owner_id` integer NOT NULL,
	`sketch_id` integer,
	`comment_id` integer,
	`chat_room_id` integer,
	`chat_line_number` integer,
	`stream_id` integer,
	`excerpt` text,
	`is_reply` integer DEFAULT false NOT NULL,
	`actors_count` integer DEFAULT 1 NOT NULL,
	`occurred_at` integer NOT NULL,
	`read_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`page_owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`comment_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`chat_room_id`) REFERENCES `chat_rooms`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`stream_id`) REFERENCES `streams`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `notifications_user` ON `notifications` (`user_id`,`occurred_at`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_category` ON `notifications` (`user_id`,`category`,`occurred_at`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`,`category`) WHERE read_at IS NULL;--> statement-breakpoint
CREATE INDEX `notifications_actor` ON `notifications` (`user_id`,`actor_id`);--> statement-breakpoint
CREATE INDEX `notifications_owner` ON `notifications` (`user_id`,`page_owner_id`);--> statement-breakpoint
CREATE INDEX `notifications_sketch` ON `notifications` (`sketch_id`);--> statement-breakpoint
CREATE INDEX `notifications_age` ON `notifications` (`occurred_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_comment` ON `notifications` (`comment_id`,`user_id`) WHERE comment_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_chat` ON `notifications` (`chat_room_id`,`chat_line_number`,`user_id`) WHERE chat_room_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_stream` ON `notifications` (`stream_id`,`user_id`) WHERE stream_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_hearts` ON `notifications` (`user_id`,`sketch_id`) WHERE category = 'hearts' AND read_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_fans` ON `notifications` (`user_id`,`actor_id`) WHERE category = 'fans';--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`public_id` text NOT NULL,
	`user_id` integer NOT NULL,
	`device` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`public_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
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
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sketch_files_kind` ON `sketch_files` (`sketch_id`,`kind`);--> statement-breakpoint
CREATE UNIQUE INDEX `sketch_files_address` ON `sketch_files` (`address`);--> statement-breakpoint
CREATE TABLE `fan_outs` (
	`sketch_id` integer PRIMARY KEY NOT NULL,
	`artist_id` integer NOT NULL,
	`after_fan_id` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`artist_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `feed_sketches` (
	`fan_id` integer NOT NULL,
	`sketch_id` integer NOT NULL,
	`artist_id` integer NOT NULL,
	PRIMARY KEY(`fan_id`, `sketch_id`),
	FOREIGN KEY (`fan_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`artist_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `feed_sketches_artist` ON `feed_sketches` (`fan_id`,`artist_id`);--> statement-breakpoint
CREATE INDEX `feed_sketches_sketch` ON `feed_sketches` (`sketch_id`);--> statement-breakpoint
CREATE TABLE `ranked_sketches` (
	`list` text NOT NULL,
	`rank` integer NOT NULL,
	`rank_for_all` integer,
	`sketch_id` integer NOT NULL,
	PRIMARY KEY(`list`, `rank`),
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade
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
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `recommendations_sketch` ON `recommendations` (`sketch_id`);--> statement-breakpoint
CREATE TABLE `sketch_tags` (
	`sketch_id` integer NOT NULL,
	`tag_id` integer NOT NULL,
	`artist_id` integer NOT NULL,
	`position` integer NOT NULL,
	`listed` integer DEFAULT false NOT NULL,
	`listed_for_all` integer DEFAULT false NOT NULL,
	`hearts_count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`sketch_id`, `tag_id`),
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`artist_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sketch_tags_tag` ON `sketch_tags` (`tag_id`,`listed`,`sketch_id`);--> statement-breakpoint
CREATE INDEX `sketch_tags_tag_for_all` ON `sketch_tags` (`tag_id`,`listed_for_all`,`sketch_id`);--> statement-breakpoint
CREATE INDEX `sketch_tags_hearts` ON `sketch_tags` (`tag_id`,`listed`,`hearts_count`,`sketch_id`);--> statement-breakpoint
CREATE INDEX `sketch_tags_hearts_for_all` ON `sketch_tags` (`tag_id`,`listed_for_all`,`hearts_count`,`sketch_id`);--> statement-breakpoint
CREATE INDEX `sketch_tags_artist` ON `sketch_tags` (`artist_id`,`sketch_id`);--> statement-breakpoint
CREATE TABLE `sketch_views` (
	`viewer_key` text NOT NULL,
	`sketch_id` integer NOT NULL,
	`day` integer NOT NULL,
	PRIMARY KEY(`viewer_key`, `sketch_id`, `day`),
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sketch_views_sketch` ON `sketch_views` (`sketch_id`,`day`);--> statement-breakpoint
CREATE INDEX `sketch_views_visitors` ON `sketch_views` (`day`) WHERE viewer_key >= 'visitor:';--> statement-breakpoint
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
	`mirrored` integer DEFAULT false NOT NULL,
	`angle` integer DEFAULT 0 NOT NULL,
	`bytes` integer NOT NULL,
	`content_type` text NOT NULL,
	`content_hash` text NOT NULL,
	`thumbhash` text NOT NULL,
	`mat` text,
	`colours` text NOT NULL,
	`perceptual_hash` text NOT NULL,
	`mature` integer DEFAULT false NOT NULL,
	`unlisted` integer DEFAULT false NOT NULL,
	`violation` text,
	`made_with_ai` integer DEFAULT false NOT NULL,
	`featured_at` integer,
	`featured_by` integer,
	`last_hearted_at` integer,
	`views_count` integer DEFAULT 0 NOT NULL,
	`parent_id` integer,
	`coop_id` integer,
	`device` text,
	`hearts_count` integer DEFAULT 0 NOT NULL,
	`has_video` integer DEFAULT false NOT NULL,
	`likes_count` integer DEFAULT 0 NOT NULL,
	`piggies_count` integer DEFAULT 0 NOT NULL,
	`comments_count` integer DEFAULT 0 NOT NULL,
	`file_lost_at` integer,
	`created_at` integer NOT NULL,
	`watermark` text,
	`listed` integer GENERATED ALWAYS AS ((unlisted = 0 AND violation IS NULL AND file_lost_at IS NULL)) VIRTUAL,
	`listed_for_all` integer GENERATED ALWAYS AS ((unlisted = 0 AND violation IS NULL AND file_lost_at IS NULL AND mature = 0)) VIRTUAL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`featured_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sketches_file_key` ON `sketches` (`file_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `sketches_image_key` ON `sketches` (`image_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `sketches_same_file` ON `sketches` (`user_id`,`content_hash`);--> statement-breakpoint
CREATE INDEX `sketches_perceptual_hash` ON `sketches` (`perceptual_hash`);--> statement-breakpoint
CREATE INDEX `sketches_age` ON `sketches` (`created_at`);--> statement-breakpoint
CREATE INDEX `sketches_listed` ON `sketches` (`listed`,`id`);--> statement-breakpoint
CREATE INDEX `sketches_listed_for_all` ON `sketches` (`listed_for_all`,`id`);--> statement-breakpoint
CREATE INDEX `sketches_user` ON `sketches` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `sketches_user_listed` ON `sketches` (`user_id`,`listed`,`id`);--> statement-breakpoint
CREATE INDEX `sketches_user_listed_for_all` ON `sketches` (`user_id`,`listed_for_all`,`id`);--> statement-breakpoint
CREATE INDEX `sketches_user_hearts` ON `sketches` (`user_id`,`hearts_count`,`id`);--> statement-breakpoint
CREATE INDEX `sketches_hearts` ON `sketches` (`listed`,`hearts_count`,`id`);--> statement-breakpoint
CREATE INDEX `sketches_featured` ON `sketches` (`listed`,`featured_at`,`id`) WHERE featured_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sketches_featured_for_all` ON `sketches` (`listed_for_all`,`featured_at`,`id`) WHERE featured_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sketches_hearted` ON `sketches` (`listed`,`last_hearted_at`,`id`) WHERE last_hearted_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sketches_hearted_for_all` ON `sketches` (`listed_for_all`,`last_hearted_at`,`id`) WHERE last_hearted_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sketches_parent` ON `sketches` (`parent_id`,`id`) WHERE parent_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sketches_coop` ON `sketches` (`coop_id`,`listed`,`id`) WHERE coop_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sketches_coop_for_all` ON `sketches` (`coop_id`,`listed_for_all`,`id`) WHERE coop_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `tags` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`sketches_count` integer DEFAULT 0 NOT NULL,
	`prefix1` text GENERATED ALWAYS AS ((substr(name, 1, 1))) VIRTUAL,
	`prefix2` text GENERATED ALWAYS AS ((substr(name, 1, 2))) VIRTUAL,
	`prefix3` text GENERATED ALWAYS AS ((substr(name, 1, 3))) VIRTUAL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tags_name` ON `tags` (`name`);--> statement-breakpoint
CREATE INDEX `tags_popular` ON `tags` (`sketches_count`) WHERE sketches_count > 0;--> statement-breakpoint
CREATE INDEX `tags_prefix1` ON `tags` (`prefix1`,`sketches_count`);--> statement-breakpoint
CREATE INDEX `tags_prefix2` ON `tags` (`prefix2`,`sketches_count`);--> statement-breakpoint
CREATE INDEX `tags_prefix3` ON `tags` (`prefix3`,`sketches_count`);--> statement-breakpoint
CREATE TABLE `stream_chapters` (
	`stream_id` integer NOT NULL,
	`at_ms` integer NOT NULL,
	`title` text NOT NULL,
	PRIMARY KEY(`stream_id`, `at_ms`),
	FOREIGN KEY (`stream_id`) REFERENCES `streams`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `stream_reminders` (
	`stream_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`stream_id`, `user_id`),
	FOREIGN KEY (`stream_id`) REFERENCES `streams`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `stream_reminders_user` ON `stream_reminders` (`user_id`);--> statement-breakpoint
CREATE TABLE `streams` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`idempotency_key` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`mature` integer NOT NULL,
	`source` text NOT NULL,
	`state` text NOT NULL,
	`sketch_id` integer,
	`challenge_id` integer,
	`starts_at` integer,
	`started_at` integer,
	`ended_at` integer,
	`end_reason` text,
	`duration_ms` integer DEFAULT 0 NOT NULL,
	`preview_number` integer DEFAULT 0 NOT NULL,
	`width` integer DEFAULT 0 NOT NULL,
	`height` integer DEFAULT 0 NOT NULL,
	`viewers_count` integer DEFAULT 0 NOT NULL,
	`views_count` integer DEFAULT 0 NOT NULL,
	`replay` text DEFAULT 'none' NOT NULL,
	`replay_pending_at` integer,
	`replay_sketch_id` integer,
	`replay_mature` integer DEFAULT false NOT NULL,
	`replay_unlisted` integer DEFAULT false NOT NULL,
	`replay_violating` integer DEFAULT false NOT NULL,
	`finalized` integer DEFAULT false NOT NULL,
	`last_contact_at` integer DEFAULT 0 NOT NULL,
	`files_deletion_pending` integer DEFAULT false NOT NULL,
	`notified_up_to` integer,
	`reminders_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`replay_sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `streams_idempotency_key` ON `streams` (`user_id`,`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `streams_one_live` ON `streams` (`user_id`) WHERE state = 'live';--> statement-breakpoint
CREATE INDEX `streams_live` ON `streams` (`viewers_count`,`id`) WHERE state = 'live';--> statement-breakpoint
CREATE INDEX `streams_live_for_all` ON `streams` (`viewers_count`,`id`) WHERE state = 'live' AND mature = 0;--> statement-breakpoint
CREATE INDEX `streams_announced` ON `streams` (`starts_at`,`id`) WHERE state = 'announced';--> statement-breakpoint
CREATE INDEX `streams_announced_for_all` ON `streams` (`starts_at`,`id`) WHERE state = 'announced' AND mature = 0;--> statement-breakpoint
CREATE INDEX `streams_announced_by` ON `streams` (`user_id`) WHERE state = 'announced';--> statement-breakpoint
CREATE INDEX `streams_replays` ON `streams` (`ended_at`,`id`) WHERE replay = 'kept' AND replay_unlisted = 0 AND replay_violating = 0;--> statement-breakpoint
CREATE INDEX `streams_replays_for_all` ON `streams` (`ended_at`,`id`) WHERE replay = 'kept' AND replay_unlisted = 0 AND replay_violating = 0 AND mature = 0 AND replay_mature = 0;--> statement-breakpoint
CREATE INDEX `streams_pending` ON `streams` (`replay_pending_at`) WHERE replay = 'pending';--> statement-breakpoint
CREATE INDEX `streams_pending_of` ON `streams` (`user_id`,`id`) WHERE replay = 'pending';--> statement-breakpoint
CREATE INDEX `streams_unfinalized` ON `streams` (`last_contact_at`) WHERE state <> 'announced' AND finalized = 0;--> statement-breakpoint
CREATE INDEX `streams_files_deletion` ON `streams` (`id`) WHERE files_deletion_pending = 1;--> statement-breakpoint
CREATE INDEX `streams_notifying` ON `streams` (`id`) WHERE notified_up_to IS NOT NULL;--> statement-breakpoint
CREATE INDEX `streams_artist` ON `streams` (`user_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `streams_sketch` ON `streams` (`sketch_id`) WHERE sketch_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `streams_replay_sketch` ON `streams` (`replay_sketch_id`) WHERE replay_sketch_id IS NOT NULL;--> statement-breakpoint
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
CREATE TABLE `pending_uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`file_name` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`file_key` text NOT NULL,
	`image_key` text NOT NULL,
	`rotation` integer NOT NULL,
	`mirrored` integer DEFAULT false NOT NULL,
	`bytes` integer NOT NULL,
	`content_type` text NOT NULL,
	`content_hash` text NOT NULL,
	`thumbhash` text NOT NULL,
	`mat` text,
	`colours` text NOT NULL,
	`perceptual_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pending_uploads_file_key` ON `pending_uploads` (`file_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `pending_uploads_image_key` ON `pending_uploads` (`image_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `pending_uploads_same_file` ON `pending_uploads` (`user_id`,`content_hash`);--> statement-breakpoint
CREATE INDEX `pending_uploads_age` ON `pending_uploads` (`created_at`);--> statement-breakpoint
CREATE TABLE `sweep_positions` (
	`name` text PRIMARY KEY NOT NULL,
	`position` text NOT NULL
);
--> statement-breakpoint
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
CREATE INDEX `blocks_age` ON `blocks` (`user_id`,`created_at`,`blocked_id`);--> statement-breakpoint
CREATE TABLE `fans` (
	`user_id` integer NOT NULL,
	`fan_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`notify_notes` integer DEFAULT true NOT NULL,
	`notify_uploads` integer DEFAULT true NOT NULL,
	`notify_streams` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`user_id`, `fan_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`fan_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "nobody_is_their_own_fan" CHECK("fans"."user_id" <> "fans"."fan_id")
);
--> statement-breakpoint
CREATE INDEX `fans_notify_streams` ON `fans` (`user_id`,`fan_id`) WHERE notify_streams = 1;--> statement-breakpoint
CREATE INDEX `fans_uploads_off` ON `fans` (`fan_id`,`user_id`) WHERE notify_uploads = 0;--> statement-breakpoint
CREATE INDEX `fans_fan_of` ON `fans` (`fan_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `fans_age` ON `fans` (`user_id`,`created_at`,`fan_id`);--> statement-breakpoint
CREATE INDEX `fans_fan_of_age` ON `fans` (`fan_id`,`created_at`,`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`nickname` text NOT NULL,
	`nickname_key` text NOT NULL,
	`birth_date` text NOT NULL,
	`email` text,
	`about` text DEFAULT '' NOT NULL,
	`avatar_key` text,
	`cover_key` text,
	`flags` text DEFAULT '' NOT NULL,
	`show_mature` integer DEFAULT false NOT NULL,
	`show_device` integer DEFAULT false NOT NULL,
	`hearts_available` integer DEFAULT 0 NOT NULL,
	`hearts_received` integer DEFAULT 0 NOT NULL,
	`glops` integer DEFAULT 0 NOT NULL,
	`hearts_earned` integer DEFAULT 0 NOT NULL,
	`fans_count` integer DEFAULT 0 NOT NULL,
	`sketches_count` integer DEFAULT 0 NOT NULL,
	`sketches_for_all_count` integer DEFAULT 0 NOT NULL,
	`comments_count` integer DEFAULT 0 NOT NULL,
	`unread_notifications_count` integer DEFAULT 0 NOT NULL,
	`views_count` integer DEFAULT 0 NOT NULL,
	`active_at` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`birthday` text GENERATED ALWAYS AS ((substr(birth_date, 6))) VIRTUAL,
	CONSTRAINT "hearts_not_overspent" CHECK("users"."hearts_available" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_nickname_key` ON `users` (`nickname_key`);--> statement-breakpoint
CREATE INDEX `users_active` ON `users` (`active_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_birthday` ON `users` (`birthday`,`fans_count`,`id`);--> statement-breakpoint
CREATE INDEX `users_patrons` ON `users` (`fans_count`,`id`) WHERE instr(flags, 'p') > 0;--> statement-breakpoint
CREATE INDEX `users_fans` ON `users` (`fans_count`,`id`);--> statement-breakpoint
CREATE INDEX `users_glops` ON `users` (`glops`,`id`);--> statement-breakpoint
CREATE INDEX `users_sketches` ON `users` (`sketches_count`,`id`);--> statement-breakpoint
CREATE INDEX `users_sketches_for_all` ON `users` (`sketches_for_all_count`,`id`);--> statement-breakpoint
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
	`mat` text,
	`colours` text NOT NULL,
	`perceptual_hash` text NOT NULL,
	`replaced_at` integer NOT NULL,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sketch_versions_image_key` ON `sketch_versions` (`image_key`);--> statement-breakpoint
CREATE INDEX `sketch_versions_sketch` ON `sketch_versions` (`sketch_id`,`replaced_at`);--> statement-breakpoint
CREATE TABLE `view_salts` (
	`day` integer PRIMARY KEY NOT NULL,
	`salt` text NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE `pending_sign_ups` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`email` text,
	`suggested_nickname` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `pending_sign_ups_expiry` ON `pending_sign_ups` (`expires_at`);--> statement-breakpoint
CREATE TABLE `brush_categories` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`path` text NOT NULL,
	`title` text NOT NULL,
	`position` integer NOT NULL,
	`brushes_count` integer DEFAULT 0 NOT NULL
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
CREATE TABLE `library_images` (
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
CREATE UNIQUE INDEX `library_images_sketch` ON `library_images` (`sketch_id`,`path`);--> statement-breakpoint
CREATE INDEX `library_images_path` ON `library_images` (`path`,`id`);--> statement-breakpoint
CREATE TABLE `sketch_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sketch_id` integer NOT NULL,
	`reporter_id` integer NOT NULL,
	`copyright` integer NOT NULL,
	`mature` integer NOT NULL,
	`inappropriate` integer NOT NULL,
	`challengedq` integer NOT NULL,
	`compodq` integer NOT NULL,
	`notsketch` integer NOT NULL,
	`undeclared_ai` integer NOT NULL,
	`details` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`closed_by` integer,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`closed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sketch_reports_one_open` ON `sketch_reports` (`sketch_id`,`reporter_id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `sketch_reports_open` ON `sketch_reports` (`id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `sketch_reports_sketch` ON `sketch_reports` (`sketch_id`,`id`);--> statement-breakpoint
CREATE INDEX `sketch_reports_reporter` ON `sketch_reports` (`reporter_id`,`id`);--> statement-breakpoint
CREATE TABLE `stream_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`stream_id` integer NOT NULL,
	`reporter_id` integer NOT NULL,
	`details` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`closed_by` integer,
	FOREIGN KEY (`stream_id`) REFERENCES `streams`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`closed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stream_reports_one_open` ON `stream_reports` (`stream_id`,`reporter_id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `stream_reports_open` ON `stream_reports` (`id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `stream_reports_reporter` ON `stream_reports` (`reporter_id`,`id`);--> statement-breakpoint
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
CREATE INDEX `user_reports_reporter` ON `user_reports` (`reporter_id`,`id`);--> statement-breakpoint
CREATE TABLE `features` (
	`sketch_id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`paid_with_star` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `features_user` ON `features` (`user_id`,`sketch_id`);--> statement-breakpoint
CREATE TABLE `monthly_stars` (
	`user_id` integer NOT NULL,
	`month` integer NOT NULL,
	`spent_count` integer NOT NULL,
	PRIMARY KEY(`user_id`, `month`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "stars_not_overspent" CHECK("monthly_stars"."spent_count" <= 5)
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
CREATE TABLE `motds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`text` text NOT NULL,
	`link` text,
	`created_by` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `totals` (
	`name` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL
);

--> statement-breakpoint
CREATE VIRTUAL TABLE sketch_search USING fts5(
  title, description, tags, facets,
  content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);
--> statement-breakpoint
CREATE VIRTUAL TABLE user_search USING fts5(
  nickname, facets, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);
--> statement-breakpoint
CREATE VIRTUAL TABLE challenge_search USING fts5(
  title, description, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);
--> statement-breakpoint
CREATE VIEW sketch_documents AS SELECT
  id AS sketch_id,
  title,
  description || ' ' || alt_text AS description,
  (SELECT group_concat(tags.name, ' ') FROM sketch_tags JOIN tags ON tags.id = sketch_tags.tag_id
    WHERE sketch_tags.sketch_id = sketches.id) AS tags,
  'any' || CASE WHEN listed_for_all THEN ' open' ELSE '' END
    || ' u' || user_id
    || ' s' || (max(width, height) / 100)
    || ' l' || min(12, CAST(ceil(log2(hearts_count + 1)) AS INTEGER))
    || coalesce((SELECT group_concat(' t' || tag_id, '') FROM sketch_tags WHERE sketch_tags.sketch_id = sketches.id), '')
    || coalesce((SELECT group_concat(' c' || ((instr('0123456789abcdef', substr(value, 2, 1)) - 1) / 2)
        || ((instr('0123456789abcdef', substr(value, 4, 1)) - 1) / 2)
        || ((instr('0123456789abcdef', substr(value, 6, 1)) - 1) / 2), '') FROM json_each(colours)), '')
    || (SELECT group_concat(' h' || value || substr(perceptual_hash, 2 * value + 1, 2), '')
        FROM json_each('[0,1,2,3,4,5,6,7]')) AS facets
FROM sketches WHERE listed = 1;
--> statement-breakpoint
CREATE VIEW user_documents AS SELECT
  id AS user_id, nickname, 'any l' || min(12, CAST(ceil(log2(fans_count + 1)) AS INTEGER)) AS facets
FROM users;
--> statement-breakpoint
CREATE TRIGGER album_sketches_insert_counts AFTER INSERT ON album_sketches BEGIN
  UPDATE albums SET sketches_count = sketches_count + 1, listed_count = listed_count + NEW.listed,
    cover_sketch_id = coalesce(cover_sketch_id, NEW.sketch_id)
  WHERE id = NEW.album_id;
END;
--> statement-breakpoint
CREATE TRIGGER album_sketches_update_counts AFTER UPDATE OF listed ON album_sketches WHEN NEW.listed <> OLD.listed BEGIN
  UPDATE albums SET listed_count = listed_count + NEW.listed - OLD.listed WHERE id = NEW.album_id;
END;
--> statement-breakpoint
CREATE TRIGGER album_sketches_delete_counts AFTER DELETE ON album_sketches BEGIN
  UPDATE albums SET sketches_count = sketches_count - 1, listed_count = listed_count - OLD.listed,
    cover_sketch_id = CASE WHEN cover_sketch_id = OLD.sketch_id
      THEN (SELECT sketch_id FROM album_sketches WHERE album_id = OLD.album_id ORDER BY position LIMIT 1)
      ELSE cover_sketch_id END
  WHERE id = OLD.album_id;
END;
--> statement-breakpoint
CREATE TRIGGER album_views_insert_counts AFTER INSERT ON album_views BEGIN
  UPDATE albums SET views_count = views_count + 1 WHERE id = NEW.album_id;
END;
--> statement-breakpoint
CREATE TRIGGER album_sketches_insert_check BEFORE INSERT ON album_sketches BEGIN
  SELECT RAISE(ABORT, 'album_of_another')
  WHERE NEW.mode <> (SELECT mode FROM albums WHERE id = NEW.album_id)
    OR NEW.artist_id <> (SELECT user_id FROM sketches WHERE id = NEW.sketch_id)
    OR (NEW.mode = 0 AND NEW.artist_id <> (SELECT user_id FROM albums WHERE id = NEW.album_id));
  SELECT RAISE(ABORT, 'album_limit')
  WHERE NEW.mode = 0
    AND (SELECT count(*) FROM album_sketches WHERE sketch_id = NEW.sketch_id AND mode = 0) >= 10
    AND NOT EXISTS (SELECT 1 FROM album_sketches WHERE album_id = NEW.album_id AND sketch_id = NEW.sketch_id);
  SELECT RAISE(ABORT, 'collection_limit')
  WHERE NEW.mode = 1
    AND (SELECT count(*) FROM album_sketches WHERE sketch_id = NEW.sketch_id AND mode = 1) >= 10
    AND NOT EXISTS (SELECT 1 FROM album_sketches WHERE album_id = NEW.album_id AND sketch_id = NEW.sketch_id);
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_update_check BEFORE UPDATE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit_log_is_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_delete_check BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit_log_is_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER challenge_entries_insert_counts AFTER INSERT ON challenge_entries BEGIN
  UPDATE challenges SET listed_count = listed_count + NEW.listed,
    listed_for_all_count = listed_for_all_count + NEW.listed_for_all
  WHERE id = NEW.challenge_id;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    VALUES (NEW.artist_id, 'glop', 2, 'challenge_entered', NEW.sketch_id, NEW.entered_at);
END;
--> statement-breakpoint
CREATE TRIGGER challenge_entries_update_counts AFTER UPDATE OF listed, listed_for_all ON challenge_entries BEGIN
  UPDATE challenges SET listed_count = listed_count + NEW.listed - OLD.listed,
    listed_for_all_count = listed_for_all_count + NEW.listed_for_all - OLD.listed_for_all
  WHERE id = NEW.challenge_id;
END;
--> statement-breakpoint
CREATE TRIGGER challenge_entries_delete_counts AFTER DELETE ON challenge_entries BEGIN
  UPDATE challenges SET listed_count = listed_count - OLD.listed,
    listed_for_all_count = listed_for_all_count - OLD.listed_for_all
  WHERE id = OLD.challenge_id;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    VALUES (OLD.artist_id, 'glop', -2, 'challenge_left', OLD.sketch_id, unixepoch() * 1000);
END;
--> statement-breakpoint
CREATE TRIGGER challenge_entries_insert_check BEFORE INSERT ON challenge_entries
WHEN NEW.artist_id <> (SELECT user_id FROM sketches WHERE id = NEW.sketch_id) BEGIN
  SELECT RAISE(ABORT, 'entry_of_another');
END;
--> statement-breakpoint
CREATE TRIGGER comments_insert_counts AFTER INSERT ON comments BEGIN
  UPDATE sketches SET comments_count = comments_count + 1 WHERE NEW.target_type = 'sketch' AND id = NEW.target_id;
  UPDATE users SET comments_count = comments_count + 1 WHERE NEW.target_type = 'profile' AND id = NEW.target_id;
END;
--> statement-breakpoint
CREATE TRIGGER comments_delete_counts AFTER DELETE ON comments BEGIN
  UPDATE sketches SET comments_count = comments_count - 1 WHERE OLD.target_type = 'sketch' AND id = OLD.target_id;
  UPDATE users SET comments_count = comments_count - 1 WHERE OLD.target_type = 'profile' AND id = OLD.target_id;
END;
--> statement-breakpoint
CREATE TRIGGER hearts_insert_check BEFORE INSERT ON hearts
WHEN NEW.user_id = (SELECT user_id FROM sketches WHERE id = NEW.sketch_id) BEGIN
  SELECT RAISE(ABORT, 'own_sketch');
END;
--> statement-breakpoint
CREATE TRIGGER hearts_insert_balances AFTER INSERT ON hearts BEGIN
  UPDATE sketches SET hearts_count = hearts_count + 1, last_hearted_at = max(coalesce(last_hearted_at, 0), NEW.created_at)
    WHERE id = NEW.sketch_id;
  UPDATE sketch_tags SET hearts_count = hearts_count + 1 WHERE sketch_id = NEW.sketch_id;
  UPDATE users SET hearts_received = hearts_received + 1 WHERE id = (SELECT user_id FROM sketches WHERE id = NEW.sketch_id);
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    VALUES (NEW.user_id, 'heart', -1, 'heart_given', NEW.sketch_id, NEW.created_at);
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', 10, 'heart_received', id, NEW.created_at FROM sketches WHERE id = NEW.sketch_id;
END;
--> statement-breakpoint
CREATE TRIGGER hearts_delete_balances BEFORE DELETE ON hearts BEGIN
  UPDATE sketches SET hearts_count = hearts_count - 1 WHERE id = OLD.sketch_id;
  UPDATE users SET hearts_received = hearts_received - 1 WHERE id = (SELECT user_id FROM sketches WHERE id = OLD.sketch_id);
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', -10, 'heart_removed', id, unixepoch() * 1000 FROM sketches WHERE id = OLD.sketch_id;
END;
--> statement-breakpoint
CREATE TRIGGER users_insert_balances AFTER INSERT ON users BEGIN
  INSERT INTO ledger (user_id, unit, amount, reason, created_at) VALUES (NEW.id, 'heart', 5, 'welcome', NEW.created_at);
END;
--> statement-breakpoint
CREATE TRIGGER ledger_insert_hearts AFTER INSERT ON ledger WHEN NEW.unit = 'heart' BEGIN
  UPDATE users SET hearts_available = hearts_available + NEW.amount WHERE id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_insert_glops AFTER INSERT ON ledger WHEN NEW.unit = 'glop' BEGIN
  UPDATE users SET glops = glops + NEW.amount WHERE id = NEW.user_id;
  INSERT INTO ledger (user_id, unit, amount, reason, created_at)
    SELECT id, 'heart', glops / 150 - hearts_earned, 'glops_earned', NEW.created_at
    FROM users WHERE id = NEW.user_id AND glops / 150 > hearts_earned;
  UPDATE users SET hearts_earned = glops / 150 WHERE id = NEW.user_id AND glops / 150 > hearts_earned;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_update_check BEFORE UPDATE ON ledger BEGIN
  SELECT RAISE(ABORT, 'ledger_is_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_delete_check BEFORE DELETE ON ledger BEGIN
  SELECT RAISE(ABORT, 'ledger_is_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER notifications_insert_check BEFORE INSERT ON notifications
WHEN NEW.user_id = NEW.actor_id
  OR EXISTS (SELECT 1 FROM notification_opt_outs WHERE user_id = NEW.user_id AND category = NEW.category)
  OR (NEW.category <> 'fans' AND NEW.chat_room_id IS NULL AND EXISTS (SELECT 1 FROM muted_threads WHERE user_id = NEW.user_id
    AND target_type = iif(NEW.sketch_id IS NULL, 'profile', 'sketch') AND target_id = coalesce(NEW.sketch_id, NEW.page_owner_id)))
  OR EXISTS (SELECT 1 FROM blocks WHERE user_id = NEW.user_id AND blocked_id IN (NEW.actor_id, NEW.page_owner_id))
  OR EXISTS (SELECT 1 FROM blocks WHERE blocked_id = NEW.user_id AND user_id IN (NEW.actor_id, NEW.page_owner_id))
  OR EXISTS (SELECT 1 FROM sketches JOIN users ON users.id = NEW.user_id
    WHERE sketches.id = NEW.sketch_id AND sketches.user_id <> NEW.user_id
      AND (sketches.violation IS NOT NULL OR (sketches.mature = 1 AND users.show_mature = 0)))
  OR (NEW.stream_id IS NOT NULL AND EXISTS (SELECT 1 FROM streams JOIN users ON users.id = NEW.user_id
    WHERE streams.id = NEW.stream_id AND streams.mature = 1 AND users.show_mature = 0))
BEGIN
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
CREATE TRIGGER notifications_insert_counts AFTER INSERT ON notifications BEGIN
  INSERT INTO notification_counts (user_id, category, unread_count, total_count) VALUES (NEW.user_id, NEW.category, NEW.read_at IS NULL, 1)
    ON CONFLICT (user_id, category) DO UPDATE SET unread_count = unread_count + excluded.unread_count, total_count = total_count + 1;
  UPDATE users SET unread_notifications_count = unread_notifications_count + (NEW.read_at IS NULL) WHERE id = NEW.user_id;
  DELETE FROM notifications WHERE id = (
    SELECT id FROM notifications WHERE user_id = NEW.user_id AND category = NEW.category
      AND (SELECT total_count FROM notification_counts WHERE user_id = NEW.user_id AND category = NEW.category) > 500
    ORDER BY occurred_at, id LIMIT 1);
END;
--> statement-breakpoint
CREATE TRIGGER notifications_update_counts AFTER UPDATE OF read_at ON notifications WHEN (NEW.read_at IS NULL) <> (OLD.read_at IS NULL) BEGIN
  UPDATE notification_counts SET unread_count = unread_count + (NEW.read_at IS NULL) - (OLD.read_at IS NULL)
    WHERE user_id = NEW.user_id AND category = NEW.category;
  UPDATE users SET unread_notifications_count = unread_notifications_count + (NEW.read_at IS NULL) - (OLD.read_at IS NULL) WHERE id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER notifications_delete_counts AFTER DELETE ON notifications BEGIN
  UPDATE notification_counts SET unread_count = unread_count - (OLD.read_at IS NULL), total_count = total_count - 1
    WHERE user_id = OLD.user_id AND category = OLD.category;
  UPDATE users SET unread_notifications_count = unread_notifications_count - (OLD.read_at IS NULL) WHERE id = OLD.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER hearts_insert_notifications AFTER INSERT ON hearts BEGIN
  INSERT INTO notifications (user_id, category, actor_id, page_owner_id, sketch_id, occurred_at)
    SELECT user_id, 'hearts', NEW.user_id, user_id, id, NEW.created_at FROM sketches WHERE id = NEW.sketch_id
    ON CONFLICT (user_id, sketch_id) WHERE category = 'hearts' AND read_at IS NULL
    DO UPDATE SET actors_count = actors_count + 1, actor_id = excluded.actor_id, occurred_at = max(occurred_at, excluded.occurred_at);
END;
--> statement-breakpoint
CREATE TRIGGER features_insert_notifications AFTER INSERT ON features BEGIN
  INSERT INTO notifications (user_id, category, actor_id, page_owner_id, sketch_id, occurred_at)
    SELECT user_id, 'features', NEW.user_id, user_id, id, NEW.created_at FROM sketches WHERE id = NEW.sketch_id;
END;
--> statement-breakpoint
CREATE TRIGGER fans_insert_notifications AFTER INSERT ON fans BEGIN
  INSERT INTO notifications (user_id, category, actor_id, page_owner_id, occurred_at)
    VALUES (NEW.user_id, 'fans', NEW.fan_id, NEW.user_id, NEW.created_at) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER fans_delete_notifications AFTER DELETE ON fans BEGIN
  DELETE FROM notifications WHERE user_id = OLD.user_id AND actor_id = OLD.fan_id AND category = 'fans';
END;
--> statement-breakpoint
CREATE TRIGGER comments_insert_notifications AFTER INSERT ON comments BEGIN
  INSERT INTO notifications (user_id, category, actor_id, page_owner_id, sketch_id, comment_id, excerpt, is_reply, occurred_at)
    SELECT recipient.id, 'comments', NEW.user_id, page.owner_id, iif(NEW.target_type = 'sketch', NEW.target_id, NULL), NEW.id,
      substr(NEW.text, 1, 200), recipient.id IS NEW.parent_user_id, NEW.created_at
    FROM (SELECT iif(NEW.target_type = 'sketch', (SELECT user_id FROM sketches WHERE id = NEW.target_id), NEW.target_id)
      AS owner_id) AS page
    JOIN users AS recipient ON recipient.id IN (page.owner_id, NEW.parent_user_id)
    WHERE true ON CONFLICT DO NOTHING;
  INSERT OR IGNORE INTO comment_mentions (user_id, comment_id)
    SELECT value ->> 'userId', NEW.id FROM json_each(NEW.mentions);
END;
--> statement-breakpoint
CREATE TRIGGER comments_update_notifications AFTER UPDATE OF text, mentions ON comments BEGIN
  UPDATE notifications SET excerpt = substr(NEW.text, 1, 200) WHERE comment_id = NEW.id AND NEW.text <> OLD.text;
  DELETE FROM comment_mentions WHERE comment_id = NEW.id AND NEW.mentions <> OLD.mentions
    AND user_id NOT IN (SELECT value ->> 'userId' FROM json_each(NEW.mentions));
  INSERT OR IGNORE INTO comment_mentions (user_id, comment_id)
    SELECT value ->> 'userId', NEW.id FROM json_each(NEW.mentions) WHERE NEW.mentions <> OLD.mentions;
END;
--> statement-breakpoint
CREATE TRIGGER comment_mentions_insert_notifications AFTER INSERT ON comment_mentions BEGIN
  INSERT INTO notifications (user_id, category, actor_id, page_owner_id, sketch_id, comment_id, excerpt, occurred_at)
    SELECT NEW.user_id, 'mentions', comment.user_id, comment.owner_id, iif(comment.target_type = 'sketch', comment.target_id, NULL),
      comment.id, substr(comment.text, 1, 200), coalesce(comment.edited_at, comment.created_at)
    FROM (SELECT *, iif(target_type = 'sketch', (SELECT user_id FROM sketches WHERE id = target_id), target_id) AS owner_id
      FROM comments WHERE id = NEW.comment_id) AS comment
    WHERE NEW.user_id NOT IN (comment.owner_id, coalesce(comment.parent_user_id, 0))
      OR EXISTS (SELECT 1 FROM notification_opt_outs WHERE user_id = NEW.user_id AND category = 'comments')
    ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER comment_mentions_delete_notifications AFTER DELETE ON comment_mentions BEGIN
  DELETE FROM notifications WHERE comment_id = OLD.comment_id AND user_id = OLD.user_id AND category = 'mentions';
END;
--> statement-breakpoint
CREATE TRIGGER sketches_update_notifications AFTER UPDATE OF violation, mature ON sketches
WHEN NEW.violation IS NOT NULL OR NEW.mature = 1 BEGIN
  DELETE FROM notifications WHERE sketch_id = NEW.id AND user_id <> NEW.user_id
    AND (NEW.violation IS NOT NULL OR (SELECT show_mature FROM users WHERE id = notifications.user_id) = 0);
END;
--> statement-breakpoint
CREATE TRIGGER streams_update_notifications AFTER UPDATE OF mature ON streams WHEN NEW.mature = 1 AND OLD.mature = 0 BEGIN
  DELETE FROM notifications WHERE stream_id = NEW.id AND (SELECT show_mature FROM users WHERE id = notifications.user_id) = 0;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_insert_search AFTER INSERT ON sketches BEGIN
  INSERT INTO sketch_search (rowid, title, description, tags, facets)
    SELECT sketch_id, title, description, tags, facets FROM sketch_documents WHERE sketch_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_update_search AFTER UPDATE OF title, description, alt_text, unlisted, violation, mature,
  file_lost_at, user_id, width, height, colours, perceptual_hash, hearts_count ON sketches
WHEN (NEW.title, NEW.description, NEW.alt_text, NEW.unlisted, NEW.violation, NEW.mature, NEW.file_lost_at, NEW.user_id,
    NEW.width, NEW.height, NEW.colours, NEW.perceptual_hash, ceil(log2(NEW.hearts_count + 1)))
  IS NOT (OLD.title, OLD.description, OLD.alt_text, OLD.unlisted, OLD.violation, OLD.mature, OLD.file_lost_at, OLD.user_id,
    OLD.width, OLD.height, OLD.colours, OLD.perceptual_hash, ceil(log2(OLD.hearts_count + 1))) BEGIN
  DELETE FROM sketch_search WHERE rowid = NEW.id;
  INSERT INTO sketch_search (rowid, title, description, tags, facets)
    SELECT sketch_id, title, description, tags, facets FROM sketch_documents WHERE sketch_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_delete_search AFTER DELETE ON sketches BEGIN
  DELETE FROM sketch_search WHERE rowid = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER sketch_tags_insert_search AFTER INSERT ON sketch_tags BEGIN
  DELETE FROM sketch_search WHERE rowid = NEW.sketch_id;
  INSERT INTO sketch_search (rowid, title, description, tags, facets)
    SELECT sketch_id, title, description, tags, facets FROM sketch_documents WHERE sketch_id = NEW.sketch_id;
END;
--> statement-breakpoint
CREATE TRIGGER sketch_tags_delete_search AFTER DELETE ON sketch_tags BEGIN
  DELETE FROM sketch_search WHERE rowid = OLD.sketch_id;
  INSERT INTO sketch_search (rowid, title, description, tags, facets)
    SELECT sketch_id, title, description, tags, facets FROM sketch_documents WHERE sketch_id = OLD.sketch_id;
END;
--> statement-breakpoint
CREATE TRIGGER users_insert_search AFTER INSERT ON users BEGIN
  INSERT INTO user_search (rowid, nickname, facets)
    SELECT user_id, nickname, facets FROM user_documents WHERE user_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_update_search AFTER UPDATE OF nickname, fans_count ON users
WHEN NEW.nickname <> OLD.nickname OR ceil(log2(NEW.fans_count + 1)) <> ceil(log2(OLD.fans_count + 1)) BEGIN
  DELETE FROM user_search WHERE rowid = NEW.id;
  INSERT INTO user_search (rowid, nickname, facets)
    SELECT user_id, nickname, facets FROM user_documents WHERE user_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_delete_search AFTER DELETE ON users BEGIN
  DELETE FROM user_search WHERE rowid = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER challenges_insert_search AFTER INSERT ON challenges BEGIN
  INSERT INTO challenge_search (rowid, title, description) VALUES (NEW.id, NEW.title, NEW.description);
END;
--> statement-breakpoint
CREATE TRIGGER sessions_insert_activity AFTER INSERT ON sessions BEGIN
  UPDATE users SET active_at = NEW.last_seen_at WHERE id = NEW.user_id AND active_at < NEW.last_seen_at;
END;
--> statement-breakpoint
CREATE TRIGGER sessions_update_activity AFTER UPDATE OF last_seen_at ON sessions BEGIN
  UPDATE users SET active_at = NEW.last_seen_at WHERE id = NEW.user_id AND active_at < NEW.last_seen_at;
END;
--> statement-breakpoint
CREATE TRIGGER sketch_files_insert_video AFTER INSERT ON sketch_files WHEN NEW.kind = 'video' BEGIN
  UPDATE sketches SET has_video = 1 WHERE id = NEW.sketch_id;
END;
--> statement-breakpoint
CREATE TRIGGER sketch_files_delete_video AFTER DELETE ON sketch_files WHEN OLD.kind = 'video' BEGIN
  UPDATE sketches SET has_video = 0 WHERE id = OLD.sketch_id;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_insert_fan_out AFTER INSERT ON sketches
WHEN NEW.unlisted = 0 AND NEW.violation IS NULL AND (SELECT fans_count FROM users WHERE id = NEW.user_id) > 0 BEGIN
  INSERT INTO fan_outs (sketch_id, artist_id) VALUES (NEW.id, NEW.user_id);
END;
--> statement-breakpoint
CREATE TRIGGER sketches_update_fan_out AFTER UPDATE OF unlisted, violation ON sketches
WHEN NEW.unlisted = 0 AND NEW.violation IS NULL AND (OLD.unlisted = 1 OR OLD.violation IS NOT NULL)
  AND (SELECT fans_count FROM users WHERE id = NEW.user_id) > 0 BEGIN
  INSERT INTO fan_outs (sketch_id, artist_id) VALUES (NEW.id, NEW.user_id) ON CONFLICT (sketch_id) DO UPDATE SET after_fan_id = 0;
END;
--> statement-breakpoint
CREATE TRIGGER fans_insert_feed AFTER INSERT ON fans BEGIN
  INSERT INTO feed_sketches (fan_id, sketch_id, artist_id)
    SELECT NEW.fan_id, id, user_id FROM sketches WHERE user_id = NEW.user_id AND listed = 1 ORDER BY id DESC LIMIT 25
    ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER fans_delete_feed AFTER DELETE ON fans BEGIN
  DELETE FROM feed_sketches WHERE fan_id = OLD.fan_id AND artist_id = OLD.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_insert_counts AFTER INSERT ON sketches WHEN NEW.unlisted = 0 AND NEW.violation IS NULL BEGIN
  UPDATE users SET sketches_count = sketches_count + 1,
    sketches_for_all_count = sketches_for_all_count + NEW.listed_for_all,
    active_at = max(active_at, NEW.created_at)
  WHERE id = NEW.user_id;
  UPDATE totals SET count = count + 1 WHERE name = 'sketches' AND NEW.listed_for_all;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_update_counts AFTER UPDATE OF unlisted, violation, file_lost_at, mature ON sketches
WHEN (NEW.listed_for_all, NEW.unlisted = 0 AND NEW.violation IS NULL)
  <> (OLD.listed_for_all, OLD.unlisted = 0 AND OLD.violation IS NULL) BEGIN
  UPDATE users SET
    sketches_count = sketches_count
      + (NEW.unlisted = 0 AND NEW.violation IS NULL) - (OLD.unlisted = 0 AND OLD.violation IS NULL),
    sketches_for_all_count = sketches_for_all_count + NEW.listed_for_all - OLD.listed_for_all
  WHERE id = NEW.user_id;
  UPDATE totals SET count = count + NEW.listed_for_all - OLD.listed_for_all
  WHERE name = 'sketches' AND NEW.listed_for_all <> OLD.listed_for_all;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_delete_counts AFTER DELETE ON sketches BEGIN
  UPDATE users SET sketches_count = sketches_count - (OLD.unlisted = 0 AND OLD.violation IS NULL),
    sketches_for_all_count = sketches_for_all_count - OLD.listed_for_all,
    avatar_key = nullif(avatar_key, OLD.image_key),
    cover_key = nullif(cover_key, OLD.image_key)
  WHERE id = OLD.user_id;
  UPDATE totals SET count = count - 1 WHERE name = 'sketches' AND OLD.listed_for_all;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_update_listed_copies AFTER UPDATE OF unlisted, violation, file_lost_at, mature ON sketches
WHEN (NEW.listed, NEW.listed_for_all) <> (OLD.listed, OLD.listed_for_all) BEGIN
  UPDATE tags SET sketches_count = sketches_count + NEW.listed_for_all - OLD.listed_for_all
  WHERE NEW.listed_for_all <> OLD.listed_for_all
    AND id IN (SELECT tag_id FROM sketch_tags WHERE sketch_id = NEW.id);
  UPDATE sketch_tags SET listed = NEW.listed, listed_for_all = NEW.listed_for_all WHERE sketch_id = NEW.id;
  UPDATE album_sketches SET listed = NEW.listed, listed_for_all = NEW.listed_for_all WHERE sketch_id = NEW.id;
  UPDATE challenge_entries SET listed = NEW.listed, listed_for_all = NEW.listed_for_all WHERE sketch_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_update_addresses AFTER UPDATE OF image_key, mature, violation ON sketches
WHEN NEW.image_key <> OLD.image_key OR NEW.mature = 1 OR NEW.violation IS NOT NULL BEGIN
  UPDATE users SET
    avatar_key = CASE WHEN avatar_key = OLD.image_key
      THEN iif(NEW.mature = 0 AND NEW.violation IS NULL, NEW.image_key, NULL) ELSE avatar_key END,
    cover_key = CASE WHEN cover_key = OLD.image_key
      THEN iif(NEW.mature = 0 AND NEW.violation IS NULL AND NEW.width = 2048 AND NEW.height = 506, NEW.image_key, NULL)
      ELSE cover_key END
  WHERE id = NEW.user_id AND OLD.image_key IN (avatar_key, cover_key);
  UPDATE sketch_files SET address = lower(hex(randomblob(20)))
  WHERE sketch_id = NEW.id AND NEW.image_key <> OLD.image_key;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_update_parent_check BEFORE UPDATE OF parent_id ON sketches
WHEN NEW.parent_id IS NOT NULL AND NEW.parent_id IS NOT OLD.parent_id BEGIN
  SELECT RAISE(ABORT, 'parent_not_allowed') WHERE NOT EXISTS (
    SELECT 1 FROM sketches AS parent
    WHERE parent.id = NEW.parent_id AND (parent.user_id = NEW.user_id OR parent.coop_id IS NOT NULL));
  SELECT RAISE(ABORT, 'parent_cycle') WHERE NEW.id IN (
    WITH RECURSIVE earlier(id) AS (
      SELECT NEW.parent_id
      UNION SELECT sketches.parent_id FROM earlier JOIN sketches ON sketches.id = earlier.id WHERE sketches.parent_id IS NOT NULL)
    SELECT id FROM earlier);
END;
--> statement-breakpoint
CREATE TRIGGER sketches_update_co_ops AFTER UPDATE OF parent_id, coop_id ON sketches
WHEN (NEW.parent_id, NEW.coop_id) IS NOT (OLD.parent_id, OLD.coop_id) BEGIN
  DELETE FROM co_ops WHERE sketch_id = NEW.id AND OLD.coop_id IS OLD.id AND NEW.coop_id IS NOT NEW.id;
  UPDATE sketches SET coop_id = (SELECT coop_id FROM sketches AS parent WHERE parent.id = NEW.parent_id)
  WHERE id = NEW.id AND NEW.parent_id IS NOT NULL AND NEW.parent_id IS NOT OLD.parent_id AND NEW.coop_id IS NOT NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_delete_rows BEFORE DELETE ON sketches BEGIN
  DELETE FROM hearts WHERE sketch_id = OLD.id;
  DELETE FROM ratings WHERE sketch_id = OLD.id;
  DELETE FROM features WHERE sketch_id = OLD.id;
  DELETE FROM comments WHERE target_type = 'sketch' AND target_id = OLD.id;
  DELETE FROM muted_threads WHERE target_type = 'sketch' AND target_id = OLD.id;
  DELETE FROM sketch_tags WHERE sketch_id = OLD.id;
  UPDATE sketches SET parent_id = NULL WHERE parent_id = OLD.id;
  UPDATE sketches SET coop_id = NULL WHERE coop_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER sketch_tags_insert_counts AFTER INSERT ON sketch_tags BEGIN
  UPDATE sketch_tags SET (listed, listed_for_all, hearts_count) =
    (SELECT listed, listed_for_all, hearts_count FROM sketches WHERE id = NEW.sketch_id)
  WHERE sketch_id = NEW.sketch_id AND tag_id = NEW.tag_id;
  UPDATE tags SET sketches_count = sketches_count + (SELECT listed_for_all FROM sketches WHERE id = NEW.sketch_id)
  WHERE id = NEW.tag_id;
END;
--> statement-breakpoint
CREATE TRIGGER sketch_tags_delete_counts AFTER DELETE ON sketch_tags BEGIN
  UPDATE tags SET sketches_count = sketches_count - OLD.listed_for_all WHERE id = OLD.tag_id;
END;
--> statement-breakpoint
CREATE TRIGGER sketch_views_insert_counts AFTER INSERT ON sketch_views BEGIN
  UPDATE sketches SET views_count = views_count + 1 WHERE id = NEW.sketch_id;
  UPDATE users SET views_count = views_count + 1 WHERE id = (SELECT user_id FROM sketches WHERE id = NEW.sketch_id);
END;
--> statement-breakpoint
CREATE TRIGGER stream_reminders_insert_counts AFTER INSERT ON stream_reminders BEGIN
  UPDATE streams SET reminders_count = reminders_count + 1 WHERE id = NEW.stream_id;
END;
--> statement-breakpoint
CREATE TRIGGER stream_reminders_delete_counts AFTER DELETE ON stream_reminders BEGIN
  UPDATE streams SET reminders_count = reminders_count - 1 WHERE id = OLD.stream_id;
END;
--> statement-breakpoint
CREATE TRIGGER streams_update_replay_flags AFTER UPDATE OF replay_sketch_id ON streams WHEN NEW.replay_sketch_id IS NOT OLD.replay_sketch_id BEGIN
  UPDATE streams SET
    replay_mature = coalesce((SELECT mature FROM sketches WHERE id = NEW.replay_sketch_id), 0),
    replay_unlisted = coalesce((SELECT unlisted FROM sketches WHERE id = NEW.replay_sketch_id), 0),
    replay_violating = coalesce((SELECT violation IS NOT NULL FROM sketches WHERE id = NEW.replay_sketch_id), 0)
  WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_update_replay_flags AFTER UPDATE OF mature, unlisted, violation ON sketches BEGIN
  UPDATE streams SET replay_mature = NEW.mature, replay_unlisted = NEW.unlisted, replay_violating = (NEW.violation IS NOT NULL)
  WHERE replay_sketch_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_delete_replays BEFORE DELETE ON sketches BEGIN
  DELETE FROM stream_chapters WHERE stream_id IN (SELECT id FROM streams WHERE replay_sketch_id = OLD.id);
  UPDATE streams SET replay = 'none', preview_number = 0, files_deletion_pending = 1 WHERE replay_sketch_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER tag_follows_insert_check BEFORE INSERT ON tag_follows
WHEN (SELECT count(*) FROM tag_follows WHERE user_id = NEW.user_id) >= 100
  AND NOT EXISTS (SELECT 1 FROM tag_follows WHERE user_id = NEW.user_id AND tag_id = NEW.tag_id) BEGIN
  SELECT RAISE(ABORT, 'tags_followed');
END;
--> statement-breakpoint
CREATE TRIGGER pending_uploads_insert_check BEFORE INSERT ON pending_uploads
WHEN (SELECT count(*) FROM pending_uploads WHERE user_id = NEW.user_id) >= 200
  AND NOT EXISTS (SELECT 1 FROM pending_uploads WHERE user_id = NEW.user_id AND content_hash = NEW.content_hash) BEGIN
  SELECT RAISE(ABORT, 'uploads_waiting');
END;
--> statement-breakpoint
CREATE TRIGGER fans_insert_check BEFORE INSERT ON fans
WHEN EXISTS (SELECT 1 FROM blocks WHERE (user_id = NEW.user_id AND blocked_id = NEW.fan_id)
  OR (user_id = NEW.fan_id AND blocked_id = NEW.user_id)) BEGIN
  SELECT RAISE(ABORT, 'blocked');
END;
--> statement-breakpoint
CREATE TRIGGER fans_insert_counts AFTER INSERT ON fans BEGIN
  UPDATE users SET fans_count = fans_count + 1 WHERE id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER fans_delete_counts AFTER DELETE ON fans BEGIN
  UPDATE users SET fans_count = fans_count - 1 WHERE id = OLD.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER blocks_insert_removals AFTER INSERT ON blocks BEGIN
  DELETE FROM fans WHERE (user_id = NEW.user_id AND fan_id = NEW.blocked_id) OR (user_id = NEW.blocked_id AND fan_id = NEW.user_id);
  UPDATE notifications SET actors_count = actors_count - 1, actor_id = (
      SELECT user_id FROM hearts WHERE sketch_id = notifications.sketch_id AND user_id <> notifications.actor_id
      ORDER BY created_at DESC LIMIT 1)
    WHERE category = 'hearts' AND actors_count > 1
      AND ((user_id = NEW.user_id AND actor_id = NEW.blocked_id) OR (user_id = NEW.blocked_id AND actor_id = NEW.user_id));
  DELETE FROM notifications
    WHERE (user_id = NEW.user_id AND actor_id = NEW.blocked_id) OR (user_id = NEW.blocked_id AND actor_id = NEW.user_id);
  DELETE FROM notifications
    WHERE (user_id = NEW.user_id AND page_owner_id = NEW.blocked_id) OR (user_id = NEW.blocked_id AND page_owner_id = NEW.user_id);
END;
--> statement-breakpoint
CREATE TRIGGER brushes_insert_counts AFTER INSERT ON brushes BEGIN
  UPDATE brush_categories SET brushes_count = brushes_count + 1 WHERE id = NEW.category_id;
END;
--> statement-breakpoint
CREATE TRIGGER brushes_update_counts AFTER UPDATE OF category_id ON brushes WHEN NEW.category_id <> OLD.category_id BEGIN
  UPDATE brush_categories SET brushes_count = brushes_count - 1 WHERE id = OLD.category_id;
  UPDATE brush_categories SET brushes_count = brushes_count + 1 WHERE id = NEW.category_id;
END;
--> statement-breakpoint
CREATE TRIGGER brushes_delete_counts AFTER DELETE ON brushes BEGIN
  UPDATE brush_categories SET brushes_count = brushes_count - 1 WHERE id = OLD.category_id;
END;
--> statement-breakpoint
CREATE TRIGGER co_ops_insert_check BEFORE INSERT ON co_ops
WHEN NOT EXISTS (SELECT 1 FROM sketches WHERE id = NEW.sketch_id AND coop_id = id) BEGIN
  SELECT RAISE(ABORT, 'in_another_co_op');
END;
--> statement-breakpoint
CREATE TRIGGER features_insert_check BEFORE INSERT ON features BEGIN
  SELECT RAISE(ABORT, 'own_sketch') FROM sketches WHERE id = NEW.sketch_id AND user_id = NEW.user_id;
  SELECT RAISE(ABORT, 'already_featured') FROM sketches WHERE id = NEW.sketch_id AND featured_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER features_insert_balances AFTER INSERT ON features BEGIN
  INSERT INTO monthly_stars (user_id, month, spent_count)
    SELECT NEW.user_id, CAST(strftime('%Y%m', NEW.created_at / 1000, 'unixepoch') AS INTEGER), 1 WHERE NEW.paid_with_star
    ON CONFLICT (user_id, month) DO UPDATE SET spent_count = spent_count + 1;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT NEW.user_id, 'star', -1, 'feature_given', NEW.sketch_id, NEW.created_at WHERE NEW.paid_with_star;
  UPDATE sketches SET featured_at = NEW.created_at, featured_by = NEW.user_id WHERE id = NEW.sketch_id;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', 50, 'feature_received', id, NEW.created_at FROM sketches WHERE id = NEW.sketch_id;
END;
--> statement-breakpoint
CREATE TRIGGER features_delete_balances BEFORE DELETE ON features BEGIN
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', -50, 'feature_removed', id, unixepoch() * 1000 FROM sketches WHERE id = OLD.sketch_id;
END;
--> statement-breakpoint
CREATE TRIGGER ratings_insert_check BEFORE INSERT ON ratings
WHEN NEW.user_id = (SELECT user_id FROM sketches WHERE id = NEW.sketch_id) BEGIN
  SELECT RAISE(ABORT, 'own_sketch');
END;
--> statement-breakpoint
CREATE TRIGGER ratings_insert_balances AFTER INSERT ON ratings BEGIN
  UPDATE sketches SET likes_count = likes_count + (NEW.rating = 'rules'), piggies_count = piggies_count + (NEW.rating = 'piggy')
    WHERE id = NEW.sketch_id;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', 1, 'rules_received', id, NEW.created_at FROM sketches
    WHERE id = NEW.sketch_id AND NEW.rating = 'rules';
END;
--> statement-breakpoint
CREATE TRIGGER ratings_update_balances AFTER UPDATE OF rating ON ratings WHEN NEW.rating <> OLD.rating BEGIN
  UPDATE sketches SET likes_count = likes_count + (NEW.rating = 'rules') - (OLD.rating = 'rules'),
    piggies_count = piggies_count + (NEW.rating = 'piggy') - (OLD.rating = 'piggy')
    WHERE id = NEW.sketch_id;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', iif(NEW.rating = 'rules', 1, -1), iif(NEW.rating = 'rules', 'rules_received', 'rules_removed'),
      id, NEW.created_at
    FROM sketches WHERE id = NEW.sketch_id;
END;
--> statement-breakpoint
CREATE TRIGGER ratings_delete_balances BEFORE DELETE ON ratings BEGIN
  UPDATE sketches SET likes_count = likes_count - (OLD.rating = 'rules'), piggies_count = piggies_count - (OLD.rating = 'piggy')
    WHERE id = OLD.sketch_id;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', -1, 'rules_removed', id, unixepoch() * 1000 FROM sketches
    WHERE id = OLD.sketch_id AND OLD.rating = 'rules';
END;
--> statement-breakpoint
CREATE TRIGGER users_insert_counts AFTER INSERT ON users BEGIN
  UPDATE totals SET count = count + 1 WHERE name = 'members';
END;
--> statement-breakpoint
INSERT INTO totals (name, count) VALUES ('sketches', 0), ('members', 0);
--> statement-breakpoint
INSERT INTO chat_rooms (channel, kind, created_at) VALUES ('lobby', 'standing', 0), ('help', 'standing', 0), ('whiteboard', 'standing', 0);
