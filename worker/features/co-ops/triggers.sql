-- Only a sketch that is its own co-op gets a row here.

CREATE TRIGGER co_ops_insert_check BEFORE INSERT ON co_ops
WHEN NOT EXISTS (SELECT 1 FROM sketches WHERE id = NEW.sketch_id AND coop_id = id) BEGIN
  SELECT RAISE(ABORT, 'in_another_co_op');
END;
