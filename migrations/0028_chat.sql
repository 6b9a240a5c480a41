CREATE TABLE `chat_room_members` (
	`room_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`room_id`, `user_id`),
	FOREIGN KEY (`room_id`) REFERENCES `chat_rooms`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `chat_rooms` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`channel` text NOT NULL,
	`kind` text NOT NULL,
	`owner_id` integer,
	`people` integer DEFAULT 0 NOT NULL,
	`news_taken` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chat_rooms_channel_unique` ON `chat_rooms` (`channel`);--> statement-breakpoint
CREATE INDEX `chat_rooms_owner` ON `chat_rooms` (`owner_id`,`kind`);--> statement-breakpoint
CREATE INDEX `chat_rooms_people` ON `chat_rooms` (`people`,`id`) WHERE kind IN ('open', 'stream') AND people > 0;--> statement-breakpoint
CREATE TABLE `chat_visits` (
	`user_id` integer NOT NULL,
	`session` text NOT NULL,
	`room_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `session`, `room_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`room_id`) REFERENCES `chat_rooms`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `chat_visits_room` ON `chat_visits` (`room_id`);--> statement-breakpoint
CREATE INDEX `chat_visits_age` ON `chat_visits` (`created_at`);--> statement-breakpoint
ALTER TABLE `notices` ADD `chat_room_id` integer REFERENCES chat_rooms(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE `notices` ADD `chat_line` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `notices_chat` ON `notices` (`chat_room_id`,`chat_line`,`user_id`) WHERE chat_room_id IS NOT NULL;