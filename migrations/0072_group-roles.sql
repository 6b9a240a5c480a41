ALTER TABLE `notifications` ADD `group_role` text;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_group_role` ON `notifications` (`group_id`,`user_id`,`group_role`) WHERE group_role IS NOT NULL AND read_at IS NULL;--> statement-breakpoint
CREATE INDEX `group_members_moderators` ON `group_members` (`group_id`,`joined_at`) WHERE role = 'moderator';