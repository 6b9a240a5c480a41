-- Staff roles, fans and blocks.

-- The site always has an admin who is neither suspended nor leaving.
CREATE TRIGGER users_update_check BEFORE UPDATE OF flags ON users
WHEN instr(OLD.flags, 'a') > 0 AND instr(NEW.flags, 'a') = 0 AND NOT EXISTS (
  SELECT 1 FROM users AS other WHERE instr(other.flags, 'a') > 0 AND other.id <> NEW.id
    AND other.deletes_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM bans WHERE bans.user_id = other.id AND bans.closed_at IS NULL
      AND bans.duration_hours <> 0 AND (bans.ends_at IS NULL OR bans.ends_at > unixepoch() * 1000))) BEGIN
  SELECT RAISE(ABORT, 'last_admin');
END;

-- Refuses a fan if either member blocked the other.
CREATE TRIGGER fans_insert_check BEFORE INSERT ON fans
WHEN EXISTS (SELECT 1 FROM blocks WHERE (user_id = NEW.user_id AND blocked_id = NEW.fan_id)
  OR (user_id = NEW.fan_id AND blocked_id = NEW.user_id)) BEGIN
  SELECT RAISE(ABORT, 'blocked');
END;

CREATE TRIGGER fans_insert_counts AFTER INSERT ON fans BEGIN
  UPDATE users SET fans_count = fans_count + 1, note_fans_count = note_fans_count + NEW.notify_notes WHERE id = NEW.user_id;
  INSERT INTO member_counts (user_id, grain, starts_at, fans)
    VALUES (NEW.user_id, 'hour', NEW.created_at / 3600000 * 3600000, 1)
    ON CONFLICT (user_id, grain, starts_at) DO UPDATE SET fans = fans + 1;
END;

-- A fan who leaves within a day is no new fan in the statistics: becoming a fan again and again counts once.
CREATE TRIGGER fans_delete_counts AFTER DELETE ON fans BEGIN
  UPDATE users SET fans_count = fans_count - 1, note_fans_count = note_fans_count - OLD.notify_notes WHERE id = OLD.user_id;
  UPDATE member_counts SET fans = fans - 1 WHERE user_id = OLD.user_id AND grain = 'hour'
    AND starts_at = OLD.created_at / 3600000 * 3600000 AND fans > 0 AND OLD.created_at > unixepoch() * 1000 - 86400000;
END;

CREATE TRIGGER fans_update_counts AFTER UPDATE OF notify_notes ON fans WHEN NEW.notify_notes <> OLD.notify_notes BEGIN
  UPDATE users SET note_fans_count = note_fans_count + NEW.notify_notes - OLD.notify_notes WHERE id = NEW.user_id;
END;

-- A block removes both members as fans of each other, and the notifications that one caused for the other. A
-- notification of several hearts stays, with another giver, if there is one: a merge can leave a single heart of two.
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
