import { eq, type SQL, sql } from 'drizzle-orm'
import { DELETED_MEMBER } from '../../../contract/deleted-member.ts'
import { withoutMention } from '../../../contract/mentions.ts'
import { comments } from '../../domain/comments/schema.ts'
import { forumPosts } from '../../domain/forum/schema.ts'
import { reindexPosts } from '../../domain/forum/search-index.ts'
import { ROWS_AT_ONCE, rowsOf } from '../../domain/users/row-steps.ts'
import { batchEach, statement } from '../../lib/database.ts'
import { MENTION_STEPS } from './erase-mentions.ts'
import { type EraseStep, eraseRows, remove } from './erase-step.ts'

/** Comments on the profile, whose page is gone. */
const removeProfileComments = eraseRows({
  name: 'remove comments on the profile',
  references: [],
  statements: ({ userId }) => [
    sql`DELETE FROM comments WHERE id IN (SELECT id FROM comments WHERE target_type = 'profile' AND target_id = ${userId}
      LIMIT ${ROWS_AT_ONCE}) RETURNING 1`,
  ],
})

const removeMutedProfiles = eraseRows({
  name: 'remove muted profiles',
  references: [],
  statements: ({ userId }) => [
    sql`DELETE FROM muted_threads WHERE target_type = 'profile' AND target_id = ${userId} RETURNING 1`,
  ],
})

const removeViews = eraseRows({
  name: 'remove views',
  references: [],
  statements: ({ userIds }) =>
    userIds.flatMap((id) => [
      sql`DELETE FROM sketch_views WHERE rowid IN (SELECT rowid FROM sketch_views
        WHERE viewer_key = ${`member:${id}`} LIMIT ${ROWS_AT_ONCE}) RETURNING 1`,
      sql`DELETE FROM album_views WHERE rowid IN (SELECT rowid FROM album_views
        WHERE viewer_key = ${`member:${id}`} AND viewer_key < 'visitor:' LIMIT ${ROWS_AT_ONCE}) RETURNING 1`,
    ]),
})

const endImpersonations = eraseRows({
  name: 'end impersonations',
  references: ['sessions.impersonated_id'],
  statements: ({ userId }) => [
    sql`UPDATE sessions SET impersonated_id = NULL, impersonation_ends_at = NULL WHERE impersonated_id = ${userId} RETURNING 1`,
  ],
})

/** The votes stay and count, without their voter. */
const detachBallots = eraseRows({
  name: 'detach ballots',
  references: ['compo_ballots.voter_id'],
  statements: ({ userId }) => [sql`UPDATE compo_ballots SET voter_id = NULL WHERE voter_id = ${userId} RETURNING 1`],
})

/** Nominations of the member are deleted with their votes. Nominations and votes by the member stay without a name. */
const leaveAwards = eraseRows({
  name: 'leave awards',
  references: ['award_nominations.artist_id', 'award_nominations.nominated_by', 'award_votes.voter_id'],
  statements: ({ userId }) => [
    sql`DELETE FROM award_nominations WHERE rowid IN (${rowsOf('award_nominations', 'artist_id', userId)}) RETURNING 1`,
    sql`UPDATE award_nominations SET nominated_by = NULL
      WHERE rowid IN (${rowsOf('award_nominations', 'nominated_by', userId)}) RETURNING 1`,
    sql`UPDATE award_votes SET voter_id = NULL WHERE rowid IN (${rowsOf('award_votes', 'voter_id', userId)}) RETURNING 1`,
  ],
})

const removeNotes = eraseRows({
  name: 'remove notes to fans',
  references: ['fan_notes.user_id'],
  statements: ({ userId }) => {
    const notes = rowsOf('fan_notes', 'user_id', userId)
    return [
      sql`DELETE FROM notifications WHERE rowid IN (SELECT rowid FROM notifications WHERE note_id IN (${notes})
        LIMIT ${ROWS_AT_ONCE}) RETURNING 1`,
      sql`DELETE FROM fan_notes WHERE rowid IN (${notes})
        AND NOT EXISTS (SELECT 1 FROM notifications WHERE note_id = fan_notes.id) RETURNING 1`,
    ]
  },
})

function isOneOf(userIds: readonly number[]): SQL {
  return sql`user_id IN (SELECT value FROM json_each(${JSON.stringify(userIds)}))`
}

