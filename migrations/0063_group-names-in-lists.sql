ALTER TABLE `group_activity` ADD `group_slug` text;--> statement-breakpoint
ALTER TABLE `group_activity` ADD `group_title` text;--> statement-breakpoint
ALTER TABLE `group_feature_requests` ADD `group_slug` text;--> statement-breakpoint
ALTER TABLE `group_feature_requests` ADD `group_title` text;--> statement-breakpoint
ALTER TABLE `group_feature_requests` ADD `nickname` text;--> statement-breakpoint
UPDATE group_activity SET (group_slug, group_title) = (SELECT slug, title FROM groups WHERE groups.id = group_id);--> statement-breakpoint
UPDATE group_feature_requests SET (group_slug, group_title) = (SELECT slug, title FROM groups WHERE groups.id = group_id),
  nickname = (SELECT nickname FROM users WHERE users.id = user_id);
