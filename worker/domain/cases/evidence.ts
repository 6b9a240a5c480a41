import { type SQL, sql } from 'drizzle-orm'
import type { CaseEvidence } from '../../../contract/http/cases.ts'
import {
  EVIDENCE_EXCERPT_MAX,
  EVIDENCE_NEIGHBOURS,
  EVIDENCE_THREAD_MAX,
  REPORTED_POSTS_MAX,
} from '../../../contract/limits.ts'

const DAY_MS = 86_400_000

/**
 * Queries of reported things. Each returns the author as `user_id` and the evidence (contract/http/cases.ts) as
 * `evidence`, or no row if the thing does not exist any more.
 */

const boolean = (column: string) => sql`json(iif(${sql.raw(column)}, 'true', 'false'))`

/** The beginning of a long text. */
const excerpt = (text: SQL) =>
  sql`iif(length(${text}) > ${EVIDENCE_EXCERPT_MAX}, substr(${text}, 1, ${EVIDENCE_EXCERPT_MAX}) || '…', ${text})`

/** A sketch with its challenge and compo, and the similar sketch of another member. */
export function reportedSketch(id: number): SQL {
  const original = sql`(SELECT json_object('id', other.id, 'userId', other.user_id, 'title', other.title,
      'imageKey', other.image_key, 'answer', reposts.answer)
    FROM reposts JOIN sketches AS other ON other.id = reposts.original_id WHERE reposts.sketch_id = ${id})`
  const challenge = sql`(SELECT json_object('id', challenges.id, 'title', challenges.title)
    FROM challenge_entries JOIN challenges ON challenges.id = challenge_id WHERE challenge_entries.sketch_id = ${id})`
  const compo = sql`(SELECT json_object('key', compos.key, 'title', compos.title)
    FROM compo_entries JOIN compos ON compos.id = compo_id WHERE compo_entries.sketch_id = ${id})`
  return sql`SELECT user_id, json_object('title', title, 'description', description, 'imageKey', image_key, 'fileKey', file_key,
    'mature', ${boolean('mature')}, 'madeWithAi', ${boolean('made_with_ai')}, 'createdAt', created_at,
    'challenge', json(${challenge}), 'compo', json(${compo}), 'original', json(${original})) AS evidence
    FROM sketches WHERE id = ${id}`
}

/** The comment, and excerpts of its neighbours on the same page. */
export function reportedComment(id: number): SQL {
  const keptComment = (
    name: string,
    text: SQL,
  ) => sql`json_object('id', ${sql.raw(name)}.id, 'userId', ${sql.raw(name)}.user_id,
    'text', ${text}, 'createdAt', ${sql.raw(name)}.created_at)`
  const neighbours = (side: '<' | '>') => sql`(SELECT json_group_array(json(kept)) FROM (
    SELECT kept FROM (SELECT other.number, ${keptComment('other', excerpt(sql`other.text`))} AS kept FROM comments AS other
      WHERE other.target_type = comments.target_type AND other.target_id = comments.target_id
        AND other.number ${sql.raw(side)} comments.number
      ORDER BY other.number ${sql.raw(side === '<' ? 'DESC' : 'ASC')} LIMIT ${EVIDENCE_NEIGHBOURS}) ORDER BY number))`
  return sql`SELECT user_id, json_object(
      'target', json_object('type', target_type, 'id', target_id, 'title',
        coalesce((SELECT title FROM sketches WHERE target_type = 'sketch' AND sketches.id = target_id),
          (SELECT title FROM groups WHERE target_type = 'group' AND groups.id = target_id),
          (SELECT title FROM compos WHERE target_type = 'compo' AND compos.id = target_id), ''),
        'slug', coalesce((SELECT slug FROM groups WHERE target_type = 'group' AND groups.id = target_id),
          (SELECT key FROM compos WHERE target_type = 'compo' AND compos.id = target_id))),
      'comment', ${keptComment('comments', sql`comments.text`)}, 'before', json(${neighbours('<')}), 'after', json(${neighbours('>')})) AS evidence
    FROM comments WHERE id = ${id}`
}

export function reportedProfile(id: number): SQL {
  return sql`SELECT id AS user_id, json_object('nickname', nickname, 'about', about, 'website', website,
    'avatarKey', avatar_key, 'coverKey', cover_key) AS evidence FROM users
    WHERE id = ${id} AND deleted_at IS NULL AND merged_into_id IS NULL`
}

export function reportedStream(id: number): SQL {
  const chapters = sql`(SELECT json_group_array(json_object('atMs', at_ms, 'title', title)) FROM stream_chapters
    WHERE stream_id = streams.id)`
  return sql`SELECT user_id, json_object('title', title, 'description', description, 'state', state, 'startedAt', started_at, 'previewNumber', preview_number,
    'chapters', json(${chapters})) AS evidence FROM streams WHERE id = ${id}`
}

/**
 * A thread of the reporter with its latest posts, older ones as excerpts, unless it is deleted or behind a block. The
 * author is the other member.
 */
export function reportedThread(threadId: number, reporterId: number): SQL {
  const posts = sql`(SELECT json_group_array(json_object('number', number, 'userId', user_id,
      'text', iif(length_so_far > ${EVIDENCE_THREAD_MAX}, ${excerpt(sql`text`)}, text),
      'sketchId', sketch_id, 'createdAt', created_at))
    FROM (SELECT *, sum(length(text)) OVER (ORDER BY number DESC) AS length_so_far
      FROM (SELECT * FROM message_posts WHERE thread_id = topic.thread_id AND number > topic.deleted_up_to
        ORDER BY number DESC LIMIT ${REPORTED_POSTS_MAX}) ORDER BY number DESC))`
  return sql`SELECT other_id AS user_id, json_object('subject', subject, 'posts', json(${posts})) AS evidence
    FROM message_topics AS topic
    WHERE user_id = ${reporterId} AND thread_id = ${threadId} AND blocked = 0 AND folder <> 'deleted'`
}

