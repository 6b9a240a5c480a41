CREATE TABLE `blocked_pictures` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`fingerprint` text NOT NULL,
	`band0` text GENERATED ALWAYS AS ((substr(fingerprint, 1, 5))) VIRTUAL,
	`band1` text GENERATED ALWAYS AS ((substr(fingerprint, 6, 5))) VIRTUAL,
	`band2` text GENERATED ALWAYS AS ((substr(fingerprint, 11, 5))) VIRTUAL,
	`band3` text GENERATED ALWAYS AS ((substr(fingerprint, 16, 5))) VIRTUAL,
	`band4` text GENERATED ALWAYS AS ((substr(fingerprint, 21, 5))) VIRTUAL,
	`band5` text GENERATED ALWAYS AS ((substr(fingerprint, 26, 5))) VIRTUAL,
	`sketch_id` integer NOT NULL,
	`title` text NOT NULL,
	`thumbhash` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `blocked_pictures_fingerprint` ON `blocked_pictures` (`fingerprint`);--> statement-breakpoint
CREATE INDEX `blocked_pictures_band0` ON `blocked_pictures` (`band0`) WHERE band0 IS NOT NULL;--> statement-breakpoint
CREATE INDEX `blocked_pictures_band1` ON `blocked_pictures` (`band1`) WHERE band1 IS NOT NULL;--> statement-breakpoint
CREATE INDEX `blocked_pictures_band2` ON `blocked_pictures` (`band2`) WHERE band2 IS NOT NULL;--> statement-breakpoint
CREATE INDEX `blocked_pictures_band3` ON `blocked_pictures` (`band3`) WHERE band3 IS NOT NULL;--> statement-breakpoint
CREATE INDEX `blocked_pictures_band4` ON `blocked_pictures` (`band4`) WHERE band4 IS NOT NULL;--> statement-breakpoint
CREATE INDEX `blocked_pictures_band5` ON `blocked_pictures` (`band5`) WHERE band5 IS NOT NULL;--> statement-breakpoint
CREATE TABLE `reposts` (
	`sketch_id` integer PRIMARY KEY NOT NULL,
	`original_id` integer,
	`answer` text NOT NULL,
	`disputed_at` integer,
	FOREIGN KEY (`sketch_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`original_id`) REFERENCES `sketches`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `reposts_original` ON `reposts` (`original_id`) WHERE original_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `sketches` ADD `fingerprint` text;--> statement-breakpoint
ALTER TABLE `sketches` ADD `band0` text GENERATED ALWAYS AS ((substr(fingerprint, 1, 5))) VIRTUAL;--> statement-breakpoint
ALTER TABLE `sketches` ADD `band1` text GENERATED ALWAYS AS ((substr(fingerprint, 6, 5))) VIRTUAL;--> statement-breakpoint
ALTER TABLE `sketches` ADD `band2` text GENERATED ALWAYS AS ((substr(fingerprint, 11, 5))) VIRTUAL;--> statement-breakpoint
ALTER TABLE `sketches` ADD `band3` text GENERATED ALWAYS AS ((substr(fingerprint, 16, 5))) VIRTUAL;--> statement-breakpoint
ALTER TABLE `sketches` ADD `band4` text GENERATED ALWAYS AS ((substr(fingerprint, 21, 5))) VIRTUAL;--> statement-breakpoint
ALTER TABLE `sketches` ADD `band5` text GENERATED ALWAYS AS ((substr(fingerprint, 26, 5))) VIRTUAL;--> statement-breakpoint
CREATE INDEX `sketches_band0` ON `sketches` (`band0`) WHERE band0 IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sketches_band1` ON `sketches` (`band1`) WHERE band1 IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sketches_band2` ON `sketches` (`band2`) WHERE band2 IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sketches_band3` ON `sketches` (`band3`) WHERE band3 IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sketches_band4` ON `sketches` (`band4`) WHERE band4 IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sketches_band5` ON `sketches` (`band5`) WHERE band5 IS NOT NULL;--> statement-breakpoint
ALTER TABLE `pending_uploads` ADD `fingerprint` text;--> statement-breakpoint
ALTER TABLE `sketch_versions` ADD `fingerprint` text;
--> statement-breakpoint
CREATE TRIGGER reposts_insert_notifications AFTER INSERT ON reposts BEGIN
  INSERT INTO notifications (user_id, category, actor_id, page_owner_id, sketch_id, occurred_at)
    SELECT original.user_id, 'mentions', sketches.user_id, sketches.user_id, sketches.id, sketches.created_at
    FROM sketches JOIN sketches AS original ON original.id = NEW.original_id WHERE sketches.id = NEW.sketch_id;
END;
