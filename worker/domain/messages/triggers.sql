-- Messages: the latest post in both members' lists, their counts, and blocks.

-- A post moves its thread to the top of both members' lists, even if a member had deleted the thread. The subject, which
-- that member no longer has, comes from the author.
CREATE TRIGGER message_posts_insert_topics AFTER INSERT ON message_posts BEGIN
  UPDATE message_topics SET latest_number = NEW.number, latest_user_id = NEW.user_id, latest_at = NEW.created_at,
      excerpt = substr(NEW.text, 1, 200), unread = user_id <> NEW.user_id, folder = iif(folder = 'deleted', 'inbox', folder),
      subject = iif(folder = 'deleted', (SELECT own.subject FROM message_topics AS own
        WHERE own.user_id = NEW.user_id AND own.thread_id = NEW.thread_id), subject)
    WHERE thread_id = NEW.thread_id;
END;

-- `message_counts` and `users.unread_messages_count`. Only deleted topics, which are not counted, are removed.
CREATE TRIGGER message_topics_insert_counts AFTER INSERT ON message_topics WHEN NEW.blocked = 0 AND NEW.folder <> 'deleted' BEGIN
  INSERT INTO message_counts (user_id, folder, total_count, unread_count) VALUES (NEW.user_id, NEW.folder, 1, NEW.unread)
    ON CONFLICT (user_id, folder) DO UPDATE SET total_count = total_count + 1, unread_count = unread_count + excluded.unread_count;
  UPDATE users SET unread_messages_count = unread_messages_count + NEW.unread WHERE id = NEW.user_id AND NEW.unread;
END;

CREATE TRIGGER message_topics_update_counts AFTER UPDATE OF folder, unread, blocked ON message_topics
WHEN NEW.folder <> OLD.folder OR NEW.unread <> OLD.unread OR NEW.blocked <> OLD.blocked BEGIN
  UPDATE message_counts SET total_count = total_count - 1, unread_count = unread_count - OLD.unread
    WHERE user_id = OLD.user_id AND folder = OLD.folder AND OLD.blocked = 0;
  INSERT INTO message_counts (user_id, folder, total_count, unread_count)
    SELECT NEW.user_id, NEW.folder, 1, NEW.unread WHERE NEW.blocked = 0 AND NEW.folder <> 'deleted'
    ON CONFLICT (user_id, folder) DO UPDATE SET total_count = total_count + 1, unread_count = unread_count + excluded.unread_count;
  UPDATE users SET unread_messages_count = unread_messages_count
      + iif(NEW.blocked = 0 AND NEW.folder <> 'deleted', NEW.unread, 0)
      - iif(OLD.blocked = 0 AND OLD.folder <> 'deleted', OLD.unread, 0)
    WHERE id = NEW.user_id;
END;

-- A block hides the threads of both members from both.
CREATE TRIGGER blocks_insert_messages AFTER INSERT ON blocks BEGIN
  UPDATE message_topics SET blocked = 1 WHERE user_id = NEW.user_id AND other_id = NEW.blocked_id;
  UPDATE message_topics SET blocked = 1 WHERE user_id = NEW.blocked_id AND other_id = NEW.user_id;
END;

CREATE TRIGGER blocks_delete_messages AFTER DELETE ON blocks
WHEN NOT EXISTS (SELECT 1 FROM blocks WHERE user_id = OLD.blocked_id AND blocked_id = OLD.user_id) BEGIN
  UPDATE message_topics SET blocked = 0 WHERE user_id = OLD.user_id AND other_id = OLD.blocked_id;
  UPDATE message_topics SET blocked = 0 WHERE user_id = OLD.blocked_id AND other_id = OLD.user_id;
END;
