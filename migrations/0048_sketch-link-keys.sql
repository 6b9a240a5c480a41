ALTER TABLE `sketches` ADD `link_key` text;
--> statement-breakpoint
-- The links of sketches that are already unlisted get keys too.
UPDATE sketches SET link_key = lower(hex(randomblob(20))) WHERE unlisted = 1;
