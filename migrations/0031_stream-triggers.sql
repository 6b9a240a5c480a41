-- What is kept beside streams, and who is not to be told of one.

CREATE TRIGGER stream_reminders_added AFTER INSERT ON stream_reminders BEGIN
  UPDATE streams SET reminders_count = reminders_count + 1 WHERE id = NEW.stream_id;
END;
--> statement-breakpoint
CREATE TRIGGER stream_reminders_removed AFTER DELETE ON stream_reminders BEGIN
  UPDATE streams SET reminders_count = reminders_count - 1 WHERE id = OLD.stream_id;
END;
--> statement-breakpoint
-- A replay goes with the sketch that it was posted with.
CREATE TRIGGER sketches_removed_with_replays BEFORE DELETE ON sketches BEGIN
  DELETE FROM stream_chapters WHERE stream_id IN (SELECT id FROM streams WHERE replay_sketch_id = OLD.id);
  UPDATE streams SET replay = 'none', preview = 0, clearing = 1 WHERE replay_sketch_id = OLD.id;
END;
--> statement-breakpoint
-- A mature stream is for those who chose to see such.
CREATE TRIGGER notices_of_streams_kept_out BEFORE INSERT ON notices
WHEN NEW.stream_id IS NOT NULL AND EXISTS (SELECT 1 FROM streams JOIN users ON users.id = NEW.user_id
  WHERE streams.id = NEW.stream_id AND streams.mature = 1 AND users.show_mature = 0)
BEGIN
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
CREATE TRIGGER streams_untold AFTER UPDATE OF mature ON streams WHEN NEW.mature = 1 AND OLD.mature = 0 BEGIN
  DELETE FROM notices WHERE stream_id = NEW.id AND (SELECT show_mature FROM users WHERE id = notices.user_id) = 0;
END;
