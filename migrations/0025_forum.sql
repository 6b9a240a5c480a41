CREATE TABLE `forum_categories` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`position` integer NOT NULL,
	`staff_only` integer DEFAULT false NOT NULL,
	`closed` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `forum_categories_slug_unique` ON `forum_categories` (`slug`);--> statement-breakpoint
CREATE TABLE `forum_mentions` (
	`user_id` integer NOT NULL,
	`post_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `post_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`post_id`) REFERENCES `forum_posts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `forum_mentions_post` ON `forum_mentions` (`post_id`);--> statement-breakpoint
CREATE TABLE `forum_posts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`topic_id` integer NOT NULL,
	`number` integer NOT NULL,
	`user_id` integer NOT NULL,
	`text` text NOT NULL,
	`mentions` text DEFAULT '[]' NOT NULL,
	`sketch_id` integer,
	`quoted_number` integer,
	`idempotency_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`edited_at` integer,
	`deleted_at` integer,
	`deleted_by` text,
	FOREIGN KEY (`topic_id`) REFERENCES `forum_topics`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `forum_posts_topic` ON `forum_posts` (`topic_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `forum_posts_idempotency_key` ON `forum_posts` (`user_id`,`idempotency_key`);--> statement-breakpoint
CREATE INDEX `forum_posts_user` ON `forum_posts` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `forum_posts_age` ON `forum_posts` (`created_at`);--> statement-breakpoint
CREATE INDEX `forum_posts_sketch` ON `forum_posts` (`sketch_id`) WHERE sketch_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `forum_readers` (
	`user_id` integer NOT NULL,
	`topic_id` integer NOT NULL,
	`read_number` integer DEFAULT 0 NOT NULL,
	`watched` integer,
	`notified` integer DEFAULT false NOT NULL,
	`active_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `topic_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`topic_id`) REFERENCES `forum_topics`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `forum_readers_to_notify` ON `forum_readers` (`topic_id`,`user_id`) WHERE watched = 1 AND notified = 0;--> statement-breakpoint
CREATE INDEX `forum_readers_watched` ON `forum_readers` (`user_id`,`active_at`,`topic_id`) WHERE watched = 1;--> statement-breakpoint
CREATE TABLE `forum_topics` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`category_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`title` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`pinned` integer DEFAULT false NOT NULL,
	`latest_number` integer DEFAULT 0 NOT NULL,
	`latest_user_id` integer NOT NULL,
	`latest_at` integer NOT NULL,
	`idempotency_key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`category_id`) REFERENCES `forum_categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`latest_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `forum_topics_idempotency_key` ON `forum_topics` (`user_id`,`idempotency_key`);--> statement-breakpoint
