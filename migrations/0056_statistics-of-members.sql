CREATE TABLE `member_counts` (
	`user_id` integer NOT NULL,
	`grain` text NOT NULL,
	`starts_at` integer NOT NULL,
	`views` integer DEFAULT 0 NOT NULL,
	`hearts` integer DEFAULT 0 NOT NULL,
	`comments` integer DEFAULT 0 NOT NULL,
	`ratings` integer DEFAULT 0 NOT NULL,
	`fans` integer DEFAULT 0 NOT NULL,
	`sketches` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `grain`, `starts_at`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `member_counts_age` ON `member_counts` (`grain`,`starts_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `sketch_comments_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `likes_received` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `png_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `jpg_bytes` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE users SET (sketch_comments_count, likes_received, png_bytes, jpg_bytes) = (
  SELECT sum(comments_count), sum(likes_count), sum(iif(content_type = 'image/png', bytes, 0)),
    sum(iif(content_type = 'image/png', 0, bytes)) FROM sketches WHERE user_id = users.id)
WHERE id IN (SELECT user_id FROM sketches);
--> statement-breakpoint
DROP TRIGGER sketches_delete_counts;
--> statement-breakpoint
DROP TRIGGER sketches_update_counts;
--> statement-breakpoint
DROP TRIGGER sketches_insert_counts;
--> statement-breakpoint
DROP TRIGGER comments_delete_counts;
--> statement-breakpoint
DROP TRIGGER comments_insert_counts;
--> statement-breakpoint
DROP TRIGGER fans_insert_counts;
--> statement-breakpoint
DROP TRIGGER ratings_delete_balances;
--> statement-breakpoint
DROP TRIGGER ratings_update_balances;
--> statement-breakpoint
DROP TRIGGER ratings_insert_balances;
--> statement-breakpoint
DROP TRIGGER sketch_views_insert_counts;
--> statement-breakpoint
DROP TRIGGER hearts_insert_balances;
--> statement-breakpoint
CREATE TRIGGER comments_insert_counts AFTER INSERT ON comments BEGIN
  UPDATE sketches SET comments_count = comments_count + 1 WHERE NEW.target_type = 'sketch' AND id = NEW.target_id;
  UPDATE users SET sketch_comments_count = sketch_comments_count + 1
  WHERE NEW.target_type = 'sketch' AND id = (SELECT user_id FROM sketches WHERE id = NEW.target_id);
  UPDATE users SET comments_count = comments_count + 1 WHERE NEW.target_type = 'profile' AND id = NEW.target_id;
  UPDATE groups SET comments_count = comments_count + 1 WHERE NEW.target_type = 'group' AND id = NEW.target_id;
  UPDATE compos SET comments_count = comments_count + 1 WHERE NEW.target_type = 'compo' AND id = NEW.target_id;
  INSERT INTO member_counts (user_id, grain, starts_at, comments)
    SELECT id, 'hour', NEW.created_at / 3600000 * 3600000, 1 FROM users WHERE id = CASE NEW.target_type
      WHEN 'sketch' THEN (SELECT user_id FROM sketches WHERE id = NEW.target_id) WHEN 'profile' THEN NEW.target_id END
    ON CONFLICT (user_id, grain, starts_at) DO UPDATE SET comments = comments + 1;
END;
--> statement-breakpoint
CREATE TRIGGER comments_delete_counts AFTER DELETE ON comments BEGIN
  UPDATE sketches SET comments_count = comments_count - 1 WHERE OLD.target_type = 'sketch' AND id = OLD.target_id;
  UPDATE users SET sketch_comments_count = sketch_comments_count - 1
  WHERE OLD.target_type = 'sketch' AND id = (SELECT user_id FROM sketches WHERE id = OLD.target_id);
  UPDATE users SET comments_count = comments_count - 1 WHERE OLD.target_type = 'profile' AND id = OLD.target_id;
  UPDATE groups SET comments_count = comments_count - 1 WHERE OLD.target_type = 'group' AND id = OLD.target_id;
  UPDATE compos SET comments_count = comments_count - 1 WHERE OLD.target_type = 'compo' AND id = OLD.target_id;
END;
--> statement-breakpoint
CREATE TRIGGER hearts_insert_balances AFTER INSERT ON hearts BEGIN
  UPDATE sketches SET hearts_count = hearts_count + 1, last_hearted_at = max(coalesce(last_hearted_at, 0), NEW.created_at)
    WHERE id = NEW.sketch_id;
  UPDATE sketch_tags SET hearts_count = hearts_count + 1 WHERE sketch_id = NEW.sketch_id;
  UPDATE users SET hearts_received = hearts_received + 1 WHERE id = (SELECT user_id FROM sketches WHERE id = NEW.sketch_id);
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    VALUES (NEW.user_id, 'heart', -1, 'heart_given', NEW.sketch_id, NEW.created_at);
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', 10, 'heart_received', id, NEW.created_at FROM sketches WHERE id = NEW.sketch_id;
  INSERT INTO member_counts (user_id, grain, starts_at, hearts)
    SELECT user_id, 'hour', NEW.created_at / 3600000 * 3600000, 1 FROM sketches WHERE id = NEW.sketch_id
    ON CONFLICT (user_id, grain, starts_at) DO UPDATE SET hearts = hearts + 1;
END;
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER sketch_views_insert_counts AFTER INSERT ON sketch_views BEGIN
  UPDATE sketches SET views_count = views_count + 1 WHERE id = NEW.sketch_id;
  UPDATE users SET views_count = views_count + 1 WHERE id = (SELECT user_id FROM sketches WHERE id = NEW.sketch_id);
  INSERT INTO member_counts (user_id, grain, starts_at, views)
    SELECT user_id, 'hour', 3600000 * min(max(unixepoch() / 3600, NEW.day * 24), NEW.day * 24 + 23), 1
    FROM sketches WHERE id = NEW.sketch_id
    ON CONFLICT (user_id, grain, starts_at) DO UPDATE SET views = views + 1;
END;
--> statement-breakpoint
CREATE TRIGGER fans_insert_counts AFTER INSERT ON fans BEGIN
  UPDATE users SET fans_count = fans_count + 1, note_fans_count = note_fans_count + NEW.notify_notes WHERE id = NEW.user_id;
  INSERT INTO member_counts (user_id, grain, starts_at, fans)
    VALUES (NEW.user_id, 'hour', NEW.created_at / 3600000 * 3600000, 1)
    ON CONFLICT (user_id, grain, starts_at) DO UPDATE SET fans = fans + 1;
END;
--> statement-breakpoint
CREATE TRIGGER ratings_insert_balances AFTER INSERT ON ratings BEGIN
  UPDATE sketches SET likes_count = likes_count + (NEW.rating = 'rules'), piggies_count = piggies_count + (NEW.rating = 'piggy')
    WHERE id = NEW.sketch_id;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', 1, 'rules_received', id, NEW.created_at FROM sketches
    WHERE id = NEW.sketch_id AND NEW.rating = 'rules';
  UPDATE users SET likes_received = likes_received + 1
  WHERE NEW.rating = 'rules' AND id = (SELECT user_id FROM sketches WHERE id = NEW.sketch_id);
  INSERT INTO member_counts (user_id, grain, starts_at, ratings)
    SELECT user_id, 'hour', NEW.created_at / 3600000 * 3600000, 1 FROM sketches WHERE id = NEW.sketch_id AND NEW.rating = 'rules'
    ON CONFLICT (user_id, grain, starts_at) DO UPDATE SET ratings = ratings + 1;
END;
--> statement-breakpoint
CREATE TRIGGER ratings_update_balances AFTER UPDATE OF rating ON ratings WHEN NEW.rating <> OLD.rating BEGIN
  UPDATE sketches SET likes_count = likes_count + (NEW.rating = 'rules') - (OLD.rating = 'rules'),
    piggies_count = piggies_count + (NEW.rating = 'piggy') - (OLD.rating = 'piggy')
    WHERE id = NEW.sketch_id;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', iif(NEW.rating = 'rules', 1, -1), iif(NEW.rating = 'rules', 'rules_received', 'rules_removed'),
      id, NEW.created_at
    FROM sketches WHERE id = NEW.sketch_id;
  UPDATE users SET likes_received = likes_received + iif(NEW.rating = 'rules', 1, -1)
  WHERE id = (SELECT user_id FROM sketches WHERE id = NEW.sketch_id);
  INSERT INTO member_counts (user_id, grain, starts_at, ratings)
    SELECT user_id, 'hour', NEW.created_at / 3600000 * 3600000, 1 FROM sketches WHERE id = NEW.sketch_id AND NEW.rating = 'rules'
    ON CONFLICT (user_id, grain, starts_at) DO UPDATE SET ratings = ratings + 1;
END;
--> statement-breakpoint
CREATE TRIGGER ratings_delete_balances BEFORE DELETE ON ratings BEGIN
  UPDATE sketches SET likes_count = likes_count - (OLD.rating = 'rules'), piggies_count = piggies_count - (OLD.rating = 'piggy')
    WHERE id = OLD.sketch_id;
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT user_id, 'glop', -1, 'rules_removed', id, unixepoch() * 1000 FROM sketches
    WHERE id = OLD.sketch_id AND OLD.rating = 'rules';
  UPDATE users SET likes_received = likes_received - 1
  WHERE OLD.rating = 'rules' AND id = (SELECT user_id FROM sketches WHERE id = OLD.sketch_id);
END;
