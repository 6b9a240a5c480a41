ALTER TABLE `cases` ADD `nickname` text;--> statement-breakpoint
ALTER TABLE `cases` ADD `comment_id` integer REFERENCES comments(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `cases_comment` ON `cases` (`comment_id`) WHERE comment_id IS NOT NULL;--> statement-breakpoint
UPDATE cases SET nickname = (SELECT nickname FROM users WHERE users.id = cases.user_id),
  comment_id = (SELECT id FROM comments WHERE cases.kind = 'comment' AND comments.id = CAST(cases.target AS INTEGER));
