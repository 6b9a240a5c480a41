CREATE TABLE `merges` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`target_id` integer NOT NULL,
	`staff_id` integer NOT NULL,
	`step` text DEFAULT '' NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`target_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `merges_user` ON `merges` (`user_id`);--> statement-breakpoint
CREATE INDEX `merges_unfinished` ON `merges` (`id`) WHERE finished_at IS NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `merged_into_id` integer REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `users_merged` ON `users` (`merged_into_id`) WHERE merged_into_id IS NOT NULL;
--> statement-breakpoint
DROP VIEW user_documents;
--> statement-breakpoint
CREATE VIEW user_documents AS SELECT
  id AS user_id, nickname, 'any l' || min(12, CAST(ceil(log2(fans_count + 1)) AS INTEGER)) AS facets
FROM users WHERE merged_into_id IS NULL;
--> statement-breakpoint
CREATE TRIGGER comments_update_target AFTER UPDATE OF target_id ON comments
WHEN NEW.target_type = 'profile' AND NEW.target_id <> OLD.target_id BEGIN
  UPDATE users SET comments_count = comments_count - 1 WHERE id = OLD.target_id;
  UPDATE users SET comments_count = comments_count + 1 WHERE id = NEW.target_id;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_update_artist AFTER UPDATE OF user_id ON sketches WHEN NEW.user_id <> OLD.user_id BEGIN
  UPDATE users SET sketches_count = sketches_count - (OLD.unlisted = 0 AND OLD.violation IS NULL),
    sketches_for_all_count = sketches_for_all_count - OLD.listed_for_all,
    hearts_received = hearts_received - OLD.hearts_count, views_count = views_count - OLD.views_count
  WHERE id = OLD.user_id;
  UPDATE users SET sketches_count = sketches_count + (NEW.unlisted = 0 AND NEW.violation IS NULL),
    sketches_for_all_count = sketches_for_all_count + NEW.listed_for_all,
    hearts_received = hearts_received + NEW.hearts_count, views_count = views_count + NEW.views_count
  WHERE id = NEW.user_id;
  UPDATE sketch_tags SET artist_id = NEW.user_id WHERE sketch_id = NEW.id;
  UPDATE album_sketches SET artist_id = NEW.user_id WHERE sketch_id = NEW.id;
  UPDATE challenge_entries SET artist_id = NEW.user_id WHERE sketch_id = NEW.id;
  UPDATE feed_sketches SET artist_id = NEW.user_id WHERE sketch_id = NEW.id;
  UPDATE fan_outs SET artist_id = NEW.user_id WHERE sketch_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER fans_update_artist AFTER UPDATE OF user_id ON fans WHEN NEW.user_id <> OLD.user_id BEGIN
  UPDATE users SET fans_count = fans_count - 1, note_fans_count = note_fans_count - OLD.notify_notes WHERE id = OLD.user_id;
  UPDATE users SET fans_count = fans_count + 1, note_fans_count = note_fans_count + NEW.notify_notes WHERE id = NEW.user_id;
END;
