CREATE TABLE `notification_pairs` (
	`recipient_id` integer NOT NULL,
	`actor_id` integer NOT NULL,
	`since` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`recipient_id`, `actor_id`)
);
--> statement-breakpoint
CREATE INDEX `notification_pairs_age` ON `notification_pairs` (`since`);--> statement-breakpoint
ALTER TABLE `message_threads` ADD `has_posts_left` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `message_threads_left` ON `message_threads` (`id`) WHERE has_posts_left = 1;--> statement-breakpoint
ALTER TABLE `member_counts` ADD `uploads` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `mails_urgent` ON `mails` (`next_attempt_at`) WHERE next_attempt_at IS NOT NULL AND kind IN ('recovery', 'confirm_email');--> statement-breakpoint
CREATE INDEX `message_posts_times` ON `message_posts` (`user_id`,`created_at`);
--> statement-breakpoint
DROP TRIGGER notifications_insert_check;
--> statement-breakpoint
DROP TRIGGER notifications_insert_counts;
--> statement-breakpoint
CREATE TRIGGER notifications_insert_check BEFORE INSERT ON notifications
WHEN (NEW.user_id = NEW.actor_id AND NEW.category NOT IN ('moderation', 'compos', 'challenges')
    AND NEW.award_nomination_id IS NULL)
  OR EXISTS (SELECT 1 FROM notification_opt_outs WHERE user_id = NEW.user_id AND category = NEW.category)
  OR EXISTS (SELECT 1 FROM muted_threads WHERE user_id = NEW.user_id AND target_type = 'sketch' AND target_id = NEW.sketch_id)
  OR (NEW.comment_id IS NOT NULL AND EXISTS (SELECT 1 FROM comments JOIN muted_threads USING (target_type, target_id)
    WHERE comments.id = NEW.comment_id AND muted_threads.user_id = NEW.user_id))
  OR (NEW.category IN ('streams', 'notes') AND EXISTS (SELECT 1 FROM muted_threads WHERE user_id = NEW.user_id
    AND target_type = 'profile' AND target_id = NEW.page_owner_id))
  OR (NEW.group_feature_id IS NULL
    AND EXISTS (SELECT 1 FROM blocks WHERE user_id = NEW.user_id AND blocked_id IN (NEW.actor_id, NEW.page_owner_id)))
  OR (NEW.group_feature_id IS NULL
    AND EXISTS (SELECT 1 FROM blocks WHERE blocked_id = NEW.user_id AND user_id IN (NEW.actor_id, NEW.page_owner_id)))
  OR EXISTS (SELECT 1 FROM sketches JOIN users ON users.id = NEW.user_id
    WHERE sketches.id = NEW.sketch_id AND sketches.user_id <> NEW.user_id
      AND (sketches.violation IS NOT NULL OR (sketches.mature = 1 AND users.show_mature = 0)
        OR (sketches.unlisted = 1 AND NEW.comment_id IS NULL)))
  OR (NEW.stream_id IS NOT NULL AND EXISTS (SELECT 1 FROM streams JOIN users ON users.id = NEW.user_id
    WHERE streams.id = NEW.stream_id AND streams.mature = 1 AND users.show_mature = 0))
  OR (NEW.category IN ('mentions', 'fans') AND EXISTS (SELECT 1 FROM notification_pairs WHERE recipient_id = NEW.user_id
    AND actor_id = NEW.actor_id AND count >= 20 AND since > NEW.occurred_at - 86400000))
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
  INSERT INTO notification_pairs (recipient_id, actor_id, since, count)
    SELECT NEW.user_id, NEW.actor_id, NEW.occurred_at, 1 WHERE NEW.category IN ('mentions', 'fans')
    ON CONFLICT (recipient_id, actor_id) DO UPDATE SET
      since = iif(since > excluded.since - 86400000, since, excluded.since),
      count = iif(since > excluded.since - 86400000, count + 1, 1);
END;
