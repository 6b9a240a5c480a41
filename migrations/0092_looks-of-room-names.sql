ALTER TABLE `chat_rooms` ADD `skeleton` text;--> statement-breakpoint
CREATE UNIQUE INDEX `chat_rooms_skeleton` ON `chat_rooms` (`skeleton`);