DROP INDEX `pending_sign_ups_login`;--> statement-breakpoint
CREATE INDEX `pending_sign_ups_login` ON `pending_sign_ups` (`issuer`,`subject`,`is_too_young`);