CREATE INDEX `forum_topics_latest` ON `forum_topics` (`latest_at`,`id`) WHERE state <> 'removed';--> statement-breakpoint
CREATE INDEX `forum_topics_category` ON `forum_topics` (`category_id`,`pinned`,`latest_at`,`id`) WHERE state <> 'removed';--> statement-breakpoint
CREATE INDEX `forum_topics_user` ON `forum_topics` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `forum_topics_latest_user` ON `forum_topics` (`latest_user_id`);--> statement-breakpoint
ALTER TABLE `notifications` ADD `forum_post_id` integer REFERENCES forum_posts(id);--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_forum_post` ON `notifications` (`forum_post_id`,`user_id`) WHERE forum_post_id IS NOT NULL;
--> statement-breakpoint
DROP TRIGGER comment_mentions_insert_notifications;
--> statement-breakpoint
DROP TRIGGER comments_insert_notifications;
--> statement-breakpoint
DROP TRIGGER notifications_insert_check;
--> statement-breakpoint
CREATE VIRTUAL TABLE forum_search USING fts5(
  title, text, facets, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);
--> statement-breakpoint
CREATE VIEW forum_documents AS SELECT
  forum_posts.id AS post_id,
  iif(forum_posts.number = 1, forum_topics.title, '') AS title,
  forum_posts.text AS text,
  'u' || forum_posts.user_id AS facets
FROM forum_posts JOIN forum_topics ON forum_topics.id = forum_posts.topic_id WHERE forum_posts.deleted_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER notifications_insert_check BEFORE INSERT ON notifications
WHEN NEW.user_id = NEW.actor_id
  OR EXISTS (SELECT 1 FROM notification_opt_outs WHERE user_id = NEW.user_id AND category = NEW.category)
  OR EXISTS (SELECT 1 FROM muted_threads WHERE user_id = NEW.user_id AND target_type = 'sketch' AND target_id = NEW.sketch_id)
  OR (NEW.comment_id IS NOT NULL AND EXISTS (SELECT 1 FROM comments JOIN muted_threads USING (target_type, target_id)
    WHERE comments.id = NEW.comment_id AND muted_threads.user_id = NEW.user_id))
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
CREATE TRIGGER comments_insert_notifications AFTER INSERT ON comments BEGIN
  INSERT INTO notifications (user_id, category, actor_id, page_owner_id, sketch_id, comment_id, excerpt, is_reply, occurred_at)
    SELECT recipient.id, 'comments', NEW.user_id, page.owner_id, iif(NEW.target_type = 'sketch', NEW.target_id, NULL), NEW.id,
      substr(NEW.text, 1, 200), recipient.id IS NEW.parent_user_id, NEW.created_at
    FROM (SELECT CASE NEW.target_type WHEN 'sketch' THEN (SELECT user_id FROM sketches WHERE id = NEW.target_id)
      WHEN 'profile' THEN NEW.target_id END AS owner_id) AS page
    JOIN users AS recipient ON recipient.id IN (page.owner_id, NEW.parent_user_id)
    WHERE page.owner_id IS NOT NULL ON CONFLICT DO NOTHING;
  INSERT OR IGNORE INTO comment_mentions (user_id, comment_id)
    SELECT value ->> 'userId', NEW.id FROM json_each(NEW.mentions);
END;
--> statement-breakpoint
CREATE TRIGGER comment_mentions_insert_notifications AFTER INSERT ON comment_mentions BEGIN
  INSERT INTO notifications (user_id, category, actor_id, page_owner_id, sketch_id, comment_id, excerpt, occurred_at)
    SELECT NEW.user_id, 'mentions', comment.user_id, comment.owner_id, iif(comment.target_type = 'sketch', comment.target_id, NULL),
      comment.id, substr(comment.text, 1, 200), coalesce(comment.edited_at, comment.created_at)
    FROM (SELECT *, CASE target_type WHEN 'sketch' THEN (SELECT user_id FROM sketches WHERE id = target_id)
        WHEN 'profile' THEN target_id END AS owner_id
      FROM comments WHERE id = NEW.comment_id) AS comment
    WHERE comment.owner_id IS NOT NULL AND (NEW.user_id NOT IN (comment.owner_id, coalesce(comment.parent_user_id, 0))
      OR EXISTS (SELECT 1 FROM notification_opt_outs WHERE user_id = NEW.user_id AND category = 'comments'))
    ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
INSERT INTO forum_categories (slug, name, description, position, staff_only) VALUES
  ('news', 'News', 'What is new on the site.', 1, 1),
  ('critique', 'Critique', 'Ask for an honest look at your work, and give one.', 2, 0),
  ('technique', 'Technique', 'How things are drawn and painted.', 3, 0),
  ('brushes', 'Brushes and tools', 'Brushes, programs, tablets, pens and paper.', 4, 0),
  ('challenges', 'Challenges', 'Ideas, entries and results.', 5, 0),
  ('groups', 'Groups', 'Find members with the same interests.', 6, 0),
  ('events', 'Events', 'Streams, meetings and swaps.', 7, 0),
  ('help', 'Help', 'Questions about the site.', 8, 0),
  ('off-topic', 'Off topic', 'Everything else.', 9, 0);
