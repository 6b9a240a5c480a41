DROP INDEX `group_feature_requests_sketch`;--> statement-breakpoint
CREATE INDEX `group_feature_requests_sketch` ON `group_feature_requests` (`sketch_id`,`state`);