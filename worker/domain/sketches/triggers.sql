-- Counts of sketches. `users.sketches_count` leaves out unlisted and violating sketches; `listed_for_all` also leaves out
-- mature sketches and those whose file is lost. `users.stored_bytes`, `png_bytes` and `jpg_bytes` include every sketch.

CREATE TRIGGER sketches_insert_counts AFTER INSERT ON sketches BEGIN
  UPDATE users SET sketches_count = sketches_count + (NEW.unlisted = 0 AND NEW.violation IS NULL),
    sketches_for_all_count = sketches_for_all_count + NEW.listed_for_all,
    stored_bytes = stored_bytes + NEW.bytes + NEW.attached_bytes,
    png_bytes = png_bytes + iif(NEW.content_type = 'image/png', NEW.bytes, 0),
    jpg_bytes = jpg_bytes + iif(NEW.content_type = 'image/png', 0, NEW.bytes),
    active_at = iif(NEW.unlisted = 0 AND NEW.violation IS NULL, max(active_at, NEW.created_at), active_at)
  WHERE id = NEW.user_id;
  UPDATE totals SET count = count + 1 WHERE name = 'sketches' AND NEW.listed_for_all;
  INSERT INTO member_counts (user_id, grain, starts_at, sketches)
    VALUES (NEW.user_id, 'hour', NEW.created_at / 3600000 * 3600000, 1)
    ON CONFLICT (user_id, grain, starts_at) DO UPDATE SET sketches = sketches + 1;
END;

CREATE TRIGGER sketches_update_counts
AFTER UPDATE OF unlisted, violation, file_lost_at, mature, bytes, attached_bytes, content_type ON sketches
WHEN (NEW.listed_for_all, NEW.unlisted = 0 AND NEW.violation IS NULL, NEW.bytes, NEW.attached_bytes, NEW.content_type)
  <> (OLD.listed_for_all, OLD.unlisted = 0 AND OLD.violation IS NULL, OLD.bytes, OLD.attached_bytes, OLD.content_type) BEGIN
  UPDATE users SET
    sketches_count = sketches_count
      + (NEW.unlisted = 0 AND NEW.violation IS NULL) - (OLD.unlisted = 0 AND OLD.violation IS NULL),
    sketches_for_all_count = sketches_for_all_count + NEW.listed_for_all - OLD.listed_for_all,
    stored_bytes = stored_bytes + NEW.bytes + NEW.attached_bytes - OLD.bytes - OLD.attached_bytes,
    png_bytes = png_bytes + iif(NEW.content_type = 'image/png', NEW.bytes, 0)
      - iif(OLD.content_type = 'image/png', OLD.bytes, 0),
    jpg_bytes = jpg_bytes + iif(NEW.content_type = 'image/png', 0, NEW.bytes)
      - iif(OLD.content_type = 'image/png', 0, OLD.bytes)
  WHERE id = NEW.user_id;
  UPDATE totals SET count = count + NEW.listed_for_all - OLD.listed_for_all
  WHERE name = 'sketches' AND NEW.listed_for_all <> OLD.listed_for_all;
END;

CREATE TRIGGER sketches_delete_counts AFTER DELETE ON sketches BEGIN
  UPDATE users SET sketches_count = sketches_count - (OLD.unlisted = 0 AND OLD.violation IS NULL),
    sketches_for_all_count = sketches_for_all_count - OLD.listed_for_all,
    stored_bytes = stored_bytes - OLD.bytes - OLD.attached_bytes,
    png_bytes = png_bytes - iif(OLD.content_type = 'image/png', OLD.bytes, 0),
    jpg_bytes = jpg_bytes - iif(OLD.content_type = 'image/png', 0, OLD.bytes),
    avatar_key = nullif(avatar_key, OLD.image_key),
    cover_key = nullif(cover_key, OLD.image_key)
  WHERE id = OLD.user_id;
  UPDATE totals SET count = count - 1 WHERE name = 'sketches' AND OLD.listed_for_all;
END;

