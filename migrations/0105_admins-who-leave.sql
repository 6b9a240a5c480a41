-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
DROP TRIGGER users_update_check;
--> statement-breakpoint
CREATE TRIGGER users_update_check BEFORE UPDATE OF flags ON users
WHEN instr(OLD.flags, 'a') > 0 AND instr(NEW.flags, 'a') = 0 AND NOT EXISTS (
  SELECT 1 FROM users AS other WHERE instr(other.flags, 'a') > 0 AND other.id <> NEW.id
    AND other.deletes_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM bans WHERE bans.user_id = other.id AND bans.closed_at IS NULL
      AND bans.duration_hours <> 0 AND (bans.ends_at IS NULL OR bans.ends_at > unixepoch() * 1000))) BEGIN
  SELECT RAISE(ABORT, 'last_admin');
END;
