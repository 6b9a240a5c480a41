DROP INDEX `album_sketches_sketch`;--> statement-breakpoint
ALTER TABLE `album_sketches` ADD `owner_id` integer REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `album_sketches_owner` ON `album_sketches` (`owner_id`,`sketch_id`,`mode`);--> statement-breakpoint
CREATE INDEX `album_sketches_sketch` ON `album_sketches` (`sketch_id`,`album_id`);
--> statement-breakpoint
UPDATE album_sketches SET owner_id = (SELECT user_id FROM albums WHERE id = album_id);
--> statement-breakpoint
DROP TRIGGER album_sketches_insert_check;
--> statement-breakpoint
CREATE TRIGGER album_sketches_insert_check BEFORE INSERT ON album_sketches BEGIN
  SELECT RAISE(ABORT, 'album_of_another')
  WHERE (NEW.mode, NEW.owner_id) IS NOT (SELECT mode, user_id FROM albums WHERE id = NEW.album_id)
    OR NEW.artist_id <> (SELECT user_id FROM sketches WHERE id = NEW.sketch_id)
    OR (NEW.mode = 0 AND NEW.artist_id <> NEW.owner_id);
  SELECT RAISE(ABORT, 'album_limit')
  WHERE NEW.mode = 0
    AND (SELECT count(*) FROM album_sketches WHERE sketch_id = NEW.sketch_id AND owner_id = NEW.owner_id
      AND mode = 0) >= 10
    AND NOT EXISTS (SELECT 1 FROM album_sketches WHERE album_id = NEW.album_id AND sketch_id = NEW.sketch_id);
  SELECT RAISE(ABORT, 'collection_limit')
  WHERE NEW.mode = 1
    AND (SELECT count(*) FROM album_sketches WHERE sketch_id = NEW.sketch_id AND owner_id = NEW.owner_id
      AND mode = 1) >= 10
    AND NOT EXISTS (SELECT 1 FROM album_sketches WHERE album_id = NEW.album_id AND sketch_id = NEW.sketch_id);
END;