-- Copies of `listed` and `listed_for_all`, so that the lists of a tag, an album, a challenge, a compo and a group read
-- only what they show. The triggers of these tables keep the counts of albums, challenges and compos.
CREATE TRIGGER sketches_update_listed_copies AFTER UPDATE OF unlisted, violation, file_lost_at, mature ON sketches
WHEN (NEW.listed, NEW.listed_for_all) <> (OLD.listed, OLD.listed_for_all) BEGIN
  UPDATE tags SET sketches_count = sketches_count + NEW.listed_for_all - OLD.listed_for_all
  WHERE NEW.listed_for_all <> OLD.listed_for_all
    AND id IN (SELECT tag_id FROM sketch_tags WHERE sketch_id = NEW.id);
  UPDATE sketch_tags SET listed = NEW.listed, listed_for_all = NEW.listed_for_all WHERE sketch_id = NEW.id;
  UPDATE album_sketches SET listed = NEW.listed, listed_for_all = NEW.listed_for_all WHERE sketch_id = NEW.id;
  UPDATE challenge_entries SET listed = NEW.listed, listed_for_all = NEW.listed_for_all WHERE sketch_id = NEW.id;
  UPDATE compo_entries SET listed = NEW.listed, listed_for_all = NEW.listed_for_all WHERE sketch_id = NEW.id;
  UPDATE group_sketches SET listed = NEW.listed, listed_for_all = NEW.listed_for_all WHERE sketch_id = NEW.id;
  UPDATE groups SET listed_count = listed_count + NEW.listed - OLD.listed,
    listed_for_all_count = listed_for_all_count + NEW.listed_for_all - OLD.listed_for_all
  WHERE id IN (SELECT group_id FROM group_sketches WHERE sketch_id = NEW.id);
END;

-- Keeps the avatar and cover of the artist at the address of their sketch. Removes them when the sketch becomes mature,
-- violating or unlisted, or loses the size of a cover. The files of the sketch get new addresses, too.
CREATE TRIGGER sketches_update_addresses AFTER UPDATE OF image_key, mature, violation, unlisted ON sketches
WHEN NEW.image_key <> OLD.image_key OR NEW.mature = 1 OR NEW.violation IS NOT NULL OR NEW.unlisted > OLD.unlisted BEGIN
  UPDATE users SET
    avatar_key = CASE WHEN avatar_key = OLD.image_key
      THEN iif(NEW.mature = 0 AND NEW.violation IS NULL AND NEW.unlisted <= OLD.unlisted, NEW.image_key, NULL)
      ELSE avatar_key END,
    cover_key = CASE WHEN cover_key = OLD.image_key
      THEN iif(NEW.mature = 0 AND NEW.violation IS NULL AND NEW.unlisted <= OLD.unlisted
        AND NEW.width = 2048 AND NEW.height = 506, NEW.image_key, NULL)
      ELSE cover_key END
  WHERE id = NEW.user_id AND OLD.image_key IN (avatar_key, cover_key);
  UPDATE sketch_files SET address = lower(hex(randomblob(20)))
  WHERE sketch_id = NEW.id AND NEW.image_key <> OLD.image_key;
END;

-- The parent is the artist's own sketch or in a co-op, and parents form no cycle.
CREATE TRIGGER sketches_update_parent_check BEFORE UPDATE OF parent_id ON sketches
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

-- A sketch with a new parent joins the parent's co-op; a co-op ends when its sketch no longer is its own co-op.
CREATE TRIGGER sketches_update_co_ops AFTER UPDATE OF parent_id, coop_id ON sketches
WHEN (NEW.parent_id, NEW.coop_id) IS NOT (OLD.parent_id, OLD.coop_id) BEGIN
  DELETE FROM co_ops WHERE sketch_id = NEW.id AND OLD.coop_id IS OLD.id AND NEW.coop_id IS NOT NEW.id;
  UPDATE sketches SET coop_id = (SELECT coop_id FROM sketches AS parent WHERE parent.id = NEW.parent_id)
  WHERE id = NEW.id AND NEW.parent_id IS NOT NULL AND NEW.parent_id IS NOT OLD.parent_id AND NEW.coop_id IS NOT NEW.id;
END;

