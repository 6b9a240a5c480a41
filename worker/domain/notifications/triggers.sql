-- Notifications. Each is written in the statement that causes it; `notifications_insert_check` rejects those that the
-- member must not get.

-- Rejected without an error: more than 20 mentions and new fans from one member in a day, notifications of the member's
-- own actions (except those of compos, challenges and awards), of categories that are switched off, of muted threads,
-- across a block (except decisions of group admins), of sketches or streams that the member may not see, and for deleted
-- accounts. A notification links to an unlisted sketch with its key, so it is only for members who commented there or
-- were mentioned in a comment.
CREATE TRIGGER notifications_insert_check BEFORE INSERT ON notifications
WHEN (NEW.user_id = NEW.actor_id AND NEW.category NOT IN ('moderation', 'compos', 'challenges')
    AND NEW.award_nomination_id IS NULL)
  OR EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM notification_opt_outs WHERE user_id = NEW.user_id AND category = NEW.category)
  OR EXISTS (SELECT 1 FROM muted_threads WHERE user_id = NEW.user_id AND target_type = 'sketch' AND target_id = NEW.sketch_id)
  OR (NEW.comment_id IS NOT NULL AND EXISTS (SELECT 1 FROM comments JOIN muted_threads USING (target_type, target_id)
    WHERE comments.id = NEW.comment_id AND muted_threads.user_id = NEW.user_id))
  OR (NEW.category IN ('streams', 'notes') AND EXISTS (SELECT 1 FROM muted_threads WHERE user_id = NEW.user_id
    AND target_type = 'profile' AND target_id = NEW.page_owner_id))
  OR (coalesce(NEW.group_feature_id, NEW.group_request_id) IS NULL
    AND EXISTS (SELECT 1 FROM blocks WHERE user_id = NEW.user_id AND blocked_id IN (NEW.actor_id, NEW.page_owner_id)))
  OR (coalesce(NEW.group_feature_id, NEW.group_request_id) IS NULL
    AND EXISTS (SELECT 1 FROM blocks WHERE blocked_id = NEW.user_id AND user_id IN (NEW.actor_id, NEW.page_owner_id)))
  OR EXISTS (SELECT 1 FROM sketches JOIN users ON users.id = NEW.user_id
    WHERE sketches.id = NEW.sketch_id AND sketches.user_id <> NEW.user_id
      AND (sketches.violation IS NOT NULL OR (sketches.mature = 1 AND users.show_mature = 0)
        OR (sketches.unlisted = 1 AND NEW.comment_id IS NULL)))
  OR (NEW.stream_id IS NOT NULL AND EXISTS (SELECT 1 FROM streams JOIN users ON users.id = NEW.user_id
    WHERE streams.id = NEW.stream_id AND streams.mature = 1 AND users.show_mature = 0))
  OR (NEW.category IN ('mentions', 'fans') AND EXISTS (SELECT 1 FROM notification_pairs WHERE recipient_id = NEW.user_id
    AND actor_id = NEW.actor_id AND count >= 20 AND since > NEW.occurred_at - 86400000))
BEGIN
  SELECT RAISE(IGNORE);
END;

-- `notification_counts`, `users.unread_notifications_count` and `notification_pairs`. A category has at most 500; a
-- further one deletes the oldest.
CREATE TRIGGER notifications_insert_counts AFTER INSERT ON notifications BEGIN
  INSERT INTO notification_counts (user_id, category, unread_count, total_count) VALUES (NEW.user_id, NEW.category, NEW.read_at IS NULL, 1)
    ON CONFLICT (user_id, category) DO UPDATE SET unread_count = unread_count + excluded.unread_count, total_count = total_count + 1;
  UPDATE users SET unread_notifications_count = unread_notifications_count + (NEW.read_at IS NULL) WHERE id = NEW.user_id;
  DELETE FROM notifications WHERE id = (
    SELECT id FROM notifications WHERE user_id = NEW.user_id AND category = NEW.category
      AND (SELECT total_count FROM notification_counts WHERE user_id = NEW.user_id AND category = NEW.category) > 500
    ORDER BY occurred_at, id LIMIT 1);
  INSERT INTO notification_pairs (recipient_id, actor_id, since, count)
    SELECT NEW.user_id, NEW.actor_id, NEW.occurred_at, 1 WHERE NEW.category IN ('mentions', 'fans')
    ON CONFLICT (recipient_id, actor_id) DO UPDATE SET
      since = iif(since > excluded.since - 86400000, since, excluded.since),
      count = iif(since > excluded.since - 86400000, count + 1, 1);
END;

CREATE TRIGGER notifications_update_counts AFTER UPDATE OF read_at ON notifications WHEN (NEW.read_at IS NULL) <> (OLD.read_at IS NULL) BEGIN
  UPDATE notification_counts SET unread_count = unread_count + (NEW.read_at IS NULL) - (OLD.read_at IS NULL)
    WHERE user_id = NEW.user_id AND category = NEW.category;
  UPDATE users SET unread_notifications_count = unread_notifications_count + (NEW.read_at IS NULL) - (OLD.read_at IS NULL) WHERE id = NEW.user_id;
