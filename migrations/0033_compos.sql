CREATE TABLE `compo_ballots` (
	`ballot_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`compo_id` integer NOT NULL,
	`voter_id` integer,
	`seed` integer NOT NULL,
	`total` integer NOT NULL,
	`shows_mature` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`compo_id`) REFERENCES `compos`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`voter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `compo_ballots_voter` ON `compo_ballots` (`compo_id`,`voter_id`);--> statement-breakpoint
CREATE INDEX `compo_ballots_user` ON `compo_ballots` (`voter_id`);--> statement-breakpoint
CREATE TABLE `compo_entries` (
	`entry_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`compo_id` integer NOT NULL,
	`sketch_id` integer,
	`artist_id` integer,
	`slot` integer,
	`entered_at` integer NOT NULL,
	`listed` integer NOT NULL,
	`listed_for_all` integer NOT NULL,
	`mature_by` integer GENERATED ALWAYS AS ((iif(listed AND NOT listed_for_all, artist_id, NULL))) VIRTUAL,
	`plain_exposure` integer DEFAULT 0 NOT NULL,
	`mature_exposure` integer DEFAULT 0 NOT NULL,
	`lot` integer NOT NULL,
	`place` integer,
	`position` integer,
	`seen_count` integer,
	`picks_count` integer,
	FOREIGN KEY (`compo_id`) REFERENCES `compos`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`artist_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "compo_entry_limit" CHECK("compo_entries"."slot" BETWEEN 1 AND 3)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `compo_entries_sketch` ON `compo_entries` (`sketch_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `compo_entries_slot` ON `compo_entries` (`compo_id`,`artist_id`,`slot`);--> statement-breakpoint
CREATE INDEX `compo_entries_listed` ON `compo_entries` (`compo_id`,`listed`,`entry_id`);--> statement-breakpoint
CREATE INDEX `compo_entries_listed_for_all` ON `compo_entries` (`compo_id`,`listed_for_all`,`entry_id`);--> statement-breakpoint
CREATE INDEX `compo_entries_position` ON `compo_entries` (`compo_id`,`position`) WHERE position IS NOT NULL;--> statement-breakpoint
CREATE INDEX `compo_entries_exposure` ON `compo_entries` (`compo_id`,`listed_for_all`,`plain_exposure`,`lot`);--> statement-breakpoint
CREATE INDEX `compo_entries_mature_exposure` ON `compo_entries` (`compo_id`,`listed`,`mature_exposure`,`lot`);--> statement-breakpoint
CREATE INDEX `compo_entries_mature` ON `compo_entries` (`compo_id`,`mature_by`,`entry_id`) WHERE mature_by IS NOT NULL;--> statement-breakpoint
CREATE TABLE `compo_sets` (
	`set_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ballot_id` integer NOT NULL,
	`compo_id` integer NOT NULL,
	`step` integer NOT NULL,
	`entry_ids` text NOT NULL,
	`pick` integer,
	`given_at` integer NOT NULL,
	`answered_at` integer,
	`is_counted` integer DEFAULT true NOT NULL,
	FOREIGN KEY (`ballot_id`) REFERENCES `compo_ballots`(`ballot_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`compo_id`) REFERENCES `compos`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `compo_sets_step` ON `compo_sets` (`ballot_id`,`step`);--> statement-breakpoint
CREATE INDEX `compo_sets_answered` ON `compo_sets` (`compo_id`,`set_id`) WHERE answered_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `compo_sets_waiting` ON `compo_sets` (`compo_id`,`given_at`) WHERE answered_at IS NULL AND is_counted = 1;--> statement-breakpoint
CREATE TABLE `compos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`cover_sketch_id` integer,
	`group_id` integer,
	`user_id` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`voting_ends_at` integer NOT NULL,
	`entries_per_member` integer DEFAULT 1 NOT NULL,
	`listed_count` integer DEFAULT 0 NOT NULL,
	`listed_for_all_count` integer DEFAULT 0 NOT NULL,
	`comments_count` integer DEFAULT 0 NOT NULL,
	`result_at` integer,
	`voters_count` integer DEFAULT 0 NOT NULL,
	`picks_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`cover_sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "compo_times" CHECK(starts_at < ends_at AND ends_at < voting_ends_at),
	CONSTRAINT "compo_entries_per_member" CHECK(entries_per_member BETWEEN 1 AND 3)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `compos_key` ON `compos` (`key`);--> statement-breakpoint
CREATE INDEX `compos_start` ON `compos` (`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `compos_group` ON `compos` (`group_id`,`starts_at`) WHERE group_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `compos_cover` ON `compos` (`cover_sketch_id`);--> statement-breakpoint
CREATE INDEX `compos_user` ON `compos` (`user_id`);--> statement-breakpoint
CREATE INDEX `compos_without_result` ON `compos` (`voting_ends_at`) WHERE result_at IS NULL;--> statement-breakpoint
ALTER TABLE `sketches` ADD `compo_place` integer;
--> statement-breakpoint
DROP TRIGGER sketches_update_listed_copies;
--> statement-breakpoint
DROP TRIGGER sketches_delete_rows;
--> statement-breakpoint
CREATE TRIGGER compo_entries_insert_counts AFTER INSERT ON compo_entries BEGIN
  UPDATE compos SET listed_count = listed_count + NEW.listed,
    listed_for_all_count = listed_for_all_count + NEW.listed_for_all
  WHERE id = NEW.compo_id;
END;
--> statement-breakpoint
CREATE TRIGGER compo_entries_update_counts AFTER UPDATE OF listed, listed_for_all ON compo_entries BEGIN
  UPDATE compos SET listed_count = listed_count + NEW.listed - OLD.listed,
    listed_for_all_count = listed_for_all_count + NEW.listed_for_all - OLD.listed_for_all
  WHERE id = NEW.compo_id;
END;
--> statement-breakpoint
CREATE TRIGGER compo_entries_delete_counts AFTER DELETE ON compo_entries BEGIN
  UPDATE compos SET listed_count = listed_count - OLD.listed,
    listed_for_all_count = listed_for_all_count - OLD.listed_for_all
  WHERE id = OLD.compo_id;
END;
--> statement-breakpoint
CREATE TRIGGER compo_entries_insert_check BEFORE INSERT ON compo_entries
WHEN NEW.artist_id <> (SELECT user_id FROM sketches WHERE id = NEW.sketch_id) BEGIN
  SELECT RAISE(ABORT, 'entry_of_another');
END;
--> statement-breakpoint
CREATE TRIGGER sketches_delete_rows BEFORE DELETE ON sketches BEGIN
  SELECT RAISE(ABORT, 'in_closed_compo') WHERE EXISTS (
    SELECT 1 FROM compo_entries JOIN compos ON compos.id = compo_entries.compo_id
    WHERE compo_entries.sketch_id = OLD.id
      AND (compos.result_at IS NOT NULL OR compos.voting_ends_at <= unixepoch('subsec') * 1000));
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
--> statement-breakpoint
CREATE TRIGGER compo_sets_insert_exposure AFTER INSERT ON compo_sets WHEN NEW.is_counted = 1 BEGIN
  UPDATE compo_entries SET
    plain_exposure = plain_exposure + NOT (SELECT shows_mature FROM compo_ballots WHERE ballot_id = NEW.ballot_id),
    mature_exposure = mature_exposure + (SELECT shows_mature FROM compo_ballots WHERE ballot_id = NEW.ballot_id)
  WHERE entry_id IN (SELECT value FROM json_each(NEW.entry_ids));
END;
--> statement-breakpoint
CREATE TRIGGER compo_sets_update_exposure AFTER UPDATE OF is_counted ON compo_sets
WHEN NEW.is_counted <> OLD.is_counted BEGIN
  UPDATE compo_entries SET
    plain_exposure = plain_exposure + (NEW.is_counted - OLD.is_counted)
      * NOT (SELECT shows_mature FROM compo_ballots WHERE ballot_id = NEW.ballot_id),
    mature_exposure = mature_exposure + (NEW.is_counted - OLD.is_counted)
      * (SELECT shows_mature FROM compo_ballots WHERE ballot_id = NEW.ballot_id)
  WHERE entry_id IN (SELECT value FROM json_each(NEW.entry_ids));
END;
--> statement-breakpoint
CREATE TRIGGER compos_update_result AFTER UPDATE OF result_at ON compos
WHEN OLD.result_at IS NULL AND NEW.result_at IS NOT NULL BEGIN
  INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
    SELECT artist_id, 'glop',
      CASE WHEN place = 1 THEN 100 WHEN place = 2 THEN 60 WHEN place = 3 THEN 40 WHEN place <= 10 THEN 20 ELSE 10 END,
      'compo_place', sketch_id, NEW.result_at
    FROM compo_entries WHERE compo_id = NEW.id AND place <= 25 AND artist_id IS NOT NULL;
  UPDATE sketches SET compo_place = entry.place
    FROM compo_entries AS entry WHERE entry.compo_id = NEW.id AND entry.place <= 25 AND sketches.id = entry.sketch_id;
END;
--> statement-breakpoint
CREATE TRIGGER compos_update_check BEFORE UPDATE OF result_at ON compos WHEN OLD.result_at IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'result_is_final');
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
  UPDATE compo_entries SET listed = NEW.listed, listed_for_all = NEW.listed_for_all WHERE sketch_id = NEW.id;
  UPDATE group_sketches SET listed = NEW.listed, listed_for_all = NEW.listed_for_all WHERE sketch_id = NEW.id;
  UPDATE groups SET listed_count = listed_count + NEW.listed - OLD.listed,
    listed_for_all_count = listed_for_all_count + NEW.listed_for_all - OLD.listed_for_all
  WHERE id IN (SELECT group_id FROM group_sketches WHERE sketch_id = NEW.id);
END;
