DROP INDEX `challenges_day`;--> statement-breakpoint
DROP INDEX `challenges_number`;--> statement-breakpoint
DROP INDEX `challenges_idea`;--> statement-breakpoint
ALTER TABLE `challenges` ADD `group_id` integer REFERENCES groups(id);--> statement-breakpoint
CREATE UNIQUE INDEX `challenges_group_day` ON `challenges` (`group_id`,`day`) WHERE group_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `challenges_of_groups` ON `challenges` (`day`,`id`) WHERE group_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `challenges_user` ON `challenges` (`user_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `challenges_day` ON `challenges` (`day`) WHERE group_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `challenges_number` ON `challenges` (`number`) WHERE group_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `challenges_idea` ON `challenges` (`idea_id`) WHERE group_id IS NULL;
--> statement-breakpoint
DROP TRIGGER challenges_update_search;
--> statement-breakpoint
DROP TRIGGER challenges_insert_search;
--> statement-breakpoint
CREATE TRIGGER challenges_insert_search AFTER INSERT ON challenges WHEN NEW.group_id IS NULL BEGIN
  INSERT INTO challenge_search (rowid, title, description) VALUES (NEW.id, NEW.title, NEW.description);
END;
--> statement-breakpoint
CREATE TRIGGER challenges_update_search AFTER UPDATE OF title, description ON challenges WHEN NEW.group_id IS NULL BEGIN
  DELETE FROM challenge_search WHERE rowid = NEW.id;
  INSERT INTO challenge_search (rowid, title, description) VALUES (NEW.id, NEW.title, NEW.description);
END;
