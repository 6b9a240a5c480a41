-- What belongs to a sketch goes with it; its files are removed by whoever removes the row, or by the sweep.
CREATE TRIGGER sketches_removed_with_files BEFORE DELETE ON sketches BEGIN
  DELETE FROM sketch_versions WHERE sketch_id = OLD.id;
  DELETE FROM sketch_files WHERE sketch_id = OLD.id;
  UPDATE users SET cover_key = NULL WHERE id = OLD.user_id AND cover_key = OLD.image_key;
END;
--> statement-breakpoint
CREATE TRIGGER sketch_files_added AFTER INSERT ON sketch_files WHEN NEW.kind = 'video' BEGIN
  UPDATE sketches SET video = 1 WHERE id = NEW.sketch_id;
END;
--> statement-breakpoint
CREATE TRIGGER sketch_files_removed AFTER DELETE ON sketch_files WHEN OLD.kind = 'video' BEGIN
  UPDATE sketches SET video = 0 WHERE id = OLD.sketch_id;
END;
--> statement-breakpoint
-- With the address of the picture those of its files change, and a cover follows as long as it has a cover's size.
CREATE TRIGGER sketches_readdressed_with_files AFTER UPDATE OF image_key ON sketches WHEN NEW.image_key <> OLD.image_key BEGIN
  UPDATE sketch_files SET address = lower(hex(randomblob(20))) WHERE sketch_id = NEW.id;
  UPDATE users SET cover_key = CASE WHEN NEW.width = 2048 AND NEW.height = 506 THEN NEW.image_key END
  WHERE id = NEW.user_id AND cover_key = OLD.image_key;
END;
--> statement-breakpoint
-- What not everyone may see stands beside nobody's name.
CREATE TRIGGER sketches_no_longer_for_all AFTER UPDATE OF mature, violation ON sketches
WHEN NEW.mature = 1 OR NEW.violation IS NOT NULL BEGIN
  UPDATE users SET avatar_key = NULL WHERE id = NEW.user_id AND avatar_key IN (OLD.image_key, NEW.image_key);
  UPDATE users SET cover_key = NULL WHERE id = NEW.user_id AND cover_key IN (OLD.image_key, NEW.image_key);
END;
--> statement-breakpoint
-- A sketch goes on from one of the same artist, or from a co-op sketch, and never, however far back, from itself.
CREATE TRIGGER sketches_parent BEFORE UPDATE OF parent_id ON sketches
WHEN NEW.parent_id IS NOT NULL AND NEW.parent_id IS NOT OLD.parent_id BEGIN
  SELECT RAISE(ABORT, 'parent_not_allowed') WHERE NOT EXISTS (
    SELECT 1 FROM sketches AS parent
    WHERE parent.id = NEW.parent_id AND (parent.user_id = NEW.user_id OR parent.coop_id IS NOT NULL));
  SELECT RAISE(ABORT, 'parent_cycle') WHERE NEW.id IN (
    WITH RECURSIVE earlier(id) AS (
      SELECT NEW.parent_id
      UNION SELECT sketches.parent_id FROM earlier JOIN sketches ON sketches.id = earlier.id WHERE sketches.parent_id IS NOT NULL)
    SELECT id FROM earlier);
END;
