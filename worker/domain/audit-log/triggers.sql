-- Entries are never removed. Two changes are allowed: all texts go when the account of the member is deleted, and the
-- changes of entries with texts (hasTexts in schema.ts) go after 180 days (EVIDENCE_RETENTION_DAYS).

CREATE TRIGGER audit_log_update_check BEFORE UPDATE ON audit_log
WHEN (NEW.id, NEW.staff_id, NEW.action, NEW.user_id, NEW.target_type, NEW.target_id, NEW.changes, NEW.created_at)
  IS NOT (OLD.id, OLD.staff_id, OLD.action, OLD.user_id, OLD.target_type, OLD.target_id, '{}', OLD.created_at)
  OR NOT (
    (NEW.reason = '' AND EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND deleted_at IS NOT NULL))
    OR (NEW.reason = OLD.reason AND (OLD.action IN ('edit', 'delete', 'picture_unblock', 'compo_add', 'compo_edit',
        'compo_remove', 'challenge_open', 'challenge_approve', 'challenge_edit', 'challenge_reject', 'challenge_remove',
        'removeImage', 'stream_unannounce', 'chat_delete', 'chat_topic', 'chat_announce', 'chat_review',
        'impersonated_write', 'group_approve', 'group_reject', 'group_edit')
        OR (OLD.action = 'topic_moderate' AND OLD.changes ->> '$.title' IS NOT NULL))
      AND OLD.created_at < (unixepoch() - 180 * 86400) * 1000)) BEGIN
  SELECT RAISE(ABORT, 'audit_log_is_append_only');
END;

CREATE TRIGGER audit_log_delete_check BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit_log_is_append_only');
END;
