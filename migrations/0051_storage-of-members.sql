ALTER TABLE `sketches` ADD `attached_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `streams` ADD `recording_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `stored_bytes` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE sketches SET attached_bytes = (SELECT coalesce(sum(bytes), 0) FROM sketch_versions WHERE sketch_id = sketches.id)
  + (SELECT coalesce(sum(bytes), 0) FROM sketch_files WHERE sketch_id = sketches.id)
WHERE id IN (SELECT sketch_id FROM sketch_versions UNION ALL SELECT sketch_id FROM sketch_files);
--> statement-breakpoint
UPDATE users SET stored_bytes = (SELECT sum(bytes + attached_bytes) FROM sketches WHERE user_id = users.id)
WHERE id IN (SELECT user_id FROM sketches);
--> statement-breakpoint
DROP TRIGGER sketches_delete_replays;
--> statement-breakpoint
DROP TRIGGER sketches_delete_counts;
--> statement-breakpoint
DROP TRIGGER sketches_update_counts;
--> statement-breakpoint
DROP TRIGGER sketches_insert_counts;
--> statement-breakpoint
CREATE TRIGGER sketches_insert_counts AFTER INSERT ON sketches BEGIN
  UPDATE users SET sketches_count = sketches_count + (NEW.unlisted = 0 AND NEW.violation IS NULL),
    sketches_for_all_count = sketches_for_all_count + NEW.listed_for_all,
    stored_bytes = stored_bytes + NEW.bytes + NEW.attached_bytes,
    active_at = iif(NEW.unlisted = 0 AND NEW.violation IS NULL, max(active_at, NEW.created_at), active_at)
  WHERE id = NEW.user_id;
  UPDATE totals SET count = count + 1 WHERE name = 'sketches' AND NEW.listed_for_all;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_update_counts
AFTER UPDATE OF unlisted, violation, file_lost_at, mature, bytes, attached_bytes ON sketches
WHEN (NEW.listed_for_all, NEW.unlisted = 0 AND NEW.violation IS NULL, NEW.bytes + NEW.attached_bytes)
  <> (OLD.listed_for_all, OLD.unlisted = 0 AND OLD.violation IS NULL, OLD.bytes + OLD.attached_bytes) BEGIN
  UPDATE users SET
    sketches_count = sketches_count
      + (NEW.unlisted = 0 AND NEW.violation IS NULL) - (OLD.unlisted = 0 AND OLD.violation IS NULL),
    sketches_for_all_count = sketches_for_all_count + NEW.listed_for_all - OLD.listed_for_all,
    stored_bytes = stored_bytes + NEW.bytes + NEW.attached_bytes - OLD.bytes - OLD.attached_bytes
  WHERE id = NEW.user_id;
  UPDATE totals SET count = count + NEW.listed_for_all - OLD.listed_for_all
  WHERE name = 'sketches' AND NEW.listed_for_all <> OLD.listed_for_all;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_delete_counts AFTER DELETE ON sketches BEGIN
  UPDATE users SET sketches_count = sketches_count - (OLD.unlisted = 0 AND OLD.violation IS NULL),
    sketches_for_all_count = sketches_for_all_count - OLD.listed_for_all,
    stored_bytes = stored_bytes - OLD.bytes - OLD.attached_bytes,
    avatar_key = nullif(avatar_key, OLD.image_key),
    cover_key = nullif(cover_key, OLD.image_key)
  WHERE id = OLD.user_id;
  UPDATE totals SET count = count - 1 WHERE name = 'sketches' AND OLD.listed_for_all;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_delete_replays BEFORE DELETE ON sketches BEGIN
  DELETE FROM stream_chapters WHERE stream_id IN (SELECT id FROM streams WHERE replay_sketch_id = OLD.id);
  UPDATE users SET stored_bytes = stored_bytes
    - (SELECT sum(recording_bytes) FROM streams WHERE replay_sketch_id = OLD.id AND streams.user_id = users.id)
  WHERE id IN (SELECT user_id FROM streams WHERE replay_sketch_id = OLD.id);
  UPDATE streams SET replay = 'none', preview_number = 0, files_deletion_pending = 1, recording_bytes = 0
  WHERE replay_sketch_id = OLD.id;
END;
