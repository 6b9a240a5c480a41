import { sql } from 'drizzle-orm'
import { deleteExports, ROWS_AT_ONCE, rowsOf } from '../../domain/users/row-steps.ts'
import { leaveThreads, removeMutedProfiles, removeNotes, removeProfileComments } from './erase-conversations.ts'
import { GROUP_STEPS } from './erase-groups.ts'
import { MENTION_STEPS } from './erase-mentions.ts'
import { STAFF_RECORD_STEPS } from './erase-staff-records.ts'
import { type EraseStep, eraseRows, remove } from './erase-step.ts'

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

const removeExports = eraseRows({
  name: 'remove account_exports.user_id',
  references: ['account_exports.user_id'],
  statements: ({ userId }) => deleteExports(userId),
})

const endImpersonations = eraseRows({
  name: 'end impersonations',
  references: ['sessions.impersonated_id'],
  statements: ({ userId }) => [
    sql`UPDATE sessions SET impersonated_id = NULL, impersonation_ends_at = NULL WHERE impersonated_id = ${userId} RETURNING 1`,
  ],
})

/** Removes the voter from ballots. The votes stay and count. */
const detachBallots = eraseRows({
  name: 'detach ballots',
  references: ['compo_ballots.voter_id'],
  statements: ({ userId }) => [sql`UPDATE compo_ballots SET voter_id = NULL WHERE voter_id = ${userId} RETURNING 1`],
})

/**
 * Deletes nominations of the member with their votes. Nominations and votes that the member made stay without a name.
 */
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

const leaveRooms = eraseRows({
  name: 'leave own rooms',
  references: ['chat_rooms.owner_id', 'chat_rooms.offered_to'],
  statements: ({ userId }) => [
    sql`UPDATE chat_rooms SET offered_to = NULL WHERE offered_to = ${userId} RETURNING 1`,
    sql`UPDATE chat_rooms SET owner_id = NULL WHERE owner_id = ${userId} RETURNING 1`,
  ],
})

/** Deletes the messages of gifts. Orders stay, because the law asks for the books of sales. */
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
  remove('unlinked_logins'),
  remove('passkeys'),
  remove('backup_codes'),
  remove('mails', 'user_id', sql`(kind <> 'account_deleted' OR next_attempt_at IS NULL)`),
  remove('mail_keys'),
  removeExports,
  remove('appeals'),
  remove('chat_room_sessions'),
  remove('chat_room_members'),
  leaveRooms,
  ...GROUP_STEPS,
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
  ...MENTION_STEPS,
  remove('forum_readers'),
  removeViews,
  // Ideas in the queue stay and become challenges.
  remove('challenge_ideas', 'user_id', sql`queue_position IS NULL`),
  remove('streak_days'),
  remove('streaks'),
  leaveThreads,
  remove('message_counts'),
  ...STAFF_RECORD_STEPS,
]
