-- Streams and the sketches that replays are posted with.

-- `streams.reminders_count`
CREATE TRIGGER stream_reminders_insert_counts AFTER INSERT ON stream_reminders BEGIN
  UPDATE streams SET reminders_count = reminders_count + 1 WHERE id = NEW.stream_id;
END;

CREATE TRIGGER stream_reminders_delete_counts AFTER DELETE ON stream_reminders BEGIN
  UPDATE streams SET reminders_count = reminders_count - 1 WHERE id = OLD.stream_id;
END;

-- Copies the flags of a sketch to the replay that is posted with it.
CREATE TRIGGER streams_update_replay_flags AFTER UPDATE OF replay_sketch_id ON streams WHEN NEW.replay_sketch_id IS NOT OLD.replay_sketch_id BEGIN
  UPDATE streams SET
    replay_mature = coalesce((SELECT mature FROM sketches WHERE id = NEW.replay_sketch_id), 0),
    replay_unlisted = coalesce((SELECT unlisted FROM sketches WHERE id = NEW.replay_sketch_id), 0),
    replay_violating = coalesce((SELECT violation IS NOT NULL FROM sketches WHERE id = NEW.replay_sketch_id), 0)
  WHERE id = NEW.id;
END;

CREATE TRIGGER sketches_update_replay_flags AFTER UPDATE OF mature, unlisted, violation ON sketches BEGIN
  UPDATE streams SET replay_mature = NEW.mature, replay_unlisted = NEW.unlisted, replay_violating = (NEW.violation IS NOT NULL)
  WHERE replay_sketch_id = NEW.id;
END;

-- Deleting the sketch deletes the replay; a job deletes its files.
CREATE TRIGGER sketches_delete_replays BEFORE DELETE ON sketches BEGIN
  DELETE FROM stream_chapters WHERE stream_id IN (SELECT id FROM streams WHERE replay_sketch_id = OLD.id);
  UPDATE users SET stored_bytes = stored_bytes
    - (SELECT sum(recording_bytes) FROM streams WHERE replay_sketch_id = OLD.id AND streams.user_id = users.id)
  WHERE id IN (SELECT user_id FROM streams WHERE replay_sketch_id = OLD.id);
  UPDATE streams SET replay = 'none', preview_number = 0, files_deletion_pending = 1, recording_bytes = 0
  WHERE replay_sketch_id = OLD.id;
END;
