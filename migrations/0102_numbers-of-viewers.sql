CREATE TABLE `viewer_days` (
	`day` integer NOT NULL,
	`viewer_key` text NOT NULL,
	`views` integer DEFAULT 0 NOT NULL,
	`made_pictures` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `viewer_key`)
);
