CREATE TABLE `fan_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`message` text NOT NULL,
	`fans_notified` integer NOT NULL,
	`notified_up_to` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `fan_notes_user` ON `fan_notes` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `fan_notes_unfinished` ON `fan_notes` (`id`) WHERE notified_up_to IS NOT NULL;--> statement-breakpoint
ALTER TABLE `notifications` ADD `note_id` integer REFERENCES fan_notes(id);--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_note` ON `notifications` (`note_id`,`user_id`) WHERE note_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `note_fans_count` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
DROP TRIGGER fans_delete_counts;
--> statement-breakpoint
DROP TRIGGER fans_insert_counts;
--> statement-breakpoint
CREATE TRIGGER fans_insert_counts AFTER INSERT ON fans BEGIN
  UPDATE users SET fans_count = fans_count + 1, note_fans_count = note_fans_count + NEW.notify_notes WHERE id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER fans_delete_counts AFTER DELETE ON fans BEGIN
  UPDATE users SET fans_count = fans_count - 1, note_fans_count = note_fans_count - OLD.notify_notes WHERE id = OLD.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER fans_update_counts AFTER UPDATE OF notify_notes ON fans WHEN NEW.notify_notes <> OLD.notify_notes BEGIN
  UPDATE users SET note_fans_count = note_fans_count + NEW.notify_notes - OLD.notify_notes WHERE id = NEW.user_id;
END;
--> statement-breakpoint
UPDATE users SET note_fans_count = (SELECT count(*) FROM fans WHERE fans.user_id = users.id AND notify_notes = 1);
