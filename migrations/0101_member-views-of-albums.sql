DROP INDEX `album_views_member_days`;--> statement-breakpoint
CREATE INDEX `album_views_member_days` ON `album_views` (`day`,`viewer_key`) WHERE viewer_key < 'visitor:';