-- Number of brushes of a category.

CREATE TRIGGER brushes_insert_counts AFTER INSERT ON brushes BEGIN
  UPDATE brush_categories SET brushes_count = brushes_count + 1 WHERE id = NEW.category_id;
END;

CREATE TRIGGER brushes_update_counts AFTER UPDATE OF category_id ON brushes WHEN NEW.category_id <> OLD.category_id BEGIN
  UPDATE brush_categories SET brushes_count = brushes_count - 1 WHERE id = OLD.category_id;
  UPDATE brush_categories SET brushes_count = brushes_count + 1 WHERE id = NEW.category_id;
END;

CREATE TRIGGER brushes_delete_counts AFTER DELETE ON brushes BEGIN
  UPDATE brush_categories SET brushes_count = brushes_count - 1 WHERE id = OLD.category_id;
END;
