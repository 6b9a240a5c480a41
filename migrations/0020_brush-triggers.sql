-- What a category counts follows the brushes in it.
CREATE TRIGGER brushes_added AFTER INSERT ON brushes BEGIN
  UPDATE brush_categories SET items_count = items_count + 1 WHERE id = NEW.category_id;
END;
--> statement-breakpoint
CREATE TRIGGER brushes_removed AFTER DELETE ON brushes BEGIN
  UPDATE brush_categories SET items_count = items_count - 1 WHERE id = OLD.category_id;
END;
--> statement-breakpoint
CREATE TRIGGER brushes_moved AFTER UPDATE OF category_id ON brushes WHEN NEW.category_id <> OLD.category_id BEGIN
  UPDATE brush_categories SET items_count = items_count - 1 WHERE id = OLD.category_id;
  UPDATE brush_categories SET items_count = items_count + 1 WHERE id = NEW.category_id;
END;
--> statement-breakpoint
-- What goes on from a sketch of a co-op belongs to that co-op; a co-op sketch stays its own.
CREATE TRIGGER sketches_co_op_inherited AFTER UPDATE OF parent_id ON sketches
WHEN NEW.parent_id IS NOT NULL AND NEW.parent_id IS NOT OLD.parent_id AND NEW.coop_id IS NOT NEW.id BEGIN
  UPDATE sketches SET coop_id = (SELECT coop_id FROM sketches AS parent WHERE parent.id = NEW.parent_id)
  WHERE id = NEW.id;
END;
--> statement-breakpoint
-- A sketch that is a co-op by its own id is named; where it stops being one, its name goes.
CREATE TRIGGER sketches_co_op_ended AFTER UPDATE OF coop_id ON sketches
WHEN OLD.coop_id IS OLD.id AND NEW.coop_id IS NOT NEW.id BEGIN
  DELETE FROM co_ops WHERE sketch_id = NEW.id;
END;
--> statement-breakpoint
-- Only what is a co-op by its own id is named one; who makes one of a sketch of another co-op is refused as a whole.
CREATE TRIGGER co_ops_named BEFORE INSERT ON co_ops
WHEN NOT EXISTS (SELECT 1 FROM sketches WHERE id = NEW.sketch_id AND coop_id = id) BEGIN
  SELECT RAISE(ABORT, 'in_another_co_op');
END;
