DROP INDEX `audit_log_staff`;--> statement-breakpoint
DROP INDEX `audit_log_user`;--> statement-breakpoint
CREATE INDEX `audit_log_date` ON `audit_log` (`created_at`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`created_at`);--> statement-breakpoint
CREATE INDEX `audit_log_staff_user` ON `audit_log` (`staff_id`,`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `audit_log_staff_action` ON `audit_log` (`staff_id`,`action`,`created_at`);--> statement-breakpoint
CREATE INDEX `audit_log_user_action` ON `audit_log` (`user_id`,`action`,`created_at`);--> statement-breakpoint
CREATE INDEX `audit_log_staff` ON `audit_log` (`staff_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `audit_log_user` ON `audit_log` (`user_id`,`created_at`);