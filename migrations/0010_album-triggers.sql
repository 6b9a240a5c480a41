-- What an album counts and shows follows the sketches in it, in the statement that changes them.

-- A sketch is in ten albums at most [1 §5]; the limits stand in contract/limits.ts too. What is in already may be added again.
CREATE TRIGGER album_sketches_album_limit BEFORE INSERT ON album_sketches
WHEN NEW.mode = 0
  AND (SELECT count(*) FROM album_sketches WHERE sketch_id = NEW.sketch_id AND mode = 0) >= 10
  AND NOT EXISTS (SELECT 1 FROM album_sketches WHERE album_id = NEW.album_id AND sketch_id = NEW.sketch_id) BEGIN
  SELECT RAISE(ABORT, 'album_limit');
END;
--> statement-breakpoint
CREATE TRIGGER album_sketches_collection_limit BEFORE INSERT ON album_sketches
WHEN NEW.mode = 1
  AND (SELECT count(*) FROM album_sketches WHERE sketch_id = NEW.sketch_id AND mode = 1) >= 10
  AND NOT EXISTS (SELECT 1 FROM album_sketches WHERE album_id = NEW.album_id AND sketch_id = NEW.sketch_id) BEGIN
  SELECT RAISE(ABORT, 'collection_limit');
END;
--> statement-breakpoint
-- An album holds its owner's own sketches; what is in it repeats its mode and the sketch's artist.
CREATE TRIGGER album_sketches_belong BEFORE INSERT ON album_sketches
WHEN NEW.mode <> (SELECT mode FROM albums WHERE id = NEW.album_id)
  OR NEW.artist_id <> (SELECT user_id FROM sketches WHERE id = NEW.sketch_id)
  OR (NEW.mode = 0 AND NEW.artist_id <> (SELECT user_id FROM albums WHERE id = NEW.album_id)) BEGIN
  SELECT RAISE(ABORT, 'album_of_another');
END;
--> statement-breakpoint
CREATE TRIGGER album_sketches_added AFTER INSERT ON album_sketches BEGIN
  UPDATE albums SET items_count = items_count + 1, listed_count = listed_count + NEW.listed,
    thumbnail_id = coalesce(thumbnail_id, NEW.sketch_id)
  WHERE id = NEW.album_id;
END;
--> statement-breakpoint
CREATE TRIGGER album_sketches_shown_or_hidden AFTER UPDATE OF listed ON album_sketches WHEN NEW.listed <> OLD.listed BEGIN
  UPDATE albums SET listed_count = listed_count + NEW.listed - OLD.listed WHERE id = NEW.album_id;
END;
--> statement-breakpoint
-- When the cover goes, the first of those that are left becomes it.
CREATE TRIGGER album_sketches_removed AFTER DELETE ON album_sketches BEGIN
  UPDATE albums SET items_count = items_count - 1, listed_count = listed_count - OLD.listed,
    thumbnail_id = CASE WHEN thumbnail_id = OLD.sketch_id
      THEN (SELECT sketch_id FROM album_sketches WHERE album_id = OLD.album_id ORDER BY position LIMIT 1)
      ELSE thumbnail_id END
  WHERE id = OLD.album_id;
END;
--> statement-breakpoint
CREATE TRIGGER album_views_added AFTER INSERT ON album_views BEGIN
  UPDATE albums SET views_count = views_count + 1 WHERE id = NEW.album_id;
END;
--> statement-breakpoint
CREATE TRIGGER albums_removed AFTER DELETE ON albums BEGIN
  DELETE FROM album_sketches WHERE album_id = OLD.id;
  DELETE FROM album_views WHERE album_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_albums_shown_or_hidden AFTER UPDATE OF unlisted, violation, file_lost_at, mature ON sketches BEGIN
  UPDATE album_sketches SET
    listed = (NEW.unlisted = 0 AND NEW.violation IS NULL AND NEW.file_lost_at IS NULL),
    listed_for_all = (NEW.unlisted = 0 AND NEW.violation IS NULL AND NEW.file_lost_at IS NULL AND NEW.mature = 0)
  WHERE sketch_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_removed_from_albums AFTER DELETE ON sketches BEGIN
  DELETE FROM album_sketches WHERE sketch_id = OLD.id;
END;
