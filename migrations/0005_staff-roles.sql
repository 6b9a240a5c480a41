ALTER TABLE `sessions` ADD `impersonated_id` integer REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `sessions` ADD `impersonation_ends_at` integer;--> statement-breakpoint
CREATE INDEX `sessions_impersonated` ON `sessions` (`impersonated_id`) WHERE impersonated_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `patron_until` integer;--> statement-breakpoint
CREATE INDEX `users_patron_terms` ON `users` (`patron_until`) WHERE patron_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX `users_admins` ON `users` (`id`) WHERE instr(flags, 'a') > 0;
--> statement-breakpoint
CREATE TRIGGER bans_insert_impersonations AFTER INSERT ON bans WHEN NEW.duration_hours <> 0 BEGIN
  UPDATE sessions SET impersonated_id = NULL, impersonation_ends_at = NULL
    WHERE user_id = NEW.user_id AND impersonated_id IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER users_update_impersonations AFTER UPDATE OF flags ON users WHEN NEW.flags <> OLD.flags BEGIN
  UPDATE sessions SET impersonated_id = NULL, impersonation_ends_at = NULL
    WHERE user_id = NEW.id AND impersonated_id IS NOT NULL AND instr(NEW.flags, 'm') = 0 AND instr(NEW.flags, 'a') = 0;
  UPDATE sessions SET impersonated_id = NULL, impersonation_ends_at = NULL
    WHERE impersonated_id = NEW.id AND instr(NEW.flags, 'a') > 0;
END;
--> statement-breakpoint
CREATE TRIGGER users_update_check BEFORE UPDATE OF flags ON users
WHEN instr(OLD.flags, 'a') > 0 AND instr(NEW.flags, 'a') = 0 AND NOT EXISTS (
  SELECT 1 FROM users AS other WHERE instr(other.flags, 'a') > 0 AND other.id <> NEW.id
    AND NOT EXISTS (SELECT 1 FROM bans WHERE bans.user_id = other.id AND bans.closed_at IS NULL
      AND bans.duration_hours <> 0 AND (bans.ends_at IS NULL OR bans.ends_at > unixepoch() * 1000))) BEGIN
  SELECT RAISE(ABORT, 'last_admin');
END;
