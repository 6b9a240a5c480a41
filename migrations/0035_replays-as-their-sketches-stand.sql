DROP INDEX `streams_replays`;--> statement-breakpoint
DROP INDEX `streams_replays_for_all`;--> statement-breakpoint
ALTER TABLE `streams` ADD `posted_mature` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `streams` ADD `posted_unlisted` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `streams` ADD `posted_violating` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `streams_replays` ON `streams` (`ended_at`,`id`) WHERE replay = 'kept' AND posted_unlisted = 0 AND posted_violating = 0;--> statement-breakpoint
CREATE INDEX `streams_replays_for_all` ON `streams` (`ended_at`,`id`) WHERE replay = 'kept' AND posted_unlisted = 0 AND posted_violating = 0 AND mature = 0 AND posted_mature = 0;--> statement-breakpoint
UPDATE `streams` SET
  `posted_mature` = (SELECT mature FROM sketches WHERE sketches.id = replay_sketch_id),
  `posted_unlisted` = (SELECT unlisted FROM sketches WHERE sketches.id = replay_sketch_id),
  `posted_violating` = (SELECT violation IS NOT NULL FROM sketches WHERE sketches.id = replay_sketch_id)
WHERE `replay_sketch_id` IS NOT NULL;--> statement-breakpoint
-- A replay stands as the sketch that it was posted with.
CREATE TRIGGER streams_posted AFTER UPDATE OF replay_sketch_id ON streams WHEN NEW.replay_sketch_id IS NOT OLD.replay_sketch_id BEGIN
  UPDATE streams SET
    posted_mature = coalesce((SELECT mature FROM sketches WHERE id = NEW.replay_sketch_id), 0),
    posted_unlisted = coalesce((SELECT unlisted FROM sketches WHERE id = NEW.replay_sketch_id), 0),
    posted_violating = coalesce((SELECT violation IS NOT NULL FROM sketches WHERE id = NEW.replay_sketch_id), 0)
  WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER sketches_replays_shown_or_hidden AFTER UPDATE OF mature, unlisted, violation ON sketches BEGIN
  UPDATE streams SET posted_mature = NEW.mature, posted_unlisted = NEW.unlisted, posted_violating = (NEW.violation IS NOT NULL)
  WHERE replay_sketch_id = NEW.id;
END;
