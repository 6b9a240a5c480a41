-- `sketches.has_video` follows the files.

CREATE TRIGGER sketch_files_insert_video AFTER INSERT ON sketch_files WHEN NEW.kind = 'video' BEGIN
  UPDATE sketches SET has_video = 1 WHERE id = NEW.sketch_id;
END;

CREATE TRIGGER sketch_files_delete_video AFTER DELETE ON sketch_files WHEN OLD.kind = 'video' BEGIN
  UPDATE sketches SET has_video = 0 WHERE id = OLD.sketch_id;
END;
