-- Queues a sketch for the feeds of its artist's fans when it is posted and when it is listed again.

CREATE TRIGGER sketches_insert_fan_out AFTER INSERT ON sketches
WHEN NEW.unlisted = 0 AND NEW.violation IS NULL AND (SELECT fans_count FROM users WHERE id = NEW.user_id) > 0 BEGIN
  INSERT INTO fan_outs (sketch_id, artist_id) VALUES (NEW.id, NEW.user_id);
END;

CREATE TRIGGER sketches_update_fan_out AFTER UPDATE OF unlisted, violation ON sketches
WHEN NEW.unlisted = 0 AND NEW.violation IS NULL AND (OLD.unlisted = 1 OR OLD.violation IS NOT NULL)
  AND (SELECT fans_count FROM users WHERE id = NEW.user_id) > 0 BEGIN
  INSERT INTO fan_outs (sketch_id, artist_id) VALUES (NEW.id, NEW.user_id) ON CONFLICT (sketch_id) DO UPDATE SET after_fan_id = 0;
END;

-- Adds the artist's 25 newest sketches to the feed of a new fan, and removes all when they stop being a fan. For
-- somebody's first artist, all present sketches count as seen.
CREATE TRIGGER fans_insert_feed AFTER INSERT ON fans BEGIN
  INSERT INTO feed_sketches (fan_id, sketch_id, artist_id)
    SELECT NEW.fan_id, id, user_id FROM sketches WHERE user_id = NEW.user_id AND listed = 1 ORDER BY id DESC LIMIT 25
    ON CONFLICT DO NOTHING;
  INSERT INTO feed_read_positions (user_id, last_sketch_id) SELECT NEW.fan_id, coalesce(max(id), 0) FROM sketches WHERE true
    ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER fans_delete_feed AFTER DELETE ON fans BEGIN
  DELETE FROM feed_sketches WHERE fan_id = OLD.fan_id AND artist_id = OLD.user_id;
END;
