CREATE TABLE `case_decisions` (
	`case_id` integer PRIMARY KEY NOT NULL,
	`staff_id` integer NOT NULL,
	`action` text NOT NULL,
	`rule` text,
	`reason` text NOT NULL,
	`note` text NOT NULL,
	`undo` text,
	`decided_at` integer NOT NULL,
	`undone_by` integer,
	`undone_at` integer,
	FOREIGN KEY (`case_id`) REFERENCES `cases`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`undone_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `case_decisions_staff` ON `case_decisions` (`staff_id`);--> statement-breakpoint
CREATE INDEX `case_decisions_undone_by` ON `case_decisions` (`undone_by`) WHERE undone_by IS NOT NULL;--> statement-breakpoint
ALTER TABLE `cases` ADD `claimed_by` integer REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `cases` ADD `claimed_at` integer;--> statement-breakpoint
CREATE INDEX `cases_claimed` ON `cases` (`claimed_by`,`queue_at`,`id`) WHERE claimed_by IS NOT NULL;