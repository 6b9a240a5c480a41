-- What is searched follows what it is about, in the statement that changes it.

-- Words of sketches and, as words nobody writes, what else is searched by. `facets` of a sketch: `any`, `open` (everyone
-- sees it in lists), u{artist}, t{tag}, s{hundreds of pixels of its longest side}, l{hearts in powers of two}, c{cell of
-- a colour, three digits of eight}, h{byte of the perceptual hash}{its two hex digits}. See the decision on search.
CREATE VIRTUAL TABLE sketch_words USING fts5(
  title, description, tags, facets,
  content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);
--> statement-breakpoint
CREATE VIEW sketch_documents AS SELECT
  id AS sketch_id,
  title,
  description || ' ' || alt_text AS description,
  (SELECT group_concat(tags.name, ' ') FROM sketch_tags JOIN tags ON tags.id = sketch_tags.tag_id
    WHERE sketch_tags.sketch_id = sketches.id) AS tags,
  'any' || CASE WHEN listed_for_all THEN ' open' ELSE '' END
    || ' u' || user_id
    || ' s' || (max(width, height) / 100)
    || ' l' || min(12, CAST(ceil(log2(hearts_count + 1)) AS INTEGER))
    || coalesce((SELECT group_concat(' t' || tag_id, '') FROM sketch_tags WHERE sketch_tags.sketch_id = sketches.id), '')
    || coalesce((SELECT group_concat(' c' || ((instr('0123456789abcdef', substr(value, 2, 1)) - 1) / 2)
        || ((instr('0123456789abcdef', substr(value, 4, 1)) - 1) / 2)
        || ((instr('0123456789abcdef', substr(value, 6, 1)) - 1) / 2), '') FROM json_each(colours)), '')
    || (SELECT group_concat(' h' || value || substr(perceptual_hash, 2 * value + 1, 2), '')
        FROM json_each('[0,1,2,3,4,5,6,7]')) AS facets
FROM sketches WHERE listed = 1;
--> statement-breakpoint
CREATE TRIGGER sketch_words_added AFTER INSERT ON sketches BEGIN
  INSERT INTO sketch_words (rowid, title, description, tags, facets)
    SELECT sketch_id, title, description, tags, facets FROM sketch_documents WHERE sketch_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER sketch_words_changed AFTER UPDATE OF title, description, alt_text, unlisted, violation, mature,
  file_lost_at, user_id, width, height, colours, perceptual_hash ON sketches BEGIN
  DELETE FROM sketch_words WHERE rowid = NEW.id;
  INSERT INTO sketch_words (rowid, title, description, tags, facets)
    SELECT sketch_id, title, description, tags, facets FROM sketch_documents WHERE sketch_id = NEW.id;
END;
--> statement-breakpoint
-- Hearts count in powers of two, so that a sketch is taken in anew a few times in its life only.
CREATE TRIGGER sketch_words_hearted AFTER UPDATE OF hearts_count ON sketches
WHEN ceil(log2(NEW.hearts_count + 1)) <> ceil(log2(OLD.hearts_count + 1)) BEGIN
  DELETE FROM sketch_words WHERE rowid = NEW.id;
  INSERT INTO sketch_words (rowid, title, description, tags, facets)
    SELECT sketch_id, title, description, tags, facets FROM sketch_documents WHERE sketch_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER sketch_words_removed AFTER DELETE ON sketches BEGIN
  DELETE FROM sketch_words WHERE rowid = OLD.id;
END;
--> statement-breakpoint
-- With every tag anew: up to twenty times when a sketch is posted, a few rows each.
CREATE TRIGGER sketch_words_tagged AFTER INSERT ON sketch_tags BEGIN
  DELETE FROM sketch_words WHERE rowid = NEW.sketch_id;
  INSERT INTO sketch_words (rowid, title, description, tags, facets)
    SELECT sketch_id, title, description, tags, facets FROM sketch_documents WHERE sketch_id = NEW.sketch_id;
