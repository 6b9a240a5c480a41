CREATE TABLE `group_sketches_taken_out` (
	`sketch_id` integer NOT NULL,
	`group_id` integer NOT NULL,
	PRIMARY KEY(`sketch_id`, `group_id`),
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
DELETE FROM `notifications` WHERE `compo_notice` = 'removed';
