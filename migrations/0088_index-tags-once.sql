-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
DROP TRIGGER sketch_tags_delete_counts;
--> statement-breakpoint
DROP TRIGGER sketch_tags_insert_search;
--> statement-breakpoint
CREATE TRIGGER sketch_tags_delete_counts AFTER DELETE ON sketch_tags BEGIN
  UPDATE tags SET sketches_count = sketches_count - OLD.listed_for_all WHERE id = OLD.tag_id;
  DELETE FROM tags WHERE id = OLD.tag_id AND NOT EXISTS (SELECT 1 FROM sketch_tags WHERE tag_id = OLD.tag_id)
    AND NOT EXISTS (SELECT 1 FROM tag_follows WHERE tag_id = OLD.tag_id)
    AND NOT EXISTS (SELECT 1 FROM tag_aliases WHERE tag_id = OLD.tag_id);
END;
