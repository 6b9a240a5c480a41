DROP INDEX `store_orders_open`;--> statement-breakpoint
CREATE INDEX `store_orders_unsettled` ON `store_orders` (`buyer_id`,`id`) WHERE state IN ('pending', 'mismatched');--> statement-breakpoint
CREATE INDEX `store_orders_open` ON `store_orders` (`checked_at`) WHERE (state IN ('created', 'pending') OR (state = 'mismatched' AND capture_id IS NULL));