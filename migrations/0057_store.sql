CREATE TABLE `store_ledger` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`cause` text NOT NULL,
	`cents` integer NOT NULL,
	`currency` text NOT NULL,
	`hearts` integer NOT NULL,
	`patron_ms` integer NOT NULL,
	`created_at` integer NOT NULL,
	`applied` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `store_orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `store_ledger_cause` ON `store_ledger` (`order_id`,`cause`);--> statement-breakpoint
CREATE INDEX `store_ledger_user` ON `store_ledger` (`user_id`);--> statement-breakpoint
CREATE TABLE `store_orders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`buyer_id` integer NOT NULL,
	`recipient_id` integer NOT NULL,
	`call_key` text NOT NULL,
	`item` text NOT NULL,
	`cents` integer NOT NULL,
	`currency` text NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`state` text DEFAULT 'created' NOT NULL,
	`provider_id` text,
	`capture_id` text,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	`checked_at` integer NOT NULL,
	FOREIGN KEY (`buyer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recipient_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `store_orders_key` ON `store_orders` (`buyer_id`,`call_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `store_orders_provider` ON `store_orders` (`provider_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `store_orders_capture` ON `store_orders` (`capture_id`);--> statement-breakpoint
CREATE INDEX `store_orders_buyer` ON `store_orders` (`buyer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `store_orders_recipient` ON `store_orders` (`recipient_id`,`paid_at`);--> statement-breakpoint
CREATE INDEX `store_orders_open` ON `store_orders` (`checked_at`) WHERE state IN ('created', 'pending');--> statement-breakpoint
CREATE INDEX `store_orders_paid` ON `store_orders` (`buyer_id`,`paid_at`,`id`) WHERE paid_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `patron_reminder_for` integer;