/** A post of the forum with its topic and excerpts of its neighbours there. */
export function reportedForumPost(id: number): SQL {
  return sql`${forumPost(id)} AND forum_posts.deleted_at IS NULL`
}

/** The first post of a topic, also if its text was deleted. */
export function reportedTopic(firstPostId: number): SQL {
  return forumPost(firstPostId)
}

function forumPost(id: number): SQL {
  const keptPost = (
    name: string,
    text: SQL,
  ) => sql`json_object('number', ${sql.raw(name)}.number, 'userId', ${sql.raw(name)}.user_id,
    'text', ${text}, 'sketchId', ${sql.raw(name)}.sketch_id, 'createdAt', ${sql.raw(name)}.created_at)`
  const neighbours = (side: '<' | '>') => sql`(SELECT json_group_array(json(kept)) FROM (
    SELECT kept FROM (SELECT other.number, ${keptPost('other', excerpt(sql`other.text`))} AS kept FROM forum_posts AS other
      WHERE other.topic_id = forum_posts.topic_id AND other.number ${sql.raw(side)} forum_posts.number
      ORDER BY other.number ${sql.raw(side === '<' ? 'DESC' : 'ASC')} LIMIT ${EVIDENCE_NEIGHBOURS}) ORDER BY number))`
  return sql`SELECT forum_posts.user_id, json_object('topic', json_object('id', forum_topics.id, 'title', forum_topics.title),
      'post', ${keptPost('forum_posts', sql`forum_posts.text`)}, 'before', json(${neighbours('<')}), 'after', json(${neighbours('>')})) AS evidence
    FROM forum_posts JOIN forum_topics ON forum_topics.id = forum_posts.topic_id
    WHERE forum_posts.id = ${id}`
}

/**
 * The texts of a group, and the member who last changed description or rules. The author of the case is the owner, who
 * answers for what the group shows.
 */
export function reportedGroup(slug: string): SQL {
  return sql`SELECT owner_id AS user_id, json_object('slug', slug, 'title', title, 'description', description,
    'rules', rules, 'writer', json_object('userId', coalesce(texts_by, user_id)), 'official', ${boolean('official')},
    'createdAt', created_at) AS evidence
    FROM groups JOIN group_owners ON group_owners.group_id = groups.id WHERE slug = ${slug}`
}

/** The member who last changed a compo or challenge, or who opened it. */
const writerOf = (table: 'compos' | 'challenges', type: 'compo' | 'challenge') =>
  sql`json_object('userId', coalesce((SELECT staff_id FROM audit_log WHERE target_type = ${type}
      AND target_id = ${sql.identifier(table)}.id AND action = ${`${type}_edit`} ORDER BY audit_log.id DESC LIMIT 1),
    ${sql.identifier(table)}.user_id))`

const groupOfEvent = sql`json_object('slug', groups.slug, 'title', groups.title)`

/** A compo of a group with its texts and times. The author is the member who opened it. */
export function reportedCompo(id: number): SQL {
  return sql`SELECT compos.user_id, json_object('key', compos.key, 'title', compos.title, 'description', compos.description,
    'group', ${groupOfEvent}, 'writer', ${writerOf('compos', 'compo')}, 'startsAt', starts_at, 'endsAt', ends_at,
    'votingEndsAt', voting_ends_at) AS evidence
    FROM compos JOIN groups ON groups.id = compos.group_id WHERE compos.id = ${id}`
}

/** A challenge of a group with its texts. The author is the member who opened it. */
export function reportedChallenge(id: number): SQL {
  return sql`SELECT challenges.user_id, json_object('title', challenges.title, 'description', challenges.description,
    'group', ${groupOfEvent}, 'writer', ${writerOf('challenges', 'challenge')}, 'startedAt', day * ${DAY_MS}) AS evidence
    FROM challenges JOIN groups ON groups.id = challenges.group_id WHERE challenges.id = ${id}`
}

/** The message of a gift that the reporter received. The author is the giver. */
export function reportedGift(orderId: number, reporterId: number): SQL {
  return sql`SELECT buyer_id AS user_id, json_object('item', item, 'message', message, 'paidAt', paid_at) AS evidence
    FROM store_orders WHERE id = ${orderId} AND recipient_id = ${reporterId} AND buyer_id <> recipient_id
      AND paid_at IS NOT NULL AND message <> ''`
}

/**
 * A line of a chat room, as the room's object returned it. A line of a merged account counts as a line of the account
 * that replaced it.
 */
export function reportedChatLine(evidence: CaseEvidence['chatLine']): SQL {
  return sql`SELECT coalesce(merged_into_id, id) AS user_id, ${JSON.stringify(evidence)} AS evidence
    FROM users WHERE id = ${evidence.line.userId}`
}

/**
 * A mark on the whiteboard, as the board's object returned it. A mark of a merged account counts as a mark of the
 * account that replaced it.
 */
export function reportedBoardMark(userId: number, evidence: CaseEvidence['boardMark']): SQL {
  return sql`SELECT coalesce(merged_into_id, id) AS user_id, ${JSON.stringify(evidence)} AS evidence
    FROM users WHERE id = ${userId}`
}
