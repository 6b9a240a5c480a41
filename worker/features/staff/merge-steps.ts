import { sql } from 'drizzle-orm'
import { deleteExports, ROWS_AT_ONCE, rowsOf } from '../../domain/users/row-steps.ts'
import { AWARD_STEPS } from './merge-awards.ts'
import { moveBans, moveCaseReports } from './merge-cases.ts'
import { addMemberCounts, moveBalances, moveStreakDays } from './merge-counts.ts'
import { FAN_STEPS, moveBlocks } from './merge-fans.ts'
import { GROUP_STEPS } from './merge-groups.ts'
import { hasSame, type MergeStep, move, moveCounts, moveOnce, remove, scan } from './merge-moves.ts'
import { addStars, moveFeatures, moveReactions, moveSketches, removeOwnReactions } from './merge-sketches.ts'
import {
  leaveThreads,
  moveCausedNotifications,
  moveMutedProfiles,
  moveProfileComments,
  reindexAsTarget,
} from './merge-texts.ts'

/** Changes the idempotency keys of the source, so that none equals a key of the target. */
const changedKey = () => sql`idempotency_key = idempotency_key || ':' || id`

/**
 * Moves ballots, of which a member has one in a compo. If both accounts have one, the ballot of the source is deleted.
 * After the result it stays, without a voter.
 */
const moveBallots: MergeStep = {
  name: 'move compo_ballots.voter_id',
  references: ['compo_ballots.voter_id'],
  statements: ({ source, target }) => {
    const rows = sql`rowid IN (${rowsOf('compo_ballots', 'voter_id', source)})`
    const isSecond = hasSame('compo_ballots', 'voter_id', ['compo_id'], target)
    const hasNoResult = sql`(SELECT result_at FROM compos WHERE compos.id = compo_ballots.compo_id) IS NULL`
    const isDeleted = sql`${rows} AND ${isSecond} AND ${hasNoResult}`
    // After the deletion, the rows are further ones.
    const isMoved = sql`${rows} AND NOT (${isSecond} AND ${hasNoResult})`
    return [
      sql`DELETE FROM compo_sets WHERE ballot_id IN (SELECT ballot_id FROM compo_ballots WHERE ${isDeleted})`,
      sql`DELETE FROM compo_ballots WHERE ${isDeleted} RETURNING 1`,
      sql`UPDATE compo_ballots SET voter_id = iif(${isSecond}, NULL, ${target}) WHERE ${isMoved} RETURNING 1`,
    ]
  },
}

/**
 * Removes entries of the target from its own sets, as if they were deleted, because nobody votes for themselves. After
 * the result they stay. The negative ids keep the other entries at their positions.
 */
const removeOwnEntries: MergeStep = {
  name: 'remove own entries from ballots',
  references: [],
  statements: ({ target }) => {
    const own = sql`SELECT entry_id FROM compo_entries
      WHERE compo_entries.compo_id = compo_sets.compo_id AND artist_id = ${target}`
    return [
      sql`UPDATE compo_sets SET pick = iif(pick IN (${own}), -pick, pick), entry_ids = (
          SELECT json_group_array(iif(value IN (${own}), -value, value)) FROM json_each(compo_sets.entry_ids))
        WHERE ballot_id IN (SELECT ballot_id FROM compo_ballots JOIN compos ON compos.id = compo_ballots.compo_id
          WHERE voter_id = ${target} AND result_at IS NULL)
          AND EXISTS (SELECT 1 FROM json_each(compo_sets.entry_ids) WHERE value IN (${own})) RETURNING 1`,
    ]
  },
}

const removeExports: MergeStep = {
  name: 'remove account_exports.user_id',
  references: ['account_exports.user_id'],
  statements: ({ source }) => deleteExports(source),
}

const endImpersonations: MergeStep = {
  name: 'end impersonations',
  references: ['sessions.impersonated_id'],
  statements: ({ source }) => [
    sql`UPDATE sessions SET impersonated_id = NULL, impersonation_ends_at = NULL
      WHERE impersonated_id = ${source} RETURNING 1`,
  ],
}

const removeViews: MergeStep = {
  name: 'remove views',
  references: [],
  statements: ({ source }) =>
    ['sketch_views', 'album_views'].map((name) => {
      const table = sql.raw(name)
      return sql`DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table}
        WHERE viewer_key = ${`member:${source}`} AND viewer_key < 'visitor:' LIMIT ${ROWS_AT_ONCE}) RETURNING 1`
    }),
}

