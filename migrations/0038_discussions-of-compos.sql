ALTER TABLE `notifications` ADD `compo_id` integer REFERENCES compos(id);--> statement-breakpoint
ALTER TABLE `notifications` ADD `compo_notice` text;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_compo_notice` ON `notifications` (`compo_id`,`user_id`,`compo_notice`) WHERE compo_notice IS NOT NULL AND sketch_id IS NULL;
--> statement-breakpoint
DROP TRIGGER notifications_insert_check;
--> statement-breakpoint
DROP TRIGGER comment_mentions_insert_notifications;
--> statement-breakpoint
DROP TRIGGER comments_insert_notifications;
--> statement-breakpoint
DROP TRIGGER comments_delete_counts;
--> statement-breakpoint
DROP TRIGGER comments_insert_counts;
--> statement-breakpoint
CREATE TRIGGER comments_insert_counts AFTER INSERT ON comments BEGIN
  UPDATE sketches SET comments_count = comments_count + 1 WHERE NEW.target_type = 'sketch' AND id = NEW.target_id;
  UPDATE users SET comments_count = comments_count + 1 WHERE NEW.target_type = 'profile' AND id = NEW.target_id;
  UPDATE groups SET comments_count = comments_count + 1 WHERE NEW.target_type = 'group' AND id = NEW.target_id;
  UPDATE compos SET comments_count = comments_count + 1 WHERE NEW.target_type = 'compo' AND id = NEW.target_id;
END;
--> statement-breakpoint
CREATE TRIGGER comments_delete_counts AFTER DELETE ON comments BEGIN
  UPDATE sketches SET comments_count = comments_count - 1 WHERE OLD.target_type = 'sketch' AND id = OLD.target_id;
  UPDATE users SET comments_count = comments_count - 1 WHERE OLD.target_type = 'profile' AND id = OLD.target_id;
  UPDATE groups SET comments_count = comments_count - 1 WHERE OLD.target_type = 'group' AND id = OLD.target_id;
  UPDATE compos SET comments_count = comments_count - 1 WHERE OLD.target_type = 'compo' AND id = OLD.target_id;
END;
--> statement-breakpoint
CREATE TRIGGER notifications_insert_check BEFORE INSERT ON notifications
WHEN (NEW.user_id = NEW.actor_id AND NEW.category NOT IN ('moderation', 'compos'))
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
      AND (sketches.violation IS NOT NULL OR (sketches.mature = 1 AND users.show_mature = 0)))
  OR (NEW.stream_id IS NOT NULL AND EXISTS (SELECT 1 FROM streams JOIN users ON users.id = NEW.user_id
    WHERE streams.id = NEW.stream_id AND streams.mature = 1 AND users.show_mature = 0))
BEGIN
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
CREATE TRIGGER comments_insert_notifications AFTER INSERT ON comments BEGIN
  INSERT INTO notifications (user_id, category, actor_id, page_owner_id, sketch_id, group_id, compo_id, comment_id, excerpt, is_reply, occurred_at)
    SELECT recipient.id, 'comments', NEW.user_id, page.owner_id, iif(NEW.target_type = 'sketch', NEW.target_id, NULL),
      iif(NEW.target_type = 'group', NEW.target_id, NULL), iif(NEW.target_type = 'compo', NEW.target_id, NULL), NEW.id,
      substr(NEW.text, 1, 200), recipient.id IS NEW.parent_user_id, NEW.created_at
    FROM (SELECT CASE NEW.target_type WHEN 'sketch' THEN (SELECT user_id FROM sketches WHERE id = NEW.target_id)
      WHEN 'group' THEN (SELECT owner_id FROM group_owners WHERE group_id = NEW.target_id)
      WHEN 'compo' THEN (SELECT user_id FROM compos WHERE id = NEW.target_id)
      WHEN 'profile' THEN NEW.target_id END AS owner_id) AS page
    JOIN users AS recipient ON recipient.id IN (page.owner_id, NEW.parent_user_id)
    WHERE page.owner_id IS NOT NULL ON CONFLICT DO NOTHING;
  INSERT OR IGNORE INTO comment_mentions (user_id, comment_id)
    SELECT value ->> 'userId', NEW.id FROM json_each(NEW.mentions);
END;
--> statement-breakpoint
CREATE TRIGGER comment_mentions_insert_notifications AFTER INSERT ON comment_mentions BEGIN
  INSERT INTO notifications (user_id, category, actor_id, page_owner_id, sketch_id, group_id, compo_id, comment_id, excerpt, occurred_at)
    SELECT NEW.user_id, 'mentions', comment.user_id, comment.owner_id, iif(comment.target_type = 'sketch', comment.target_id, NULL),
      iif(comment.target_type = 'group', comment.target_id, NULL), iif(comment.target_type = 'compo', comment.target_id, NULL), comment.id, substr(comment.text, 1, 200), coalesce(comment.edited_at, comment.created_at)
    FROM (SELECT *, CASE target_type WHEN 'sketch' THEN (SELECT user_id FROM sketches WHERE id = target_id)
        WHEN 'group' THEN (SELECT owner_id FROM group_owners WHERE group_id = target_id)
        WHEN 'compo' THEN (SELECT user_id FROM compos WHERE id = target_id)
        WHEN 'profile' THEN target_id END AS owner_id
      FROM comments WHERE id = NEW.comment_id) AS comment
    WHERE comment.owner_id IS NOT NULL AND (NEW.user_id NOT IN (comment.owner_id, coalesce(comment.parent_user_id, 0))
      OR EXISTS (SELECT 1 FROM notification_opt_outs WHERE user_id = NEW.user_id AND category = 'comments'))
    ON CONFLICT DO NOTHING;
END;
