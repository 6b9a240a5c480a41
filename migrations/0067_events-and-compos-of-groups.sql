DROP INDEX `group_activity_user`;--> statement-breakpoint
CREATE INDEX `group_activity_user` ON `group_activity` (`user_id`,`group_id`,`kind`,`sketch_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `compos_group_without_result` ON `compos` (`group_id`) WHERE group_id IS NOT NULL AND result_at IS NULL;