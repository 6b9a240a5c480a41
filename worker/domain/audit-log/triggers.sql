-- Entries are never removed. They are changed only once: when a member's account is deleted, their texts are removed.

CREATE TRIGGER audit_log_update_check BEFORE UPDATE ON audit_log
WHEN (NEW.id, NEW.staff_id, NEW.action, NEW.user_id, NEW.target_type, NEW.target_id, NEW.reason, NEW.changes, NEW.created_at)
  IS NOT (OLD.id, OLD.staff_id, OLD.action, OLD.user_id, OLD.target_type, OLD.target_id, '', '{}', OLD.created_at)
  OR NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND deleted_at IS NOT NULL) BEGIN
  SELECT RAISE(ABORT, 'audit_log_is_append_only');
END;

CREATE TRIGGER audit_log_delete_check BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit_log_is_append_only');
END;
