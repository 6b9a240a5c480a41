ALTER TABLE `chat_rooms` ADD `used_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `chat_rooms` ADD `offered_to` integer REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `chat_rooms_offered` ON `chat_rooms` (`offered_to`) WHERE offered_to IS NOT NULL;