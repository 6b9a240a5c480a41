CREATE TABLE `group_activity` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`user_id` integer NOT NULL,
	`group_id` integer,
	`request_id` integer,
	`sketch_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`request_id`) REFERENCES `group_requests`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `group_activity_user` ON `group_activity` (`user_id`);--> statement-breakpoint
CREATE INDEX `group_activity_request` ON `group_activity` (`request_id`);--> statement-breakpoint
CREATE INDEX `group_activity_sketch` ON `group_activity` (`sketch_id`);--> statement-breakpoint
CREATE TABLE `group_feature_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`group_id` integer NOT NULL,
	`sketch_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`message` text NOT NULL,
	`state` text DEFAULT 'pending' NOT NULL,
	`decision` text,
	`reply` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `group_feature_requests_state` ON `group_feature_requests` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `group_feature_requests_user` ON `group_feature_requests` (`user_id`,`state`);--> statement-breakpoint
CREATE INDEX `group_feature_requests_sketch` ON `group_feature_requests` (`sketch_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `group_feature_requests_pending` ON `group_feature_requests` (`group_id`,`sketch_id`) WHERE state = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX `group_feature_requests_decision` ON `group_feature_requests` (`decision`) WHERE decision IS NOT NULL;--> statement-breakpoint
CREATE TABLE `group_ledger` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`group_id` integer NOT NULL,
	`unit` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`sketch_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `group_ledger_group` ON `group_ledger` (`group_id`,`unit`,`id`);--> statement-breakpoint
CREATE TABLE `group_members` (
	`group_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`role` text NOT NULL,
	`joined_at` integer NOT NULL,
	PRIMARY KEY(`group_id`, `user_id`),
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `group_members_user` ON `group_members` (`user_id`,`joined_at`,`group_id`);--> statement-breakpoint
CREATE INDEX `group_members_joined` ON `group_members` (`group_id`,`joined_at`,`user_id`);--> statement-breakpoint
CREATE TABLE `group_request_votes` (
	`request_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`request_id`, `user_id`),
	FOREIGN KEY (`request_id`) REFERENCES `group_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `group_request_votes_user` ON `group_request_votes` (`user_id`);--> statement-breakpoint
CREATE TABLE `group_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`sketch_id` integer,
	`user_id` integer NOT NULL,
	`state` text DEFAULT 'pending' NOT NULL,
	`decision` text,
	`message` text DEFAULT '' NOT NULL,
	`upvotes_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `group_requests_state` ON `group_requests` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `group_requests_user` ON `group_requests` (`user_id`,`state`);--> statement-breakpoint
CREATE INDEX `group_requests_sketch` ON `group_requests` (`sketch_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `group_requests_decision` ON `group_requests` (`decision`) WHERE decision IS NOT NULL;--> statement-breakpoint
CREATE TABLE `group_sketches` (
	`entry_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`group_id` integer NOT NULL,
	`sketch_id` integer NOT NULL,
	`slot` integer NOT NULL,
	`artist_id` integer NOT NULL,
	`added_at` integer NOT NULL,
	`glops` integer DEFAULT 0 NOT NULL,
	`listed` integer NOT NULL,
	`listed_for_all` integer NOT NULL,
	`mature_by` integer GENERATED ALWAYS AS ((iif(listed AND NOT listed_for_all, artist_id, NULL))) VIRTUAL,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`artist_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "group_limit" CHECK("group_sketches"."slot" BETWEEN 1 AND 10)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `group_sketches_group` ON `group_sketches` (`group_id`,`sketch_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `group_sketches_slot` ON `group_sketches` (`sketch_id`,`slot`);--> statement-breakpoint
CREATE INDEX `group_sketches_listed` ON `group_sketches` (`group_id`,`listed`,`entry_id`);--> statement-breakpoint
CREATE INDEX `group_sketches_listed_for_all` ON `group_sketches` (`group_id`,`listed_for_all`,`entry_id`);--> statement-breakpoint
CREATE INDEX `group_sketches_artist` ON `group_sketches` (`group_id`,`artist_id`,`listed`);--> statement-breakpoint
CREATE INDEX `group_sketches_mature` ON `group_sketches` (`group_id`,`mature_by`,`entry_id`) WHERE mature_by IS NOT NULL;--> statement-breakpoint
CREATE TABLE `groups` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`rules` text DEFAULT '' NOT NULL,
	`cover_sketch_id` integer,
	`user_id` integer NOT NULL,
	`request_id` integer,
	`official` integer DEFAULT false NOT NULL,
	`upvotes_count` integer DEFAULT 0 NOT NULL,
	`members_count` integer DEFAULT 0 NOT NULL,
	`listed_count` integer DEFAULT 0 NOT NULL,
	`listed_for_all_count` integer DEFAULT 0 NOT NULL,
	`glops` integer DEFAULT 0 NOT NULL,
	`stars_earned` integer DEFAULT 0 NOT NULL,
	`stars_month` integer DEFAULT 0 NOT NULL,
	`stars_balance` integer DEFAULT 0 NOT NULL,
	`latest_activity_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`cover_sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`request_id`) REFERENCES `group_requests`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "group_stars_not_overspent" CHECK("groups"."stars_balance" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `groups_slug` ON `groups` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `groups_request` ON `groups` (`request_id`) WHERE request_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `groups_user` ON `groups` (`user_id`);--> statement-breakpoint
CREATE INDEX `groups_cover` ON `groups` (`cover_sketch_id`);--> statement-breakpoint
CREATE INDEX `groups_activity` ON `groups` (`latest_activity_at`,`id`);--> statement-breakpoint
CREATE INDEX `groups_members` ON `groups` (`members_count`,`id`);--> statement-breakpoint
CREATE INDEX `groups_sketches` ON `groups` (`listed_count`,`id`);--> statement-breakpoint
CREATE INDEX `groups_glops` ON `groups` (`glops`,`id`);--> statement-breakpoint
CREATE INDEX `groups_upvotes` ON `groups` (`upvotes_count`,`id`);
--> statement-breakpoint
DROP TRIGGER sketches_delete_rows;
--> statement-breakpoint
DROP TRIGGER sketches_update_listed_copies;
--> statement-breakpoint
DROP TRIGGER ledger_insert_glops;
--> statement-breakpoint
CREATE VIRTUAL TABLE group_search USING fts5(
  title, description, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);
--> statement-breakpoint
CREATE VIRTUAL TABLE group_request_search USING fts5(
  title, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);
--> statement-breakpoint
CREATE TRIGGER ledger_insert_glops AFTER INSERT ON ledger WHEN NEW.unit = 'glop' BEGIN
  UPDATE users SET glops = glops + NEW.amount WHERE id = NEW.user_id;
  INSERT INTO ledger (user_id, unit, amount, reason, created_at)
    SELECT id, 'heart', glops / 150 - hearts_earned, 'glops_earned', NEW.created_at
    FROM users WHERE id = NEW.user_id AND glops / 150 > hearts_earned;
  UPDATE users SET hearts_earned = glops / 150 WHERE id = NEW.user_id AND glops / 150 > hearts_earned;
  INSERT INTO group_ledger (group_id, unit, amount, reason, sketch_id, created_at)
    SELECT group_id, 'glop', max(NEW.amount, -glops), NEW.reason, NEW.sketch_id, NEW.created_at
    FROM group_sketches WHERE sketch_id = NEW.sketch_id AND max(NEW.amount, -glops) <> 0;
  UPDATE groups SET glops = groups.glops + max(NEW.amount, -entry.glops)
    FROM group_sketches AS entry WHERE entry.sketch_id = NEW.sketch_id AND groups.id = entry.group_id;
  UPDATE group_sketches SET glops = max(0, glops + NEW.amount) WHERE sketch_id = NEW.sketch_id;
  INSERT INTO group_ledger (group_id, unit, amount, reason, created_at)
    SELECT id, 'star', min(5, (members_count + 99) / 100), 'month', NEW.created_at FROM groups
    WHERE id IN (SELECT group_id FROM group_sketches WHERE sketch_id = NEW.sketch_id) AND glops / 1000 > stars_earned
      AND stars_month < CAST(strftime('%Y%m', NEW.created_at / 1000, 'unixepoch') AS INTEGER);
  UPDATE groups SET stars_balance = min(5, (members_count + 99) / 100),
    stars_month = CAST(strftime('%Y%m', NEW.created_at / 1000, 'unixepoch') AS INTEGER)
    WHERE id IN (SELECT group_id FROM group_sketches WHERE sketch_id = NEW.sketch_id) AND glops / 1000 > stars_earned
      AND stars_month < CAST(strftime('%Y%m', NEW.created_at / 1000, 'unixepoch') AS INTEGER);
  INSERT INTO group_ledger (group_id, unit, amount, reason, created_at)
    SELECT id, 'star', glops / 1000 - stars_earned, 'glops_earned', NEW.created_at FROM groups
    WHERE id IN (SELECT group_id FROM group_sketches WHERE sketch_id = NEW.sketch_id) AND glops / 1000 > stars_earned;
  UPDATE groups SET stars_balance = stars_balance + glops / 1000 - stars_earned, stars_earned = glops / 1000
    WHERE id IN (SELECT group_id FROM group_sketches WHERE sketch_id = NEW.sketch_id) AND glops / 1000 > stars_earned;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_update_listed_copies AFTER UPDATE OF unlisted, violation, file_lost_at, mature ON sketches
WHEN (NEW.listed, NEW.listed_for_all) <> (OLD.listed, OLD.listed_for_all) BEGIN
  UPDATE tags SET sketches_count = sketches_count + NEW.listed_for_all - OLD.listed_for_all
  WHERE NEW.listed_for_all <> OLD.listed_for_all
    AND id IN (SELECT tag_id FROM sketch_tags WHERE sketch_id = NEW.id);
  UPDATE sketch_tags SET listed = NEW.listed, listed_for_all = NEW.listed_for_all WHERE sketch_id = NEW.id;
  UPDATE album_sketches SET listed = NEW.listed, listed_for_all = NEW.listed_for_all WHERE sketch_id = NEW.id;
  UPDATE challenge_entries SET listed = NEW.listed, listed_for_all = NEW.listed_for_all WHERE sketch_id = NEW.id;
  UPDATE group_sketches SET listed = NEW.listed, listed_for_all = NEW.listed_for_all WHERE sketch_id = NEW.id;
  UPDATE groups SET listed_count = listed_count + NEW.listed - OLD.listed,
    listed_for_all_count = listed_for_all_count + NEW.listed_for_all - OLD.listed_for_all
  WHERE id IN (SELECT group_id FROM group_sketches WHERE sketch_id = NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER sketches_delete_rows BEFORE DELETE ON sketches BEGIN
  UPDATE groups SET listed_count = listed_count - OLD.listed, listed_for_all_count = listed_for_all_count - OLD.listed_for_all
  WHERE id IN (SELECT group_id FROM group_sketches WHERE sketch_id = OLD.id);
  DELETE FROM group_sketches WHERE sketch_id = OLD.id;
  DELETE FROM hearts WHERE sketch_id = OLD.id;
  DELETE FROM ratings WHERE sketch_id = OLD.id;
  DELETE FROM features WHERE sketch_id = OLD.id;
  DELETE FROM comments WHERE target_type = 'sketch' AND target_id = OLD.id;
  DELETE FROM muted_threads WHERE target_type = 'sketch' AND target_id = OLD.id;
  DELETE FROM sketch_tags WHERE sketch_id = OLD.id;
  UPDATE sketches SET parent_id = NULL WHERE parent_id = OLD.id;
  UPDATE sketches SET coop_id = NULL WHERE coop_id = OLD.id;
END;
