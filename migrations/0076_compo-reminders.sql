DROP INDEX `compos_to_remind`;--> statement-breakpoint
CREATE INDEX `compos_to_remind` ON `compos` (`starts_at`) WHERE reminder IS NOT 'result' OR reminded_up_to IS NOT NULL;