-- `users.active_at` follows the sessions. Impersonations end with their reasons.

CREATE TRIGGER sessions_insert_activity AFTER INSERT ON sessions BEGIN
  UPDATE users SET active_at = NEW.last_seen_at WHERE id = NEW.user_id AND active_at < NEW.last_seen_at;
END;

CREATE TRIGGER sessions_update_activity AFTER UPDATE OF last_seen_at ON sessions BEGIN
  UPDATE users SET active_at = NEW.last_seen_at WHERE id = NEW.user_id AND active_at < NEW.last_seen_at;
END;

-- A suspended member of staff impersonates nobody.
CREATE TRIGGER bans_insert_impersonations AFTER INSERT ON bans WHEN NEW.duration_hours <> 0 BEGIN
  UPDATE sessions SET impersonated_id = NULL, impersonation_ends_at = NULL
    WHERE user_id = NEW.user_id AND impersonated_id IS NOT NULL;
END;