/** All steps in their order: blocks before fans, because a block ends being a fan; sketches before hearts on them. */
export const MERGE_STEPS: readonly MergeStep[] = [
  remove('sessions'),
  endImpersonations,
  // The logins are remembered for the target before the steps (`rememberLogins`).
  remove('identities'),
  moveOnce('unlinked_logins', 'user_id', 'login_hash'),
  remove('passkeys'),
  remove('backup_codes'),
  remove('mails'),
  remove('mail_keys'),
  removeExports,
  remove('chat_room_sessions'),
  remove('emoticons'),
  removeViews,
  move('users', 'merged_into_id'),
  removeOwnReactions('hearts'),
  removeOwnReactions('ratings'),
  moveSketches,
  moveOnce('pending_uploads', 'user_id', 'content_hash'),
  move('albums', 'user_id', { set: changedKey }),
  move('album_sketches', 'owner_id'),
  // The words of gifts are as private as messages. Other members keep those that they got.
  move('store_orders', 'buyer_id', { set: () => sql`call_key = call_key || ':' || id, is_message_hidden = 1` }),
  move('store_orders', 'recipient_id', { set: () => sql`message = ''` }),
  move('streams', 'user_id', {
    set: changedKey,
    before: (isMoved, accounts) => moveCounts('streams', isMoved, accounts, { stored_bytes: 'recording_bytes' }),
  }),
  moveOnce('stream_reminders', 'user_id', 'stream_id'),
  moveBlocks('user_id'),
  moveBlocks('blocked_id'),
  ...FAN_STEPS,
  moveOnce('feed_read_positions', 'user_id'),
  moveReactions('hearts'),
  moveReactions('ratings'),
  moveFeatures,
  addStars,
  addMemberCounts,
  remove('recommendations'),
  move('comments', 'user_id', { set: changedKey }),
  scan('comments', 'parent_user_id'),
  moveProfileComments,
  moveOnce('comment_mentions', 'user_id', 'comment_id'),
  moveOnce('message_mentions', 'user_id', 'post_id'),
  moveOnce('profile_mentions', 'user_id', 'profile_id'),
  remove('profile_mentions', 'profile_id'),
  move('forum_topics', 'user_id', { set: changedKey }),
  move('forum_topics', 'latest_user_id'),
  move('forum_posts', 'user_id', { set: changedKey, before: reindexAsTarget }),
  moveOnce('forum_mentions', 'user_id', 'post_id'),
  moveOnce('forum_readers', 'user_id', 'topic_id'),
  remove('notifications'),
  moveCausedNotifications,
  scan('notifications', 'page_owner_id'),
  remove('notification_counts'),
  remove('notification_opt_outs'),
  moveOnce('muted_threads', 'user_id', 'target_type', 'target_id'),
  moveMutedProfiles,
  move('fan_notes', 'user_id'),
  move('challenges', 'user_id'),
  move('challenge_ideas', 'user_id'),
  moveStreakDays,
  moveOnce('streaks', 'user_id'),
  move('compos', 'user_id'),
  move('compo_invites', 'staff_id'),
  moveBallots,
  removeOwnEntries,
  ...AWARD_STEPS,
  move('chat_rooms', 'owner_id'),
  move('chat_rooms', 'offered_to'),
  moveOnce('chat_room_members', 'user_id', 'room_id'),
  ...GROUP_STEPS,
  move('co_ops', 'created_by'),
  move('library_images', 'created_by'),
  move('motds', 'created_by'),
  move('tag_aliases', 'created_by'),
  moveOnce('tag_follows', 'user_id', 'tag_id'),
  // The subject of a reported conversation is as private as its messages. Staff still read both as evidence.
  move('cases', 'user_id', {
    set: () => sql`summary = iif(kind = 'message', '', summary), name = iif(kind = 'message', '', name)`,
  }),
  move('cases', 'claimed_by'),
  move('case_decisions', 'staff_id'),
  move('case_decisions', 'undone_by'),
  moveCaseReports,
  move('appeals', 'user_id'),
  move('appeals', 'decider_id'),
  move('appeals', 'closed_by'),
  leaveThreads,
  remove('message_counts'),
  moveBans,
  move('bans', 'staff_id', { set: changedKey }),
  moveBalances,
]
