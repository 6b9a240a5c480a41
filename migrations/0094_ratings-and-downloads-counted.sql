ALTER TABLE `member_counts` ADD `given_ratings` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `account_exports` ADD `downloads_count` integer DEFAULT 0 NOT NULL;