-- The sketches that everyone sees, and the members, counted where they change.
INSERT INTO totals (name, count) VALUES
  ('sketches', (SELECT count(*) FROM sketches WHERE listed_for_all = 1)),
  ('members', (SELECT count(*) FROM users));
--> statement-breakpoint
CREATE TRIGGER totals_members_added AFTER INSERT ON users BEGIN
  UPDATE totals SET count = count + 1 WHERE name = 'members';
END;
--> statement-breakpoint
CREATE TRIGGER totals_sketches_added AFTER INSERT ON sketches
WHEN NEW.unlisted = 0 AND NEW.violation IS NULL AND NEW.file_lost_at IS NULL AND NEW.mature = 0 BEGIN
  UPDATE totals SET count = count + 1 WHERE name = 'sketches';
END;
--> statement-breakpoint
CREATE TRIGGER totals_sketches_shown_or_hidden AFTER UPDATE OF unlisted, violation, file_lost_at, mature ON sketches BEGIN
  UPDATE totals SET count = count
    + (NEW.unlisted = 0 AND NEW.violation IS NULL AND NEW.file_lost_at IS NULL AND NEW.mature = 0)
    - (OLD.unlisted = 0 AND OLD.violation IS NULL AND OLD.file_lost_at IS NULL AND OLD.mature = 0)
  WHERE name = 'sketches';
END;
--> statement-breakpoint
CREATE TRIGGER totals_sketches_removed AFTER DELETE ON sketches
WHEN OLD.unlisted = 0 AND OLD.violation IS NULL AND OLD.file_lost_at IS NULL AND OLD.mature = 0 BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'sketches';
END;
