DROP INDEX `case_decisions_staff`;--> statement-breakpoint
CREATE INDEX `case_decisions_staff` ON `case_decisions` (`staff_id`,`action`,`decided_at`);--> statement-breakpoint
ALTER TABLE `member_counts` ADD `room_acts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `member_counts` ADD `room_clears` integer DEFAULT 0 NOT NULL;