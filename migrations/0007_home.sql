CREATE TABLE `motds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`text` text NOT NULL,
	`link` text,
	`by_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `totals` (
	`name` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL
);