END;
--> statement-breakpoint
CREATE TRIGGER sketch_words_untagged AFTER DELETE ON sketch_tags BEGIN
  DELETE FROM sketch_words WHERE rowid = OLD.sketch_id;
  INSERT INTO sketch_words (rowid, title, description, tags, facets)
    SELECT sketch_id, title, description, tags, facets FROM sketch_documents WHERE sketch_id = OLD.sketch_id;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE user_words USING fts5(
  nickname, facets, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);
--> statement-breakpoint
CREATE VIEW user_documents AS SELECT
  id AS user_id, nickname, 'any l' || min(12, CAST(ceil(log2(fans_count + 1)) AS INTEGER)) AS facets
FROM users;
--> statement-breakpoint
CREATE TRIGGER user_words_added AFTER INSERT ON users BEGIN
  INSERT INTO user_words (rowid, nickname, facets)
    SELECT user_id, nickname, facets FROM user_documents WHERE user_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER user_words_renamed AFTER UPDATE OF nickname ON users WHEN NEW.nickname <> OLD.nickname BEGIN
  DELETE FROM user_words WHERE rowid = NEW.id;
  INSERT INTO user_words (rowid, nickname, facets)
    SELECT user_id, nickname, facets FROM user_documents WHERE user_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER user_words_followed AFTER UPDATE OF fans_count ON users
WHEN ceil(log2(NEW.fans_count + 1)) <> ceil(log2(OLD.fans_count + 1)) BEGIN
  DELETE FROM user_words WHERE rowid = NEW.id;
  INSERT INTO user_words (rowid, nickname, facets)
    SELECT user_id, nickname, facets FROM user_documents WHERE user_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER user_words_removed AFTER DELETE ON users BEGIN
  DELETE FROM user_words WHERE rowid = OLD.id;
END;
--> statement-breakpoint
-- Sessions are seen once an hour, so that being here costs little to write.
CREATE TRIGGER users_came AFTER INSERT ON sessions BEGIN
  UPDATE users SET active_at = NEW.seen_at WHERE id = NEW.user_id AND active_at < NEW.seen_at;
END;
--> statement-breakpoint
CREATE TRIGGER users_seen AFTER UPDATE OF seen_at ON sessions BEGIN
  UPDATE users SET active_at = NEW.seen_at WHERE id = NEW.user_id AND active_at < NEW.seen_at;
END;
--> statement-breakpoint
CREATE TRIGGER users_posted AFTER INSERT ON sketches WHEN NEW.unlisted = 0 AND NEW.violation IS NULL BEGIN
  UPDATE users SET active_at = NEW.created_at WHERE id = NEW.user_id AND active_at < NEW.created_at;
END;
--> statement-breakpoint
-- A member follows so many tags, so that a list of what carries them has an end to what it asks for.
CREATE TRIGGER tag_follows_limited BEFORE INSERT ON tag_follows
WHEN (SELECT count(*) FROM tag_follows WHERE user_id = NEW.user_id) >= 100
  AND NOT EXISTS (SELECT 1 FROM tag_follows WHERE user_id = NEW.user_id AND tag_id = NEW.tag_id) BEGIN
  SELECT RAISE(ABORT, 'tags_followed');
END;
--> statement-breakpoint
UPDATE users SET active_at = max(
  coalesce((SELECT max(created_at) FROM sketches WHERE user_id = users.id AND listed = 1), 0),
  coalesce((SELECT max(seen_at) FROM sessions WHERE user_id = users.id), 0)
);
--> statement-breakpoint
INSERT INTO sketch_words (rowid, title, description, tags, facets)
  SELECT sketch_id, title, description, tags, facets FROM sketch_documents;
--> statement-breakpoint
INSERT INTO user_words (rowid, nickname, facets) SELECT user_id, nickname, facets FROM user_documents;
