ALTER TABLE `streams` ADD `hidden_up_to` integer;--> statement-breakpoint
CREATE INDEX `streams_hiding` ON `streams` (`id`) WHERE hidden_up_to IS NOT NULL;
--> statement-breakpoint
DROP TRIGGER streams_update_notifications;
--> statement-breakpoint
CREATE TRIGGER streams_update_notifications AFTER UPDATE OF mature ON streams
WHEN NEW.mature = 1 AND OLD.mature = 0 AND OLD.state <> 'announced' BEGIN
  UPDATE streams SET hidden_up_to = 0 WHERE id = NEW.id;
END;
