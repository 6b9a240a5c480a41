-- Comments: counts of their sketch, profile, group or compo. Their notifications are in notifications/triggers.sql.

CREATE TRIGGER comments_insert_counts AFTER INSERT ON comments BEGIN
  UPDATE sketches SET comments_count = comments_count + 1 WHERE NEW.target_type = 'sketch' AND id = NEW.target_id;
  UPDATE users SET comments_count = comments_count + 1 WHERE NEW.target_type = 'profile' AND id = NEW.target_id;
  UPDATE groups SET comments_count = comments_count + 1 WHERE NEW.target_type = 'group' AND id = NEW.target_id;
  UPDATE compos SET comments_count = comments_count + 1 WHERE NEW.target_type = 'compo' AND id = NEW.target_id;
END;

CREATE TRIGGER comments_delete_counts AFTER DELETE ON comments BEGIN
  UPDATE sketches SET comments_count = comments_count - 1 WHERE OLD.target_type = 'sketch' AND id = OLD.target_id;
  UPDATE users SET comments_count = comments_count - 1 WHERE OLD.target_type = 'profile' AND id = OLD.target_id;
  UPDATE groups SET comments_count = comments_count - 1 WHERE OLD.target_type = 'group' AND id = OLD.target_id;
  UPDATE compos SET comments_count = comments_count - 1 WHERE OLD.target_type = 'compo' AND id = OLD.target_id;
END;
