ALTER TABLE `sketches` ADD `mirrored` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `uploads` ADD `mirrored` integer DEFAULT false NOT NULL;