ALTER TABLE `cases` ADD `summary` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `cases` ADD `name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `cases` ADD `evidence_ends_at` integer;--> statement-breakpoint
CREATE INDEX `cases_evidence_end` ON `cases` (`evidence_ends_at`) WHERE evidence_ends_at IS NOT NULL;
--> statement-breakpoint
UPDATE cases SET
  summary = substr(coalesce(CASE kind
    WHEN 'sketch' THEN iif(coalesce(evidence ->> '$.title', '') IN ('', 'null'), 'Untitled', evidence ->> '$.title')
    WHEN 'comment' THEN evidence ->> '$.comment.text'
    WHEN 'profile' THEN evidence ->> '$.nickname'
    WHEN 'message' THEN evidence ->> '$.subject'
    WHEN 'post' THEN evidence ->> '$.post.text'
    WHEN 'chatLine' THEN evidence ->> '$.line.text'
    WHEN 'boardMark' THEN 'at ' || (evidence ->> '$.x') || ', ' || (evidence ->> '$.y')
    WHEN 'gift' THEN evidence ->> '$.message'
    ELSE evidence ->> '$.title' END, ''), 1, 140),
  name = coalesce(CASE kind
    WHEN 'sketch' THEN iif(coalesce(evidence ->> '$.title', '') IN ('', 'null'), 'Untitled', evidence ->> '$.title')
    WHEN 'comment' THEN evidence ->> '$.target.title'
    WHEN 'stream' THEN evidence ->> '$.title'
    WHEN 'message' THEN evidence ->> '$.subject'
    WHEN 'post' THEN evidence ->> '$.topic.title'
    WHEN 'group' THEN evidence ->> '$.title' END, ''),
  evidence_ends_at = decided_at + iif((SELECT action FROM case_decisions WHERE case_id = cases.id) = 'none', 1209600000, NULL);
