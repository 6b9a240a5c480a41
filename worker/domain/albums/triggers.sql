-- `albums.sketches_count`, `listed_count`, `views_count` and the cover follow the rows of an album.

CREATE TRIGGER album_sketches_insert_counts AFTER INSERT ON album_sketches BEGIN
  UPDATE albums SET sketches_count = sketches_count + 1, listed_count = listed_count + NEW.listed,
    cover_sketch_id = coalesce(cover_sketch_id, NEW.sketch_id)
  WHERE id = NEW.album_id;
END;

CREATE TRIGGER album_sketches_update_counts AFTER UPDATE OF listed ON album_sketches WHEN NEW.listed <> OLD.listed BEGIN
  UPDATE albums SET listed_count = listed_count + NEW.listed - OLD.listed WHERE id = NEW.album_id;
END;

CREATE TRIGGER album_sketches_delete_counts AFTER DELETE ON album_sketches BEGIN
  UPDATE albums SET sketches_count = sketches_count - 1, listed_count = listed_count - OLD.listed,
    cover_sketch_id = CASE WHEN cover_sketch_id = OLD.sketch_id
      THEN (SELECT sketch_id FROM album_sketches WHERE album_id = OLD.album_id ORDER BY position LIMIT 1)
      ELSE cover_sketch_id END
  WHERE id = OLD.album_id;
END;

CREATE TRIGGER album_views_insert_counts AFTER INSERT ON album_views BEGIN
  UPDATE albums SET views_count = views_count + 1 WHERE id = NEW.album_id;
END;

-- `mode`, `owner_id` and `artist_id` agree with the album and the sketch, albums hold their owner's sketches only, and a
-- sketch is in at most 10 albums and 10 collections of a member. Adding a sketch again to the same album never fails.
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
