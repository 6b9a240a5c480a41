UPDATE blocked_pictures SET title = '', thumbhash = '', reason = ''
WHERE EXISTS (SELECT 1 FROM audit_log JOIN users ON users.id = audit_log.user_id
  WHERE target_type = 'sketch' AND target_id = blocked_pictures.sketch_id AND action = 'picture_block'
    AND users.deleted_at IS NOT NULL);
--> statement-breakpoint
UPDATE cases SET nickname = 'deleted member', summary = 'deleted member',
  evidence = iif(evidence = 'null', evidence,
    '{"nickname":"deleted member","about":"","website":"","avatarKey":null,"coverKey":null}')
WHERE kind = 'profile' AND user_id IN (SELECT user_id FROM account_deletions)
  AND EXISTS (SELECT 1 FROM users WHERE users.id = cases.user_id AND deleted_at IS NOT NULL);
--> statement-breakpoint
UPDATE users SET birth_date = '', watermark_name = '', show_mature = 0, theme = NULL, time_zone = NULL,
  time_zone_changed_at = NULL
WHERE merged_into_id IS NOT NULL AND id IN (SELECT user_id FROM merges WHERE finished_at IS NOT NULL);