-- Deletes rows whose triggers read the sketch, and rows without a foreign key. The other tables cascade. The sketch's
-- groups lose the glops that it earned for them, in one line instead of one for each heart. A sketch in a closed compo
-- cannot be deleted before its entry is detached from it, as staff and the deletion of an account do.
CREATE TRIGGER sketches_delete_rows BEFORE DELETE ON sketches BEGIN
  SELECT RAISE(ABORT, 'in_closed_compo') WHERE EXISTS (
    SELECT 1 FROM compo_entries JOIN compos ON compos.id = compo_entries.compo_id
    WHERE compo_entries.sketch_id = OLD.id
      AND (compos.result_at IS NOT NULL OR compos.voting_ends_at <= unixepoch('subsec') * 1000));
  UPDATE groups SET listed_count = listed_count - OLD.listed, listed_for_all_count = listed_for_all_count - OLD.listed_for_all
  WHERE id IN (SELECT group_id FROM group_sketches WHERE sketch_id = OLD.id);
  DELETE FROM group_sketches WHERE sketch_id = OLD.id;
  INSERT INTO group_ledger (group_id, unit, amount, reason, sketch_id, created_at)
    SELECT group_id, 'glop', -glops, 'sketch_deleted', sketch_id, unixepoch() * 1000 FROM group_sketch_glops
    WHERE sketch_id = OLD.id;
  UPDATE groups SET glops = groups.glops - earned.glops
    FROM group_sketch_glops AS earned WHERE earned.sketch_id = OLD.id AND groups.id = earned.group_id;
  DELETE FROM group_sketch_glops WHERE sketch_id = OLD.id;
  DELETE FROM hearts WHERE sketch_id = OLD.id;
  DELETE FROM ratings WHERE sketch_id = OLD.id;
  DELETE FROM features WHERE sketch_id = OLD.id;
  DELETE FROM comments WHERE target_type = 'sketch' AND target_id = OLD.id;
  DELETE FROM muted_threads WHERE target_type = 'sketch' AND target_id = OLD.id;
  DELETE FROM sketch_tags WHERE sketch_id = OLD.id;
  UPDATE sketches SET parent_id = NULL WHERE parent_id = OLD.id;
  UPDATE sketches SET coop_id = NULL WHERE coop_id = OLD.id;
END;

-- Tags: the copies of the sketch's flags, and `tags.sketches_count`, which counts sketches listed for everyone.
CREATE TRIGGER sketch_tags_insert_counts AFTER INSERT ON sketch_tags BEGIN
  UPDATE sketch_tags SET (listed, listed_for_all, hearts_count) =
    (SELECT listed, listed_for_all, hearts_count FROM sketches WHERE id = NEW.sketch_id)
  WHERE sketch_id = NEW.sketch_id AND tag_id = NEW.tag_id;
  UPDATE tags SET sketches_count = sketches_count + (SELECT listed_for_all FROM sketches WHERE id = NEW.sketch_id)
  WHERE id = NEW.tag_id;
END;

-- Deletes a tag that is no longer used, because an edit can make twenty tags.
CREATE TRIGGER sketch_tags_delete_counts AFTER DELETE ON sketch_tags BEGIN
  UPDATE tags SET sketches_count = sketches_count - OLD.listed_for_all WHERE id = OLD.tag_id;
  DELETE FROM tags WHERE id = OLD.tag_id AND NOT EXISTS (SELECT 1 FROM sketch_tags WHERE tag_id = OLD.tag_id)
    AND NOT EXISTS (SELECT 1 FROM tag_follows WHERE tag_id = OLD.tag_id)
    AND NOT EXISTS (SELECT 1 FROM tag_aliases WHERE tag_id = OLD.tag_id);
END;

-- A view counts in the current hour, or else in the nearest hour of its day.
CREATE TRIGGER sketch_views_insert_counts AFTER INSERT ON sketch_views BEGIN
  UPDATE sketches SET views_count = views_count + 1 WHERE id = NEW.sketch_id;
  UPDATE users SET views_count = views_count + 1 WHERE id = (SELECT user_id FROM sketches WHERE id = NEW.sketch_id);
  INSERT INTO member_counts (user_id, grain, starts_at, views)
    SELECT user_id, 'hour', 3600000 * min(max(unixepoch() / 3600, NEW.day * 24), NEW.day * 24 + 23), 1
    FROM sketches WHERE id = NEW.sketch_id
    ON CONFLICT (user_id, grain, starts_at) DO UPDATE SET views = views + 1;
END;
