DROP TABLE `comment_reporters`;--> statement-breakpoint
DROP TABLE `comment_reports`;--> statement-breakpoint
DROP TABLE `message_reports`;--> statement-breakpoint
DROP TABLE `sketch_reports`;--> statement-breakpoint
DROP TABLE `stream_reports`;--> statement-breakpoint
DROP TABLE `user_reports`;