-- Who is told of what. Whatever writes a notice, the first rule here keeps out what its member is not to be told.

-- Never for oneself, of a category that is off, of what was muted, across a block, or on what one may not see.
CREATE TRIGGER notices_kept_out BEFORE INSERT ON notices
WHEN NEW.user_id = NEW.actor_id
  OR EXISTS (SELECT 1 FROM notices_off WHERE user_id = NEW.user_id AND category = NEW.category)
  OR (NEW.category <> 'fans' AND EXISTS (SELECT 1 FROM muted_threads WHERE user_id = NEW.user_id
    AND target_type = iif(NEW.sketch_id IS NULL, 'profile', 'sketch') AND target_id = coalesce(NEW.sketch_id, NEW.owner_id)))
  OR EXISTS (SELECT 1 FROM blocks WHERE user_id = NEW.user_id AND blocked_id IN (NEW.actor_id, NEW.owner_id))
  OR EXISTS (SELECT 1 FROM blocks WHERE blocked_id = NEW.user_id AND user_id IN (NEW.actor_id, NEW.owner_id))
  OR EXISTS (SELECT 1 FROM sketches JOIN users ON users.id = NEW.user_id
    WHERE sketches.id = NEW.sketch_id AND sketches.user_id <> NEW.user_id
      AND (sketches.violation IS NOT NULL OR (sketches.mature = 1 AND users.show_mature = 0)))
BEGIN
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
-- A category keeps its newest 500.
CREATE TRIGGER notices_added AFTER INSERT ON notices BEGIN
  INSERT INTO notice_counts (user_id, category, unread, kept) VALUES (NEW.user_id, NEW.category, NEW.read_at IS NULL, 1)
    ON CONFLICT (user_id, category) DO UPDATE SET unread = unread + excluded.unread, kept = kept + 1;
  UPDATE users SET notices_unread = notices_unread + (NEW.read_at IS NULL) WHERE id = NEW.user_id;
  DELETE FROM notices WHERE id = (
    SELECT id FROM notices WHERE user_id = NEW.user_id AND category = NEW.category
      AND (SELECT kept FROM notice_counts WHERE user_id = NEW.user_id AND category = NEW.category) > 500
    ORDER BY at, id LIMIT 1);
END;
--> statement-breakpoint
CREATE TRIGGER notices_read AFTER UPDATE OF read_at ON notices WHEN (NEW.read_at IS NULL) <> (OLD.read_at IS NULL) BEGIN
  UPDATE notice_counts SET unread = unread + (NEW.read_at IS NULL) - (OLD.read_at IS NULL)
    WHERE user_id = NEW.user_id AND category = NEW.category;
  UPDATE users SET notices_unread = notices_unread + (NEW.read_at IS NULL) - (OLD.read_at IS NULL) WHERE id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER notices_removed AFTER DELETE ON notices BEGIN
  UPDATE notice_counts SET unread = unread - (OLD.read_at IS NULL), kept = kept - 1
    WHERE user_id = OLD.user_id AND category = OLD.category;
  UPDATE users SET notices_unread = notices_unread - (OLD.read_at IS NULL) WHERE id = OLD.user_id;
END;
--> statement-breakpoint
-- The owner of the page and the author of what is answered are told of a comment, once if they are the same.
CREATE TRIGGER comments_told AFTER INSERT ON comments BEGIN
  INSERT INTO notices (user_id, category, actor_id, owner_id, sketch_id, comment_id, excerpt, answer, at)
    SELECT told.id, 'comments', NEW.user_id, page.owner_id, iif(NEW.target_type = 'sketch', NEW.target_id, NULL), NEW.id,
      substr(NEW.text, 1, 200), told.id IS NEW.parent_user_id, NEW.created_at
    FROM (SELECT iif(NEW.target_type = 'sketch', (SELECT user_id FROM sketches WHERE id = NEW.target_id), NEW.target_id)
      AS owner_id) AS page
    JOIN users AS told ON told.id IN (page.owner_id, NEW.parent_user_id)
    WHERE true ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- Whoever is told of the comment anyhow is not told again that it names them.
