CREATE TABLE `mail_keys` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`purpose` text NOT NULL,
	`address` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `mail_keys_user` ON `mail_keys` (`user_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `mail_keys_expiry` ON `mail_keys` (`expires_at`);--> statement-breakpoint
CREATE TABLE `mails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`address` text NOT NULL,
	`kind` text NOT NULL,
	`facts` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`failed_at` integer,
	`failure` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `mails_waiting` ON `mails` (`next_attempt_at`) WHERE next_attempt_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `mails_failed` ON `mails` (`failed_at`,`id`) WHERE failed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `mails_address` ON `mails` (`address`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `mails_user` ON `mails` (`user_id`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `mails_age` ON `mails` (`created_at`);--> statement-breakpoint
CREATE TABLE `recovery_requests` (
	`id` integer PRIMARY KEY NOT NULL,
	`address_hash` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `recovery_requests_address` ON `recovery_requests` (`address_hash`,`created_at`);--> statement-breakpoint
CREATE INDEX `recovery_requests_age` ON `recovery_requests` (`created_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `pending_email` text;--> statement-breakpoint
ALTER TABLE `users` ADD `email_messages` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `email_fans` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Addresses of the sign-in provider recover an account only after their own link was opened.
UPDATE `users` SET `pending_email` = lower(nullif(`email`, '')), `email` = NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);
--> statement-breakpoint
CREATE TRIGGER mails_insert_limit BEFORE INSERT ON mails WHEN NEW.kind = 'confirm_email' AND (
  (SELECT count(*) FROM mails WHERE user_id = NEW.user_id AND kind = 'confirm_email'
    AND created_at > NEW.created_at - 86400000) >= 5
  OR (SELECT count(*) FROM mails WHERE address = NEW.address AND kind = 'confirm_email'
    AND created_at > NEW.created_at - 86400000) >= 5) BEGIN
  SELECT RAISE(ABORT, 'confirm_email_limit');
END;
