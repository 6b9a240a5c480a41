CREATE TABLE `award_removals` (
	`category_id` integer NOT NULL,
	`nominee_id` integer NOT NULL,
	PRIMARY KEY(`category_id`, `nominee_id`),
	FOREIGN KEY (`category_id`) REFERENCES `award_categories`(`category_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `store_orders` ADD `is_message_hidden` integer DEFAULT false NOT NULL;