DROP TRIGGER message_posts_insert_topics;
--> statement-breakpoint
CREATE TRIGGER message_posts_insert_topics AFTER INSERT ON message_posts BEGIN
  UPDATE message_topics SET latest_number = NEW.number, latest_user_id = NEW.user_id, latest_at = NEW.created_at,
      excerpt = substr(NEW.text, 1, 200), unread = user_id <> NEW.user_id, folder = iif(folder = 'deleted', 'inbox', folder),
      subject = iif(folder = 'deleted', (SELECT own.subject FROM message_topics AS own
        WHERE own.user_id = NEW.user_id AND own.thread_id = NEW.thread_id), subject)
    WHERE thread_id = NEW.thread_id;
END;
--> statement-breakpoint
DELETE FROM message_topics WHERE NOT EXISTS (SELECT 1 FROM message_topics AS other
  WHERE other.thread_id = message_topics.thread_id AND other.folder <> 'deleted');
--> statement-breakpoint
UPDATE message_topics SET subject = '' WHERE folder = 'deleted' AND subject <> '';
