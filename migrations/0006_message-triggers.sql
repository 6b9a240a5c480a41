-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
DROP TRIGGER message_topics_delete_counts;
--> statement-breakpoint
DROP TRIGGER message_topics_update_removal;
--> statement-breakpoint
DROP TRIGGER message_threads_update_folder;
