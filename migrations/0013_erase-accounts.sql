CREATE TABLE `banned_logins` (
	`login_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `account_deletions` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`due_at` integer NOT NULL,
	`step` text DEFAULT '' NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `account_deletions_unfinished` ON `account_deletions` (`user_id`) WHERE finished_at IS NULL;
--> statement-breakpoint
DROP VIEW user_documents;
--> statement-breakpoint
DROP TRIGGER audit_log_update_check;
--> statement-breakpoint
CREATE VIEW user_documents AS SELECT
  id AS user_id, nickname, 'any l' || min(12, CAST(ceil(log2(fans_count + 1)) AS INTEGER)) AS facets
FROM users WHERE merged_into_id IS NULL AND deleted_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER audit_log_update_check BEFORE UPDATE ON audit_log
WHEN (NEW.id, NEW.staff_id, NEW.action, NEW.user_id, NEW.target_type, NEW.target_id, NEW.reason, NEW.changes, NEW.created_at)
  IS NOT (OLD.id, OLD.staff_id, OLD.action, OLD.user_id, OLD.target_type, OLD.target_id, '', '{}', OLD.created_at)
  OR NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND deleted_at IS NOT NULL) BEGIN
  SELECT RAISE(ABORT, 'audit_log_is_append_only');
END;