END;

CREATE TRIGGER notifications_delete_counts AFTER DELETE ON notifications BEGIN
  UPDATE notification_counts SET unread_count = unread_count - (OLD.read_at IS NULL), total_count = total_count - 1
    WHERE user_id = OLD.user_id AND category = OLD.category;
  UPDATE users SET unread_notifications_count = unread_notifications_count - (OLD.read_at IS NULL) WHERE id = OLD.user_id;
END;

-- Notifies the artist of a sketch of a similar new sketch by another member.
CREATE TRIGGER reposts_insert_notifications AFTER INSERT ON reposts BEGIN
  INSERT INTO notifications (user_id, category, actor_id, page_owner_id, sketch_id, occurred_at)
    SELECT original.user_id, 'mentions', sketches.user_id, sketches.user_id, sketches.id, sketches.created_at
    FROM sketches JOIN sketches AS original ON original.id = NEW.original_id WHERE sketches.id = NEW.sketch_id;
END;

-- Hearts on a sketch share one notification until it is read.
CREATE TRIGGER hearts_insert_notifications AFTER INSERT ON hearts BEGIN
  INSERT INTO notifications (user_id, category, actor_id, page_owner_id, sketch_id, occurred_at)
    SELECT user_id, 'hearts', NEW.user_id, user_id, id, NEW.created_at FROM sketches WHERE id = NEW.sketch_id
    ON CONFLICT (user_id, sketch_id) WHERE category = 'hearts' AND read_at IS NULL
    DO UPDATE SET actors_count = actors_count + 1, actor_id = excluded.actor_id, occurred_at = max(occurred_at, excluded.occurred_at);
END;

CREATE TRIGGER features_insert_notifications AFTER INSERT ON features BEGIN
  INSERT INTO notifications (user_id, category, actor_id, page_owner_id, sketch_id, occurred_at)
    SELECT user_id, 'features', NEW.user_id, user_id, id, NEW.created_at FROM sketches WHERE id = NEW.sketch_id;
END;

CREATE TRIGGER fans_insert_notifications AFTER INSERT ON fans BEGIN
  INSERT INTO notifications (user_id, category, actor_id, page_owner_id, occurred_at)
    VALUES (NEW.user_id, 'fans', NEW.fan_id, NEW.user_id, NEW.created_at) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER fans_delete_notifications AFTER DELETE ON fans BEGIN
  DELETE FROM notifications WHERE user_id = OLD.user_id AND actor_id = OLD.fan_id AND category = 'fans';
END;

-- A comment notifies the owner of the page, the author of the parent comment and the mentioned members, each once.
CREATE TRIGGER comments_insert_notifications AFTER INSERT ON comments BEGIN
  INSERT INTO notifications (user_id, category, actor_id, page_owner_id, sketch_id, group_id, compo_id, comment_id, excerpt, is_reply, occurred_at)
    SELECT recipient.id, 'comments', NEW.user_id, page.owner_id, iif(NEW.target_type = 'sketch', NEW.target_id, NULL),
      iif(NEW.target_type = 'group', NEW.target_id, NULL), iif(NEW.target_type = 'compo', NEW.target_id, NULL), NEW.id,
      substr(NEW.text, 1, 200), recipient.id IS NEW.parent_user_id, NEW.created_at
    FROM (SELECT CASE NEW.target_type WHEN 'sketch' THEN (SELECT user_id FROM sketches WHERE id = NEW.target_id)
      WHEN 'group' THEN (SELECT owner_id FROM group_owners WHERE group_id = NEW.target_id)
      WHEN 'compo' THEN (SELECT user_id FROM compos WHERE id = NEW.target_id)
      WHEN 'profile' THEN NEW.target_id END AS owner_id) AS page
    JOIN users AS recipient ON recipient.id IN (page.owner_id, NEW.parent_user_id)
    WHERE page.owner_id IS NOT NULL ON CONFLICT DO NOTHING;
  INSERT OR IGNORE INTO comment_mentions (user_id, comment_id)
    SELECT value ->> 'userId', NEW.id FROM json_each(NEW.mentions);
END;

CREATE TRIGGER comments_update_notifications AFTER UPDATE OF text, mentions ON comments BEGIN
  UPDATE notifications SET excerpt = substr(NEW.text, 1, 200) WHERE comment_id = NEW.id AND NEW.text <> OLD.text;
  DELETE FROM comment_mentions WHERE comment_id = NEW.id AND NEW.mentions <> OLD.mentions
    AND user_id NOT IN (SELECT value ->> 'userId' FROM json_each(NEW.mentions));
  INSERT OR IGNORE INTO comment_mentions (user_id, comment_id)
    SELECT value ->> 'userId', NEW.id FROM json_each(NEW.mentions) WHERE NEW.mentions <> OLD.mentions;
END;

