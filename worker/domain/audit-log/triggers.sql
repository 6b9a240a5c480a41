-- Entries are never changed or removed.

CREATE TRIGGER audit_log_update_check BEFORE UPDATE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit_log_is_append_only');
END;

CREATE TRIGGER audit_log_delete_check BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit_log_is_append_only');
END;
