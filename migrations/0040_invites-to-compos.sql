CREATE TABLE `compo_invites` (
	`sketch_id` integer PRIMARY KEY NOT NULL,
	`compo_id` integer NOT NULL,
	`staff_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`compo_id`) REFERENCES `compos`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `compo_invites_compo` ON `compo_invites` (`compo_id`);--> statement-breakpoint
CREATE INDEX `compo_invites_staff` ON `compo_invites` (`staff_id`);
--> statement-breakpoint
DROP TRIGGER compo_entries_insert_counts;
--> statement-breakpoint
CREATE TRIGGER compo_entries_insert_counts AFTER INSERT ON compo_entries BEGIN
  UPDATE compos SET listed_count = listed_count + NEW.listed,
    listed_for_all_count = listed_for_all_count + NEW.listed_for_all
  WHERE id = NEW.compo_id;
  DELETE FROM compo_invites WHERE sketch_id = NEW.sketch_id;
END;