/** Renames the member in the comments of others that mention them, in the text and in the list of mentions. */
const renameMentions: EraseStep = {
  name: 'rename mentions',
  references: ['comment_mentions.user_id'],
  run: async ({ db, userIds, position }) => {
    const rows = await db
      .select({ id: comments.id, text: comments.text, mentions: comments.mentions })
      .from(comments)
      .where(sql`id IN (SELECT comment_id FROM comment_mentions WHERE ${isOneOf(userIds)} LIMIT ${ROWS_AT_ONCE})`)
    await batchEach(
      db,
      rows.map(({ id, ...comment }) =>
        // A trigger deletes the row of the mention with it.
        db
          .update(comments)
          .set(withoutMention(comment, userIds, DELETED_MEMBER))
          .where(eq(comments.id, id)),
      ),
    )
    return { done: rows.length === 0, position }
  },
}

/** Renames the member in the posts of the forum that mention them. */
const renameForumMentions: EraseStep = {
  name: 'rename mentions in the forum',
  references: ['forum_mentions.user_id'],
  run: async ({ db, userIds, position }) => {
    const rows = await db
      .select({ id: forumPosts.id, text: forumPosts.text, mentions: forumPosts.mentions })
      .from(forumPosts)
      .where(sql`id IN (SELECT post_id FROM forum_mentions WHERE ${isOneOf(userIds)} LIMIT ${ROWS_AT_ONCE})`)
    await batchEach(
      db,
      rows.flatMap(({ id, ...post }) => [
        db
          .update(forumPosts)
          .set(withoutMention(post, userIds, DELETED_MEMBER))
          .where(eq(forumPosts.id, id)),
        ...reindexPosts(sql`${id}`).map((query) => statement(db, query)),
        statement(db, sql`DELETE FROM forum_mentions WHERE post_id = ${id} AND ${isOneOf(userIds)}`),
      ]),
    )
    return { done: rows.length === 0, position }
  },
}

/**
 * Deletes the member's side of conversations, as the member could: declines requests and deletes posts that neither
 * member can read. The other member keeps the rest.
 */
const leaveThreads = eraseRows({
  name: 'leave threads',
  references: ['message_topics.user_id'],
  statements: ({ userIds }) => userIds.flatMap(leaveThreadsOf),
})

function leaveThreadsOf(userId: number): SQL[] {
  const rows = rowsOf('message_topics', 'user_id', userId, sql`(folder <> 'deleted' OR subject <> '')`)
  const threads = sql`SELECT thread_id FROM message_topics WHERE rowid IN (${rows})`
  const posts = sql`SELECT id FROM message_posts WHERE thread_id IN (${threads}) AND NOT EXISTS (SELECT 1 FROM message_topics
        WHERE message_topics.thread_id = message_posts.thread_id AND user_id <> ${userId} AND folder <> 'deleted')`
  return [
    sql`UPDATE message_threads SET state = 'declined' WHERE state = 'request' AND to_id = ${userId} AND id IN (${threads})`,
    sql`DELETE FROM message_posts WHERE id IN (${posts} LIMIT ${ROWS_AT_ONCE}) RETURNING 1`,
    sql`UPDATE message_topics SET folder = 'deleted', unread = 0, deleted_up_to = latest_number, excerpt = '', subject = ''
        WHERE rowid IN (${rows}) AND NOT EXISTS (${posts}) RETURNING 1`,
  ]
}

/** Bans stay, because later bans count them. Their texts are deleted. */
const emptyBans = eraseRows({
  name: 'empty bans',
  references: ['bans.user_id'],
  statements: ({ userId }) => [
    sql`UPDATE bans SET reason = '', staff_notes = '' WHERE user_id = ${userId} AND (reason <> '' OR staff_notes <> '')
      RETURNING 1`,
  ],
})

/** Cases of the member's things stay without the member's name. */
const renameInCases = eraseRows({
  name: 'rename in cases',
  references: [],
  statements: ({ userId }) => {
    const rows = rowsOf('cases', 'user_id', userId, sql`nickname <> ${DELETED_MEMBER}`)
    return [
      sql`UPDATE cases SET nickname = ${DELETED_MEMBER},
          evidence = iif(kind = 'profile', json_set(evidence, '$.nickname', ${DELETED_MEMBER}), evidence)
        WHERE rowid IN (${rows}) RETURNING 1`,
    ]
  },
})

/** The only change of the log that its trigger allows. */
const emptyLog = eraseRows({
  name: 'empty the log',
  references: ['audit_log.user_id'],
  statements: ({ userIds }) =>
    userIds.map((id) => {
      const rows = rowsOf('audit_log', 'user_id', id, sql`(reason <> '' OR changes <> '{}')`)
      return sql`UPDATE audit_log SET reason = '', changes = '{}' WHERE rowid IN (${rows}) RETURNING 1`
    }),
})

