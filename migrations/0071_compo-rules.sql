ALTER TABLE `compos` ADD `created_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `compos_group_opened` ON `compos` (`group_id`,`created_at`) WHERE group_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `compo_sets_compo` ON `compo_sets` (`compo_id`);--> statement-breakpoint
CREATE INDEX `notifications_compo` ON `notifications` (`compo_id`) WHERE compo_id IS NOT NULL;
--> statement-breakpoint
DROP TRIGGER compo_entries_insert_counts;
--> statement-breakpoint
CREATE TRIGGER compo_entries_insert_counts AFTER INSERT ON compo_entries BEGIN
  UPDATE compos SET listed_count = listed_count + NEW.listed,
    listed_for_all_count = listed_for_all_count + NEW.listed_for_all
  WHERE id = NEW.compo_id;
  DELETE FROM compo_invites WHERE sketch_id = NEW.sketch_id;
  DELETE FROM notifications WHERE sketch_id = NEW.sketch_id AND compo_notice = 'invite';
END;
