-- The rooms that are there without anybody having opened them [decisions, Chat].
INSERT INTO chat_rooms (channel, kind, created_at) VALUES ('lobby', 'standing', 0), ('help', 'standing', 0), ('whiteboard', 'standing', 0);
--> statement-breakpoint
DROP TRIGGER notices_kept_out;
--> statement-breakpoint
-- As before; what was muted is sketches and profiles, not what someone says in a chat room.
CREATE TRIGGER notices_kept_out BEFORE INSERT ON notices
WHEN NEW.user_id = NEW.actor_id
  OR EXISTS (SELECT 1 FROM notices_off WHERE user_id = NEW.user_id AND category = NEW.category)
  OR (NEW.category <> 'fans' AND NEW.chat_room_id IS NULL AND EXISTS (SELECT 1 FROM muted_threads WHERE user_id = NEW.user_id
    AND target_type = iif(NEW.sketch_id IS NULL, 'profile', 'sketch') AND target_id = coalesce(NEW.sketch_id, NEW.owner_id)))
  OR EXISTS (SELECT 1 FROM blocks WHERE user_id = NEW.user_id AND blocked_id IN (NEW.actor_id, NEW.owner_id))
  OR EXISTS (SELECT 1 FROM blocks WHERE blocked_id = NEW.user_id AND user_id IN (NEW.actor_id, NEW.owner_id))
  OR EXISTS (SELECT 1 FROM sketches JOIN users ON users.id = NEW.user_id
    WHERE sketches.id = NEW.sketch_id AND sketches.user_id <> NEW.user_id
      AND (sketches.violation IS NOT NULL OR (sketches.mature = 1 AND users.show_mature = 0)))
BEGIN
  SELECT RAISE(IGNORE);
END;
