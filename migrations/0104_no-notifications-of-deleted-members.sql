DROP TRIGGER notifications_insert_check;
--> statement-breakpoint
CREATE TRIGGER notifications_insert_check BEFORE INSERT ON notifications
WHEN (NEW.user_id = NEW.actor_id AND NEW.category NOT IN ('moderation', 'compos', 'challenges')
    AND NEW.award_nomination_id IS NULL)
  OR EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM notification_opt_outs WHERE user_id = NEW.user_id AND category = NEW.category)
  OR EXISTS (SELECT 1 FROM muted_threads WHERE user_id = NEW.user_id AND target_type = 'sketch' AND target_id = NEW.sketch_id)
  OR (NEW.comment_id IS NOT NULL AND EXISTS (SELECT 1 FROM comments JOIN muted_threads USING (target_type, target_id)
    WHERE comments.id = NEW.comment_id AND muted_threads.user_id = NEW.user_id))
  OR (NEW.category IN ('streams', 'notes') AND EXISTS (SELECT 1 FROM muted_threads WHERE user_id = NEW.user_id
    AND target_type = 'profile' AND target_id = NEW.page_owner_id))
  OR (coalesce(NEW.group_feature_id, NEW.group_request_id) IS NULL
    AND EXISTS (SELECT 1 FROM blocks WHERE user_id = NEW.user_id AND blocked_id IN (NEW.actor_id, NEW.page_owner_id)))
  OR (coalesce(NEW.group_feature_id, NEW.group_request_id) IS NULL
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
