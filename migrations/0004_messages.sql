CREATE TABLE `message_counts` (
	`user_id` integer NOT NULL,
	`folder` text NOT NULL,
	`total_count` integer NOT NULL,
	`unread_count` integer NOT NULL,
	PRIMARY KEY(`user_id`, `folder`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `message_posts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`thread_id` integer NOT NULL,
	`number` integer NOT NULL,
	`user_id` integer NOT NULL,
	`text` text NOT NULL,
	`sketch_id` integer,
	`idempotency_key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`thread_id`) REFERENCES `message_threads`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_posts_thread` ON `message_posts` (`thread_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `message_posts_idempotency_key` ON `message_posts` (`user_id`,`idempotency_key`);--> statement-breakpoint
CREATE INDEX `message_posts_sketch` ON `message_posts` (`sketch_id`) WHERE sketch_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `message_threads` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`from_id` integer NOT NULL,
	`to_id` integer NOT NULL,
	`state` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`from_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`to_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "nobody_writes_to_themselves" CHECK("message_threads"."from_id" <> "message_threads"."to_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_threads_idempotency_key` ON `message_threads` (`from_id`,`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `message_threads_one_request` ON `message_threads` (`from_id`,`to_id`) WHERE state <> 'accepted';--> statement-breakpoint
CREATE INDEX `message_threads_pair` ON `message_threads` (`from_id`,`to_id`,`state`);--> statement-breakpoint
CREATE INDEX `message_threads_to` ON `message_threads` (`to_id`,`id`);--> statement-breakpoint
CREATE INDEX `message_threads_age` ON `message_threads` (`from_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `message_topics` (
	`user_id` integer NOT NULL,
	`thread_id` integer NOT NULL,
	`other_id` integer NOT NULL,
	`subject` text NOT NULL,
	`folder` text NOT NULL,
	`blocked` integer DEFAULT false NOT NULL,
	`unread` integer DEFAULT false NOT NULL,
	`deleted_up_to` integer DEFAULT 0 NOT NULL,
	`latest_number` integer DEFAULT 0 NOT NULL,
	`latest_user_id` integer NOT NULL,
	`latest_at` integer NOT NULL,
	`excerpt` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`user_id`, `thread_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`thread_id`) REFERENCES `message_threads`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`other_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`latest_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `message_topics_folder` ON `message_topics` (`user_id`,`folder`,`latest_at`,`thread_id`) WHERE blocked = 0;--> statement-breakpoint
CREATE INDEX `message_topics_thread` ON `message_topics` (`thread_id`);--> statement-breakpoint
CREATE INDEX `message_topics_pair` ON `message_topics` (`user_id`,`other_id`);--> statement-breakpoint
CREATE TABLE `message_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`thread_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`reporter_id` integer NOT NULL,
	`subject` text NOT NULL,
	`posts` text NOT NULL,
	`details` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`closed_by` integer,
	FOREIGN KEY (`thread_id`) REFERENCES `message_threads`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`closed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_reports_one_open` ON `message_reports` (`thread_id`,`reporter_id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `message_reports_open` ON `message_reports` (`id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `message_reports_user` ON `message_reports` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `message_reports_reporter` ON `message_reports` (`reporter_id`,`id`);--> statement-breakpoint
ALTER TABLE `users` ADD `messages_from` text DEFAULT 'everyone' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `unread_messages_count` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE TRIGGER message_posts_insert_topics AFTER INSERT ON message_posts BEGIN
  UPDATE message_topics SET latest_number = NEW.number, latest_user_id = NEW.user_id, latest_at = NEW.created_at,
      excerpt = substr(NEW.text, 1, 200), unread = user_id <> NEW.user_id, folder = iif(folder = 'deleted', 'inbox', folder)
    WHERE thread_id = NEW.thread_id;
END;
--> statement-breakpoint
CREATE TRIGGER message_threads_update_folder AFTER UPDATE OF state ON message_threads WHEN NEW.state = 'accepted' BEGIN
  UPDATE message_topics SET folder = 'inbox' WHERE thread_id = NEW.id AND folder = 'requests';
END;
--> statement-breakpoint
CREATE TRIGGER message_topics_update_removal AFTER UPDATE OF folder ON message_topics
WHEN NEW.folder = 'deleted' AND OLD.folder <> 'deleted' BEGIN
  UPDATE message_threads SET state = 'declined' WHERE id = NEW.thread_id AND state = 'request' AND OLD.folder = 'requests';
  DELETE FROM message_posts WHERE thread_id = NEW.thread_id
    AND NOT EXISTS (SELECT 1 FROM message_topics WHERE thread_id = NEW.thread_id AND folder <> 'deleted');
  DELETE FROM message_topics WHERE thread_id = NEW.thread_id
    AND NOT EXISTS (SELECT 1 FROM message_topics WHERE thread_id = NEW.thread_id AND folder <> 'deleted');
END;
--> statement-breakpoint
CREATE TRIGGER message_topics_insert_counts AFTER INSERT ON message_topics WHEN NEW.blocked = 0 AND NEW.folder <> 'deleted' BEGIN
  INSERT INTO message_counts (user_id, folder, total_count, unread_count) VALUES (NEW.user_id, NEW.folder, 1, NEW.unread)
    ON CONFLICT (user_id, folder) DO UPDATE SET total_count = total_count + 1, unread_count = unread_count + excluded.unread_count;
  UPDATE users SET unread_messages_count = unread_messages_count + NEW.unread WHERE id = NEW.user_id AND NEW.unread;
END;
--> statement-breakpoint
CREATE TRIGGER message_topics_update_counts AFTER UPDATE OF folder, unread, blocked ON message_topics
WHEN NEW.folder <> OLD.folder OR NEW.unread <> OLD.unread OR NEW.blocked <> OLD.blocked BEGIN
  UPDATE message_counts SET total_count = total_count - 1, unread_count = unread_count - OLD.unread
    WHERE user_id = OLD.user_id AND folder = OLD.folder AND OLD.blocked = 0;
  INSERT INTO message_counts (user_id, folder, total_count, unread_count)
    SELECT NEW.user_id, NEW.folder, 1, NEW.unread WHERE NEW.blocked = 0 AND NEW.folder <> 'deleted'
    ON CONFLICT (user_id, folder) DO UPDATE SET total_count = total_count + 1, unread_count = unread_count + excluded.unread_count;
  UPDATE users SET unread_messages_count = unread_messages_count
      + iif(NEW.blocked = 0 AND NEW.folder <> 'deleted', NEW.unread, 0)
      - iif(OLD.blocked = 0 AND OLD.folder <> 'deleted', OLD.unread, 0)
    WHERE id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER message_topics_delete_counts AFTER DELETE ON message_topics WHEN OLD.blocked = 0 AND OLD.folder <> 'deleted' BEGIN
  UPDATE message_counts SET total_count = total_count - 1, unread_count = unread_count - OLD.unread
    WHERE user_id = OLD.user_id AND folder = OLD.folder;
  UPDATE users SET unread_messages_count = unread_messages_count - OLD.unread WHERE id = OLD.user_id AND OLD.unread;
END;
--> statement-breakpoint
CREATE TRIGGER blocks_insert_messages AFTER INSERT ON blocks BEGIN
  UPDATE message_topics SET blocked = 1 WHERE user_id = NEW.user_id AND other_id = NEW.blocked_id;
  UPDATE message_topics SET blocked = 1 WHERE user_id = NEW.blocked_id AND other_id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER blocks_delete_messages AFTER DELETE ON blocks
WHEN NOT EXISTS (SELECT 1 FROM blocks WHERE user_id = OLD.blocked_id AND blocked_id = OLD.user_id) BEGIN
  UPDATE message_topics SET blocked = 0 WHERE user_id = OLD.user_id AND other_id = OLD.blocked_id;
  UPDATE message_topics SET blocked = 0 WHERE user_id = OLD.blocked_id AND other_id = OLD.user_id;
END;
