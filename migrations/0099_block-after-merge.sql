DROP TRIGGER blocks_insert_removals;
--> statement-breakpoint
CREATE TRIGGER blocks_insert_removals AFTER INSERT ON blocks BEGIN
  DELETE FROM fans WHERE (user_id = NEW.user_id AND fan_id = NEW.blocked_id) OR (user_id = NEW.blocked_id AND fan_id = NEW.user_id);
  UPDATE notifications SET actors_count = actors_count - 1, actor_id = (
      SELECT user_id FROM hearts WHERE sketch_id = notifications.sketch_id AND user_id <> notifications.actor_id
      ORDER BY created_at DESC LIMIT 1)
    WHERE category = 'hearts' AND actors_count > 1
      AND ((user_id = NEW.user_id AND actor_id = NEW.blocked_id) OR (user_id = NEW.blocked_id AND actor_id = NEW.user_id))
      AND EXISTS (SELECT 1 FROM hearts WHERE sketch_id = notifications.sketch_id AND user_id <> notifications.actor_id);
  DELETE FROM notifications
    WHERE (user_id = NEW.user_id AND actor_id = NEW.blocked_id) OR (user_id = NEW.blocked_id AND actor_id = NEW.user_id);
  DELETE FROM notifications
    WHERE (user_id = NEW.user_id AND page_owner_id = NEW.blocked_id) OR (user_id = NEW.blocked_id AND page_owner_id = NEW.user_id);
END;
