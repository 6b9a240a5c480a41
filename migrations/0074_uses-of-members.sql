ALTER TABLE `member_counts` ADD `posted_comments` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `member_counts` ADD `edits` integer DEFAULT 0 NOT NULL;