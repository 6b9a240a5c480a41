CREATE TABLE `account_exports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`state` text NOT NULL,
	`step` text DEFAULT '' NOT NULL,
	`position` text DEFAULT '[]' NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`bytes_read` integer DEFAULT 0 NOT NULL,
	`parts` text,
	`run` text,
	`claimed_until` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`ends_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_exports_user` ON `account_exports` (`user_id`) WHERE state <> 'expired';--> statement-breakpoint
CREATE INDEX `account_exports_making` ON `account_exports` (`claimed_until`) WHERE state = 'making';--> statement-breakpoint
CREATE INDEX `account_exports_ends` ON `account_exports` (`ends_at`) WHERE ends_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `exported_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`export_id` integer NOT NULL,
	`name` text NOT NULL,
	`source` text NOT NULL,
	`file_key` text NOT NULL,
	`bytes` integer NOT NULL,
	`crc32` integer,
	`modified_at` integer NOT NULL,
	`missing` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`export_id`) REFERENCES `account_exports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `exported_files_name` ON `exported_files` (`export_id`,`name`);--> statement-breakpoint
CREATE INDEX `exported_files_order` ON `exported_files` (`export_id`,`id`);--> statement-breakpoint
CREATE INDEX `exported_files_unread` ON `exported_files` (`export_id`,`id`) WHERE crc32 IS NULL AND missing = 0;