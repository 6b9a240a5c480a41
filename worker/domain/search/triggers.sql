-- The full-text index of sketches, members and daily challenges: their words and facets.

CREATE VIRTUAL TABLE sketch_search USING fts5(
  title, description, tags, facets,
  content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);

CREATE VIRTUAL TABLE user_search USING fts5(
  nickname, facets, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);

CREATE VIRTUAL TABLE challenge_search USING fts5(
  title, description, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);

-- Contents of the index for each listed sketch. Hearts count by level, so that most hearts change nothing here. Triggers
-- follow changes of sketches; after changes of tags, the batch renews the index once (`reindexSketches`).
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

CREATE VIEW user_documents AS SELECT
  id AS user_id, nickname, 'any l' || min(12, CAST(ceil(log2(fans_count + 1)) AS INTEGER)) AS facets
FROM users WHERE merged_into_id IS NULL AND deleted_at IS NULL;

CREATE TRIGGER sketches_insert_search AFTER INSERT ON sketches BEGIN
  INSERT INTO sketch_search (rowid, title, description, tags, facets)
    SELECT sketch_id, title, description, tags, facets FROM sketch_documents WHERE sketch_id = NEW.id;
END;

CREATE TRIGGER sketches_update_search AFTER UPDATE OF title, description, alt_text, unlisted, violation, mature,
  file_lost_at, user_id, width, height, colours, perceptual_hash, hearts_count ON sketches
WHEN (NEW.title, NEW.description, NEW.alt_text, NEW.unlisted, NEW.violation, NEW.mature, NEW.file_lost_at, NEW.user_id,
    NEW.width, NEW.height, NEW.colours, NEW.perceptual_hash, ceil(log2(NEW.hearts_count + 1)))
  IS NOT (OLD.title, OLD.description, OLD.alt_text, OLD.unlisted, OLD.violation, OLD.mature, OLD.file_lost_at, OLD.user_id,
    OLD.width, OLD.height, OLD.colours, OLD.perceptual_hash, ceil(log2(OLD.hearts_count + 1))) BEGIN
  DELETE FROM sketch_search WHERE rowid = NEW.id;
  INSERT INTO sketch_search (rowid, title, description, tags, facets)
    SELECT sketch_id, title, description, tags, facets FROM sketch_documents WHERE sketch_id = NEW.id;
END;

CREATE TRIGGER sketches_delete_search AFTER DELETE ON sketches BEGIN
  DELETE FROM sketch_search WHERE rowid = OLD.id;
END;

CREATE TRIGGER users_insert_search AFTER INSERT ON users BEGIN
  INSERT INTO user_search (rowid, nickname, facets)
    SELECT user_id, nickname, facets FROM user_documents WHERE user_id = NEW.id;
END;

CREATE TRIGGER users_update_search AFTER UPDATE OF nickname, fans_count ON users
WHEN NEW.nickname <> OLD.nickname OR ceil(log2(NEW.fans_count + 1)) <> ceil(log2(OLD.fans_count + 1)) BEGIN
  DELETE FROM user_search WHERE rowid = NEW.id;
  INSERT INTO user_search (rowid, nickname, facets)
    SELECT user_id, nickname, facets FROM user_documents WHERE user_id = NEW.id;
END;

CREATE TRIGGER users_delete_search AFTER DELETE ON users BEGIN
  DELETE FROM user_search WHERE rowid = OLD.id;
END;

CREATE TRIGGER challenges_insert_search AFTER INSERT ON challenges WHEN NEW.group_id IS NULL BEGIN
  INSERT INTO challenge_search (rowid, title, description) VALUES (NEW.id, NEW.title, NEW.description);
END;

CREATE TRIGGER challenges_update_search AFTER UPDATE OF title, description ON challenges WHEN NEW.group_id IS NULL BEGIN
  DELETE FROM challenge_search WHERE rowid = NEW.id;
  INSERT INTO challenge_search (rowid, title, description) VALUES (NEW.id, NEW.title, NEW.description);
END;
