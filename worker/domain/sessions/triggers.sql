-- `users.active_at` follows the sessions.

CREATE TRIGGER sessions_insert_activity AFTER INSERT ON sessions BEGIN
  UPDATE users SET active_at = NEW.last_seen_at WHERE id = NEW.user_id AND active_at < NEW.last_seen_at;
END;

CREATE TRIGGER sessions_update_activity AFTER UPDATE OF last_seen_at ON sessions BEGIN
  UPDATE users SET active_at = NEW.last_seen_at WHERE id = NEW.user_id AND active_at < NEW.last_seen_at;
END;
