CREATE TABLE `case_room_acts` (
	`case_id` integer PRIMARY KEY NOT NULL,
	`act` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`case_id`) REFERENCES `cases`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `case_room_acts_date` ON `case_room_acts` (`created_at`);