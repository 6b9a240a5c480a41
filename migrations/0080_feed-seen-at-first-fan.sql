DROP INDEX `fans_uploads_off`;
--> statement-breakpoint
DROP TRIGGER fans_insert_feed;
--> statement-breakpoint
CREATE TRIGGER fans_insert_feed AFTER INSERT ON fans BEGIN
  INSERT INTO feed_sketches (fan_id, sketch_id, artist_id)
    SELECT NEW.fan_id, id, user_id FROM sketches WHERE user_id = NEW.user_id AND listed = 1 ORDER BY id DESC LIMIT 25
    ON CONFLICT DO NOTHING;
  INSERT INTO feed_read_positions (user_id, last_sketch_id) SELECT NEW.fan_id, coalesce(max(id), 0) FROM sketches WHERE true
    ON CONFLICT DO NOTHING;
END;