const leaveGroups = eraseRows({
  name: 'leave groups',
  references: ['group_members.user_id'],
  statements: ({ userId }) => {
    const rows = rowsOf('group_members', 'user_id', userId)
    return [
      sql`UPDATE groups SET members_count = members_count - 1
        WHERE id IN (SELECT group_id FROM group_members WHERE rowid IN (${rows}))`,
      sql`DELETE FROM group_members WHERE rowid IN (${rows}) RETURNING 1`,
    ]
  },
})

const removeGroupVotes = eraseRows({
  name: 'remove votes for groups',
  references: ['group_request_votes.user_id'],
  statements: ({ userId }) => {
    const rows = rowsOf('group_request_votes', 'user_id', userId)
    return [
      sql`UPDATE group_requests SET upvotes_count = upvotes_count - 1
        WHERE id IN (SELECT request_id FROM group_request_votes WHERE rowid IN (${rows}))`,
      sql`DELETE FROM group_request_votes WHERE rowid IN (${rows}) RETURNING 1`,
    ]
  },
})

/** Groups that were made of requests stay. */
const removeGroupRequests = eraseRows({
  name: 'remove requests for groups',
  references: ['group_requests.user_id'],
  statements: ({ userId }) => {
    const rows = rowsOf('group_requests', 'user_id', userId)
    return [
      sql`DELETE FROM group_request_search WHERE rowid IN (${rows})`,
      sql`DELETE FROM group_requests WHERE rowid IN (${rows}) RETURNING 1`,
    ]
  },
})

const leaveRooms = eraseRows({
  name: 'leave own rooms',
  references: ['chat_rooms.owner_id', 'chat_rooms.offered_to'],
  statements: ({ userId }) => [
    sql`UPDATE chat_rooms SET offered_to = NULL WHERE offered_to = ${userId} RETURNING 1`,
    sql`UPDATE chat_rooms SET owner_id = NULL WHERE owner_id = ${userId} RETURNING 1`,
  ],
})

/** Orders stay for the accounts of the site. The words of gifts are deleted. */
const emptyGiftMessages = eraseRows({
  name: 'empty messages of gifts',
  references: [],
  statements: ({ userId }) => [
    sql`UPDATE notifications SET excerpt = NULL WHERE excerpt IS NOT NULL
      AND store_order_id IN (SELECT id FROM store_orders WHERE buyer_id = ${userId} AND message <> '') RETURNING 1`,
    sql`UPDATE store_orders SET message = '' WHERE buyer_id = ${userId} AND message <> '' RETURNING 1`,
  ],
})

/** Rows that are deleted or emptied: fans before feeds, notifications before their counts. */
export const eraseRowsSteps: readonly EraseStep[] = [
  remove('sessions'),
  endImpersonations,
  remove('identities'),
  remove('passkeys'),
  remove('backup_codes'),
  remove('mails', 'user_id', sql`(kind <> 'account_deleted' OR next_attempt_at IS NULL)`),
  remove('mail_keys'),
  remove('account_exports'),
  remove('appeals'),
  remove('chat_room_sessions'),
  remove('chat_room_members'),
  leaveRooms,
  leaveGroups,
  removeGroupVotes,
  removeGroupRequests,
  remove('group_feature_requests'),
  emptyGiftMessages,
  remove('emoticons'),
  remove('album_sketches', 'owner_id'),
  remove('albums'),
  remove('fans', 'user_id'),
  remove('fans', 'fan_id'),
  remove('blocks', 'user_id'),
  remove('blocks', 'blocked_id'),
  remove('feed_sketches', 'fan_id'),
  remove('feed_read_positions'),
  remove('recommendations'),
  remove('monthly_stars'),
  remove('member_counts'),
  remove('tag_follows'),
  remove('stream_reminders'),
  detachBallots,
  leaveAwards,
  removeNotes,
  remove('notifications'),
  remove('notification_counts'),
  remove('notification_opt_outs'),
  remove('muted_threads'),
  removeMutedProfiles,
  removeProfileComments,
  renameMentions,
  renameForumMentions,
  ...MENTION_STEPS,
  remove('forum_readers'),
  removeViews,
  // Ideas in the queue become challenges.
  remove('challenge_ideas', 'user_id', sql`queue_position IS NULL`),
  remove('streak_days'),
  remove('streaks'),
  leaveThreads,
  remove('message_counts'),
  emptyBans,
  renameInCases,
  emptyLog,
]