-- Mentioned members are notified, unless they already have a notification of the comment.
CREATE TRIGGER comment_mentions_insert_notifications AFTER INSERT ON comment_mentions BEGIN
  INSERT INTO notifications (user_id, category, actor_id, page_owner_id, sketch_id, group_id, compo_id, comment_id, excerpt, occurred_at)
    SELECT NEW.user_id, 'mentions', comment.user_id, comment.owner_id, iif(comment.target_type = 'sketch', comment.target_id, NULL),
      iif(comment.target_type = 'group', comment.target_id, NULL), iif(comment.target_type = 'compo', comment.target_id, NULL), comment.id, substr(comment.text, 1, 200), coalesce(comment.edited_at, comment.created_at)
    FROM (SELECT *, CASE target_type WHEN 'sketch' THEN (SELECT user_id FROM sketches WHERE id = target_id)
        WHEN 'group' THEN (SELECT owner_id FROM group_owners WHERE group_id = target_id)
        WHEN 'compo' THEN (SELECT user_id FROM compos WHERE id = target_id)
        WHEN 'profile' THEN target_id END AS owner_id
      FROM comments WHERE id = NEW.comment_id) AS comment
    WHERE comment.owner_id IS NOT NULL AND (NEW.user_id NOT IN (comment.owner_id, coalesce(comment.parent_user_id, 0))
      OR EXISTS (SELECT 1 FROM notification_opt_outs WHERE user_id = NEW.user_id AND category = 'comments'))
    ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER comment_mentions_delete_notifications AFTER DELETE ON comment_mentions BEGIN
  DELETE FROM notifications WHERE comment_id = OLD.comment_id AND user_id = OLD.user_id AND category = 'mentions';
END;

-- Marks the newest notifications of a sketch that staff hide, that becomes mature, or that gets a link as read, so that
-- unread counts leave them out. They stay, because lists leave out what the member may not see, and the sketch can be shown
-- again; a job deletes those of a deleted sketch in parts.
CREATE TRIGGER sketches_update_notifications AFTER UPDATE OF violation, mature, link_key ON sketches
WHEN NEW.violation IS NOT 'deleted' AND ((NEW.violation IS NOT NULL AND OLD.violation IS NULL) OR NEW.mature > OLD.mature
  OR (NEW.link_key IS NOT NULL AND NEW.link_key IS NOT OLD.link_key)) BEGIN
  UPDATE notifications SET read_at = unixepoch() * 1000
    WHERE id IN (SELECT id FROM notifications WHERE sketch_id = NEW.id ORDER BY id DESC LIMIT 500)
      AND read_at IS NULL AND user_id <> NEW.user_id
      AND (NEW.violation IS NOT NULL OR (NEW.link_key IS NOT NULL AND NEW.link_key IS NOT OLD.link_key)
        OR (NEW.mature = 1 AND (SELECT show_mature FROM users WHERE id = notifications.user_id) = 0));
  UPDATE sketches SET notification_before_link = (SELECT max(id) FROM notifications WHERE sketch_id = NEW.id)
    WHERE id = NEW.id AND NEW.link_key IS NOT NULL AND NEW.link_key IS NOT OLD.link_key;
END;

-- When a stream becomes mature, `hideNotifications` removes its notifications from members who do not see mature ones. It does
-- so in parts, because they can be as many as the artist has fans. Lists leave them out at once.
CREATE TRIGGER streams_update_notifications AFTER UPDATE OF mature ON streams
WHEN NEW.mature = 1 AND OLD.mature = 0 AND OLD.state <> 'announced' BEGIN
  UPDATE streams SET hidden_up_to = 0 WHERE id = NEW.id;
END;

-- A decision notifies the reporters and, if it acts, the author of the thing. The recipient is also the actor, so that
-- nobody learns who decided.
CREATE TRIGGER case_decisions_insert_notifications AFTER INSERT ON case_decisions BEGIN
  INSERT INTO notifications (user_id, category, actor_id, page_owner_id, case_id, occurred_at)
    SELECT id, 'moderation', id, id, NEW.case_id, NEW.decided_at FROM users
    WHERE deleted_at IS NULL AND id <> NEW.staff_id AND id IN (
      SELECT reporter_id FROM case_reports WHERE case_id = NEW.case_id
      UNION SELECT user_id FROM cases WHERE id = NEW.case_id AND NEW.action <> 'none')
    ON CONFLICT DO NOTHING;
END;

-- When a decision is undone, its notices say so and become unread. An author who appealed gets a notice of the appeal
-- instead.
CREATE TRIGGER case_decisions_update_notifications AFTER UPDATE OF undone_at ON case_decisions
WHEN OLD.undone_at IS NULL AND NEW.undone_at IS NOT NULL BEGIN
  UPDATE notifications SET read_at = NULL, occurred_at = NEW.undone_at WHERE case_id = NEW.case_id
    AND NOT EXISTS (SELECT 1 FROM appeals WHERE case_id = NEW.case_id AND user_id = notifications.user_id);
END;

CREATE TRIGGER appeals_update_notifications AFTER UPDATE OF closed_at ON appeals
WHEN OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL BEGIN
  INSERT INTO notifications (user_id, category, actor_id, page_owner_id, appeal_id, occurred_at)
    SELECT id, 'moderation', id, id, NEW.id, NEW.closed_at FROM users WHERE id = NEW.user_id AND deleted_at IS NULL
    ON CONFLICT DO NOTHING;
END;
