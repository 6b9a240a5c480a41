CREATE TABLE `case_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`case_id` integer NOT NULL,
	`kind` text NOT NULL,
	`closed_at` integer,
	`reporter_id` integer NOT NULL,
	`reasons` text NOT NULL,
	`details` text NOT NULL,
	`at_seconds` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`case_id`) REFERENCES `cases`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `case_reports_reporter_once` ON `case_reports` (`case_id`,`reporter_id`);--> statement-breakpoint
CREATE INDEX `case_reports_open` ON `case_reports` (`kind`,`id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `case_reports_reporter` ON `case_reports` (`reporter_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `cases` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`user_id` integer,
	`evidence` text NOT NULL,
	`reports_count` integer NOT NULL,
	`queue_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cases_one_open` ON `cases` (`kind`,`target`) WHERE decided_at IS NULL;--> statement-breakpoint
CREATE INDEX `cases_queue` ON `cases` (`queue_at`,`id`) WHERE decided_at IS NULL;--> statement-breakpoint
CREATE INDEX `cases_queue_kind` ON `cases` (`kind`,`queue_at`,`id`) WHERE decided_at IS NULL;--> statement-breakpoint
CREATE INDEX `cases_user` ON `cases` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `cases_decided` ON `cases` (`decided_at`,`id`) WHERE decided_at IS NOT NULL;
--> statement-breakpoint
-- The open reports of each kind become cases. Nothing has closed a report so far.
INSERT INTO `cases` (`kind`, `target`, `user_id`, `evidence`, `reports_count`, `queue_at`, `created_at`)
SELECT 'sketch', `sketch_id`, `sketches`.`user_id`, json_object('title', `title`, 'description', `description`, 'imageKey', `image_key`,
  'mature', json(iif(`sketches`.`mature`, 'true', 'false')), 'madeWithAi', json(iif(`made_with_ai`, 'true', 'false')),
  'createdAt', `sketches`.`created_at`),
  count(*), min(`sketch_reports`.`created_at`) - 21600000 * min(count(*) - 1, 9), min(`sketch_reports`.`created_at`)
FROM `sketch_reports` JOIN `sketches` ON `sketches`.`id` = `sketch_id` WHERE `closed_at` IS NULL GROUP BY `sketch_id`;
--> statement-breakpoint
INSERT INTO `cases` (`kind`, `target`, `user_id`, `evidence`, `reports_count`, `queue_at`, `created_at`)
SELECT 'profile', `user_id`, `user_id`, json_object('nickname', `nickname`, 'about', `about`, 'website', `website`,
  'avatarKey', `avatar_key`, 'coverKey', `cover_key`),
  count(*), min(`user_reports`.`created_at`) - 21600000 * min(count(*) - 1, 9), min(`user_reports`.`created_at`)
FROM `user_reports` JOIN `users` ON `users`.`id` = `user_id` WHERE `closed_at` IS NULL GROUP BY `user_id`;
--> statement-breakpoint
INSERT INTO `cases` (`kind`, `target`, `user_id`, `evidence`, `reports_count`, `queue_at`, `created_at`)
SELECT 'stream', `stream_id`, `streams`.`user_id`, json_object('title', `title`, 'description', `description`, 'state', `state`,
  'startedAt', `started_at`, 'previewNumber', `preview_number`, 'chapters', json((SELECT json_group_array(json_object(
    'atMs', `at_ms`, 'title', `stream_chapters`.`title`)) FROM `stream_chapters` WHERE `stream_chapters`.`stream_id` = `streams`.`id`))),
  count(*), min(`stream_reports`.`created_at`) - 86400000 - 21600000 * min(count(*) - 1, 9), min(`stream_reports`.`created_at`)
FROM `stream_reports` JOIN `streams` ON `streams`.`id` = `stream_reports`.`stream_id` WHERE `closed_at` IS NULL GROUP BY `stream_reports`.`stream_id`;
--> statement-breakpoint
INSERT INTO `cases` (`kind`, `target`, `user_id`, `evidence`, `reports_count`, `queue_at`, `created_at`)
SELECT 'message', `thread_id` || ':' || `reporter_id`, `user_id`, json_object('subject', `subject`, 'posts', json(`posts`)),
  1, `created_at` - 43200000, `created_at`
FROM `message_reports` WHERE `closed_at` IS NULL;
--> statement-breakpoint
INSERT INTO `cases` (`kind`, `target`, `user_id`, `evidence`, `reports_count`, `queue_at`, `created_at`)
SELECT 'comment', `comment_id`, `author_id`, json_object(
  'target', json_object('type', `target_type`, 'id', `target_id`, 'title',
    coalesce((SELECT `title` FROM `sketches` WHERE `target_type` = 'sketch' AND `sketches`.`id` = `target_id`), '')),
  'comment', json_object('id', `comment_id`, 'userId', `author_id`, 'text', `text`, 'createdAt', `commented_at`),
  'before', json('[]'), 'after', json('[]')),
  (SELECT count(*) FROM `comment_reporters` WHERE `comment_reporters`.`comment_id` = `comment_reports`.`comment_id`),
  `created_at`, `created_at`
FROM `comment_reports`;
--> statement-breakpoint
INSERT INTO `case_reports` (`case_id`, `kind`, `reporter_id`, `reasons`, `details`, `created_at`)
SELECT `cases`.`id`, 'sketch', `reporter_id`, (SELECT json_group_array(`key`) FROM json_each(json_object('copyright', `copyright`,
    'mature', `mature`, 'inappropriate', `inappropriate`, 'challengedq', `challengedq`, 'compodq', `compodq`,
    'notsketch', `notsketch`, 'undeclaredAi', `undeclared_ai`)) WHERE `value` = 1), `details`, `sketch_reports`.`created_at`
FROM `sketch_reports` JOIN `cases` ON `cases`.`kind` = 'sketch' AND `target` = CAST(`sketch_id` AS TEXT) WHERE `closed_at` IS NULL;
--> statement-breakpoint
INSERT INTO `case_reports` (`case_id`, `kind`, `reporter_id`, `reasons`, `details`, `created_at`)
SELECT `cases`.`id`, 'profile', `reporter_id`, '[]', '', `user_reports`.`created_at`
FROM `user_reports` JOIN `cases` ON `cases`.`kind` = 'profile' AND `target` = CAST(`user_reports`.`user_id` AS TEXT) WHERE `closed_at` IS NULL;
--> statement-breakpoint
INSERT INTO `case_reports` (`case_id`, `kind`, `reporter_id`, `reasons`, `details`, `created_at`)
SELECT `cases`.`id`, 'stream', `reporter_id`, '[]', `details`, `stream_reports`.`created_at`
FROM `stream_reports` JOIN `cases` ON `cases`.`kind` = 'stream' AND `target` = CAST(`stream_id` AS TEXT) WHERE `closed_at` IS NULL;
--> statement-breakpoint
INSERT INTO `case_reports` (`case_id`, `kind`, `reporter_id`, `reasons`, `details`, `created_at`)
SELECT `cases`.`id`, 'message', `reporter_id`, '[]', `details`, `message_reports`.`created_at`
FROM `message_reports` JOIN `cases` ON `cases`.`kind` = 'message' AND `target` = `thread_id` || ':' || `reporter_id` WHERE `closed_at` IS NULL;
--> statement-breakpoint
INSERT INTO `case_reports` (`case_id`, `kind`, `reporter_id`, `reasons`, `details`, `created_at`)
SELECT `cases`.`id`, 'comment', `reporter_id`, '[]', '', `comment_reporters`.`created_at`
FROM `comment_reporters` JOIN `cases` ON `cases`.`kind` = 'comment' AND `target` = CAST(`comment_id` AS TEXT);
