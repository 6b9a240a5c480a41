DROP INDEX `users_fans`;--> statement-breakpoint
DROP INDEX `users_glops`;--> statement-breakpoint
DROP INDEX `users_sketches`;--> statement-breakpoint
DROP INDEX `users_sketches_for_all`;--> statement-breakpoint
CREATE INDEX `users_fans` ON `users` (`fans_count`,`id`) WHERE merged_into_id IS NULL AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `users_glops` ON `users` (`glops`,`id`) WHERE merged_into_id IS NULL AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `users_sketches` ON `users` (`sketches_count`,`id`) WHERE merged_into_id IS NULL AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `users_sketches_for_all` ON `users` (`sketches_for_all_count`,`id`) WHERE merged_into_id IS NULL AND deleted_at IS NULL;