-- Comments: counts of their sketch, profile, group or compo. Their notifications are in notifications/triggers.sql.

CREATE TRIGGER comments_insert_counts AFTER INSERT ON comments BEGIN
  UPDATE sketches SET comments_count = comments_count + 1 WHERE NEW.target_type = 'sketch' AND id = NEW.target_id;
  UPDATE users SET sketch_comments_count = sketch_comments_count + 1
  WHERE NEW.target_type = 'sketch' AND id = (SELECT user_id FROM sketches WHERE id = NEW.target_id);
  UPDATE users SET comments_count = comments_count + 1 WHERE NEW.target_type = 'profile' AND id = NEW.target_id;
  UPDATE groups SET comments_count = comments_count + 1 WHERE NEW.target_type = 'group' AND id = NEW.target_id;
  UPDATE compos SET comments_count = comments_count + 1 WHERE NEW.target_type = 'compo' AND id = NEW.target_id;
  INSERT INTO member_counts (user_id, grain, starts_at, comments)
    SELECT id, 'hour', NEW.created_at / 3600000 * 3600000, 1 FROM users WHERE id = CASE NEW.target_type
      WHEN 'sketch' THEN (SELECT user_id FROM sketches WHERE id = NEW.target_id) WHEN 'profile' THEN NEW.target_id END
    ON CONFLICT (user_id, grain, starts_at) DO UPDATE SET comments = comments + 1;
END;

CREATE TRIGGER comments_delete_counts AFTER DELETE ON comments BEGIN
  UPDATE sketches SET comments_count = comments_count - 1 WHERE OLD.target_type = 'sketch' AND id = OLD.target_id;
  UPDATE users SET sketch_comments_count = sketch_comments_count - 1
  WHERE OLD.target_type = 'sketch' AND id = (SELECT user_id FROM sketches WHERE id = OLD.target_id);
  UPDATE users SET comments_count = comments_count - 1 WHERE OLD.target_type = 'profile' AND id = OLD.target_id;
  UPDATE groups SET comments_count = comments_count - 1 WHERE OLD.target_type = 'group' AND id = OLD.target_id;
  UPDATE compos SET comments_count = comments_count - 1 WHERE OLD.target_type = 'compo' AND id = OLD.target_id;
END;
