ALTER TABLE `group_members` ADD `is_offered` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `group_members_offered` ON `group_members` (`group_id`) WHERE is_offered = 1;
--> statement-breakpoint
DROP TRIGGER mails_insert_limit;
--> statement-breakpoint
DROP TRIGGER fans_delete_counts;
--> statement-breakpoint
CREATE TRIGGER mails_insert_limit BEFORE INSERT ON mails WHEN NEW.kind = 'confirm_email' AND (
  (SELECT count(*) FROM mails WHERE user_id = NEW.user_id AND kind = 'confirm_email'
    AND created_at > NEW.created_at - 86400000) >= 5
  OR (SELECT count(*) FROM mails WHERE address = NEW.address AND kind = 'confirm_email'
    AND created_at > NEW.created_at - 86400000) >= iif(EXISTS (SELECT 1 FROM mails WHERE user_id = NEW.user_id
    AND kind = 'confirm_email' AND created_at > NEW.created_at - 86400000), 5, 7)) BEGIN
  SELECT RAISE(ABORT, 'confirm_email_limit');
END;
--> statement-breakpoint
CREATE TRIGGER fans_delete_counts AFTER DELETE ON fans BEGIN
  UPDATE users SET fans_count = fans_count - 1, note_fans_count = note_fans_count - OLD.notify_notes WHERE id = OLD.user_id;
  UPDATE member_counts SET fans = fans - 1 WHERE user_id = OLD.user_id AND grain = 'hour'
    AND starts_at = OLD.created_at / 3600000 * 3600000 AND fans > 0 AND OLD.created_at > unixepoch() * 1000 - 86400000;
END;