CREATE TRIGGER comment_mentions_told AFTER INSERT ON comment_mentions BEGIN
  INSERT INTO notices (user_id, category, actor_id, owner_id, sketch_id, comment_id, excerpt, at)
    SELECT NEW.user_id, 'mentions', said.user_id, said.owner_id, iif(said.target_type = 'sketch', said.target_id, NULL),
      said.id, substr(said.text, 1, 200), coalesce(said.edited_at, said.created_at)
    FROM (SELECT *, iif(target_type = 'sketch', (SELECT user_id FROM sketches WHERE id = target_id), target_id) AS owner_id
      FROM comments WHERE id = NEW.comment_id) AS said
    WHERE NEW.user_id NOT IN (said.owner_id, coalesce(said.parent_user_id, 0))
      OR EXISTS (SELECT 1 FROM notices_off WHERE user_id = NEW.user_id AND category = 'comments')
    ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER comment_mentions_untold AFTER DELETE ON comment_mentions BEGIN
  DELETE FROM notices WHERE comment_id = OLD.comment_id AND user_id = OLD.user_id AND category = 'mentions';
END;
--> statement-breakpoint
CREATE TRIGGER comments_told_otherwise AFTER UPDATE OF text ON comments WHEN NEW.text <> OLD.text BEGIN
  UPDATE notices SET excerpt = substr(NEW.text, 1, 200) WHERE comment_id = NEW.id;
END;
--> statement-breakpoint
-- Hearts on one sketch are gathered in one notice until it is read.
CREATE TRIGGER hearts_told AFTER INSERT ON hearts BEGIN
  INSERT INTO notices (user_id, category, actor_id, owner_id, sketch_id, at)
    SELECT user_id, 'hearts', NEW.user_id, user_id, id, NEW.created_at FROM sketches WHERE id = NEW.sketch_id
    ON CONFLICT (user_id, sketch_id) WHERE category = 'hearts' AND read_at IS NULL
    DO UPDATE SET count = count + 1, actor_id = excluded.actor_id, at = max(at, excluded.at);
END;
--> statement-breakpoint
CREATE TRIGGER features_told AFTER INSERT ON features BEGIN
  INSERT INTO notices (user_id, category, actor_id, owner_id, sketch_id, at)
    SELECT user_id, 'features', NEW.user_id, user_id, id, NEW.created_at FROM sketches WHERE id = NEW.sketch_id;
END;
--> statement-breakpoint
CREATE TRIGGER fans_told AFTER INSERT ON fans BEGIN
  INSERT INTO notices (user_id, category, actor_id, owner_id, at)
    VALUES (NEW.user_id, 'fans', NEW.fan_id, NEW.user_id, NEW.created_at) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER fans_untold AFTER DELETE ON fans BEGIN
  DELETE FROM notices WHERE user_id = OLD.user_id AND actor_id = OLD.fan_id AND category = 'fans';
END;
--> statement-breakpoint
-- A block takes what either was told of the other; of gathered hearts, those of others stay.
CREATE TRIGGER blocks_untold AFTER INSERT ON blocks BEGIN
  UPDATE notices SET count = count - 1, actor_id = (
      SELECT user_id FROM hearts WHERE sketch_id = notices.sketch_id AND user_id <> notices.actor_id
      ORDER BY created_at DESC LIMIT 1)
    WHERE category = 'hearts' AND count > 1
      AND ((user_id = NEW.user_id AND actor_id = NEW.blocked_id) OR (user_id = NEW.blocked_id AND actor_id = NEW.user_id));
  DELETE FROM notices
    WHERE (user_id = NEW.user_id AND actor_id = NEW.blocked_id) OR (user_id = NEW.blocked_id AND actor_id = NEW.user_id);
  DELETE FROM notices
    WHERE (user_id = NEW.user_id AND owner_id = NEW.blocked_id) OR (user_id = NEW.blocked_id AND owner_id = NEW.user_id);
END;
--> statement-breakpoint
-- What others may not see any more they are not told of either.
CREATE TRIGGER sketches_untold AFTER UPDATE OF violation, mature ON sketches
WHEN NEW.violation IS NOT NULL OR NEW.mature = 1 BEGIN
  DELETE FROM notices WHERE sketch_id = NEW.id AND user_id <> NEW.user_id
    AND (NEW.violation IS NOT NULL OR (SELECT show_mature FROM users WHERE id = notices.user_id) = 0);
END;
--> statement-breakpoint
CREATE TRIGGER sketches_removed_with_notices BEFORE DELETE ON sketches BEGIN
  DELETE FROM notices WHERE sketch_id = OLD.id;
  DELETE FROM muted_threads WHERE target_type = 'sketch' AND target_id = OLD.id;
END;
