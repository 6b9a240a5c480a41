ALTER TABLE `challenges` ADD `number` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `challenges` SET `number` = (SELECT count(*) FROM `challenges` AS `earlier` WHERE `earlier`.`day` <= `challenges`.`day`);--> statement-breakpoint
CREATE UNIQUE INDEX `challenges_number` ON `challenges` (`number`);--> statement-breakpoint
CREATE INDEX `fans_uploads_off` ON `fans` (`fan_id`,`user_id`) WHERE notify_uploads = 0;
