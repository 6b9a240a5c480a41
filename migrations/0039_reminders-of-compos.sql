ALTER TABLE `compos` ADD `reminder` text;--> statement-breakpoint
ALTER TABLE `compos` ADD `reminded_up_to` integer;--> statement-breakpoint
CREATE INDEX `compos_to_remind` ON `compos` (`ends_at`) WHERE reminder IS NOT 'result' OR reminded_up_to IS NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `email_compos` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE compos SET reminder = 'result' WHERE result_at IS NOT NULL;
