import { type SQL, sql } from 'drizzle-orm'
import { PERMANENT, WARNING } from '../../../contract/ban.ts'
import { MEASURES } from '../../../contract/http/stats.ts'
import { STARS_PER_MONTH } from '../../../contract/limits.ts'
import { ROWS_AT_ONCE, rowsOf } from '../../domain/users/row-steps.ts'
import { AWARD_STEPS } from './merge-awards.ts'
import { GROUP_STEPS } from './merge-groups.ts'
import { type Accounts, hasSame, type MergeStep, move, moveCounts, moveOnce, remove, scan } from './merge-moves.ts'

/** Tables with a copy of the artist of a sketch. */
const ARTIST_COPIES = [
  'sketch_tags',
  'album_sketches',
  'challenge_entries',
  'group_sketches',
  'feed_sketches',
  'fan_outs',
  'award_nominations',
]

const beforeSketches = (isMoved: SQL, accounts: Accounts) => [
  ...moveCounts('sketches', isMoved, accounts, {
    sketches_count: 'unlisted = 0 AND violation IS NULL',
    sketches_for_all_count: 'listed_for_all',
    hearts_received: 'hearts_count',
    views_count: 'sketches.views_count',
    likes_received: 'likes_count',
    sketch_comments_count: 'sketches.comments_count',
    stored_bytes: 'bytes + attached_bytes',
    png_bytes: "iif(content_type = 'image/png', bytes, 0)",
    jpg_bytes: "iif(content_type = 'image/png', 0, bytes)",
  }),
  ...ARTIST_COPIES.map(
    (table) => sql`UPDATE ${sql.raw(table)} SET artist_id = ${accounts.target}
      WHERE sketch_id IN (SELECT id FROM sketches WHERE ${isMoved})`,
  ),
  // Both accounts may have entries in the same compo with the same slot.
  sql`UPDATE compo_entries SET artist_id = ${accounts.target}, slot = NULL
    WHERE sketch_id IN (SELECT id FROM sketches WHERE ${isMoved})`,
]

/** Changes the idempotency keys of the source, so that none equals a key of the target. */
const changedKey = () => sql`idempotency_key = idempotency_key || ':' || id`

/**
 * The condition that a member cannot become a fan of an artist: they are the same member, the member is a fan already,
 * or a block is between them.
 */
function cannotBeFan(artist: SQL | number, fan: SQL | number): SQL {
  return sql`${artist} = ${fan}
    OR EXISTS (SELECT 1 FROM fans AS other WHERE other.user_id = ${artist} AND other.fan_id = ${fan})
    OR EXISTS (SELECT 1 FROM blocks WHERE (user_id = ${artist} AND blocked_id = ${fan})
      OR (user_id = ${fan} AND blocked_id = ${artist}))`
}

/** Removes the target's own hearts or ratings on sketches of the source, which become the target's. */
function removeOwnReactions(table: 'hearts' | 'ratings'): MergeStep {
  const name = sql.raw(table)
  return {
    name: `remove own ${table}`,
    references: [],
    statements: ({ source, target }) => [
      sql`DELETE FROM ${name} WHERE user_id = ${target} AND sketch_id IN (
        SELECT ${name}.sketch_id FROM ${name} JOIN sketches ON sketches.id = ${name}.sketch_id
        WHERE ${name}.user_id = ${target} AND sketches.user_id = ${source} LIMIT ${ROWS_AT_ONCE}) RETURNING 1`,
    ],
  }
}

const isReactionDropped = (table: string) => (accounts: Accounts) =>
  sql`${hasSame(table, 'user_id', ['sketch_id'], accounts.target)} OR EXISTS (SELECT 1 FROM sketches
    WHERE sketches.id = ${sql.raw(table)}.sketch_id AND sketches.user_id = ${accounts.target})`

/** New rows, so that the triggers of a block work for the target. */
function moveBlocks(column: 'user_id' | 'blocked_id'): MergeStep {
  const [own, other] = [sql.raw(column), sql.raw(column === 'user_id' ? 'blocked_id' : 'user_id')]
  return {
    name: `move blocks.${column}`,
    references: [`blocks.${column}`],
    statements: ({ source, target }) => {
      const rows = rowsOf('blocks', column, source)
      return [
        sql`INSERT OR IGNORE INTO blocks (${own}, ${other}, created_at)
          SELECT ${target}, ${other}, created_at FROM blocks WHERE rowid IN (${rows}) AND ${other} <> ${target}`,
        sql`DELETE FROM blocks WHERE rowid IN (${rows}) RETURNING 1`,
      ]
    },
  }
}

const moveFeatures: MergeStep = {
  name: 'move features',
  references: ['features.user_id', 'sketches.featured_by'],
  statements: ({ source, target }) => {
    const rows = rowsOf('features', 'user_id', source)
    return [
      sql`UPDATE sketches SET featured_by = ${target}
        WHERE id IN (SELECT sketch_id FROM features WHERE rowid IN (${rows}))`,
      sql`UPDATE features SET user_id = ${target} WHERE rowid IN (${rows}) RETURNING 1`,
    ]
  },
}

const addStars: MergeStep = {
  name: 'add stars',
  references: ['monthly_stars.user_id'],
  statements: ({ source, target }) => [
    sql`INSERT INTO monthly_stars (user_id, month, spent_count)
      SELECT ${target}, month, spent_count FROM monthly_stars WHERE user_id = ${source}
      ON CONFLICT (user_id, month) DO UPDATE SET spent_count = min(${STARS_PER_MONTH}, spent_count + excluded.spent_count)`,
    sql`DELETE FROM monthly_stars WHERE user_id = ${source} RETURNING 1`,
  ],
}

/** The search finds posts by their author. */
const reindexAsTarget = (isMoved: SQL, { target }: Accounts) => [
  sql`INSERT OR REPLACE INTO forum_search (rowid, title, text, facets)
    SELECT post_id, title, text, ${`u${target}`} FROM forum_documents
    WHERE post_id IN (SELECT id FROM forum_posts WHERE ${isMoved})`,
]

/** Comments on the profile come after those on the target's. They keep their order. */
const moveProfileComments: MergeStep = {
  name: 'move comments on the profile',
  references: [],
  statements: (accounts) => {
    const { source, target } = accounts
    const numbers = (id: number) => sql`FROM comments WHERE target_type = 'profile' AND target_id = ${id}`
    const isMoved = sql`id IN (SELECT id ${numbers(source)} ORDER BY number LIMIT ${ROWS_AT_ONCE})`
    return [
      ...moveCounts('comments', isMoved, accounts, { comments_count: '1' }),
      sql`UPDATE comments SET target_id = ${target}, number = number + 1 - (SELECT min(number) ${numbers(source)})
          + (SELECT coalesce(max(number), 0) ${numbers(target)}) WHERE ${isMoved} RETURNING 1`,
    ]
  },
}

const moveMutedProfiles: MergeStep = {
  name: 'move muted profiles',
  references: [],
  statements: ({ source, target }) => {
    const rows = rowsOf('muted_threads', 'target_id', source, sql`target_type = 'profile'`)
    return [
      sql`INSERT OR IGNORE INTO muted_threads (user_id, target_type, target_id, created_at)
        SELECT user_id, target_type, ${target}, created_at FROM muted_threads WHERE rowid IN (${rows})`,
      sql`DELETE FROM muted_threads WHERE rowid IN (${rows}) RETURNING 1`,
    ]
  },
}

/**
 * Closes the shorter of two bans. A permanent one is the longest, also before it is confirmed, and then ends no earlier
 * than the other one. Bans in force come before warnings, and expired bans last.
 */
const closeShorterBan: MergeStep = {
  name: 'close the shorter ban',
  references: [],
  statements: ({ source, target, now }) => {
    const open = sql`FROM bans WHERE user_id IN (${source}, ${target}) AND closed_at IS NULL`
    const longestFirst = sql`CASE WHEN ends_at <= ${now} THEN 0 WHEN duration_hours = ${WARNING} THEN 1
      WHEN duration_hours = ${PERMANENT} THEN 3 ELSE 2 END DESC, ends_at IS NULL DESC, ends_at DESC, id DESC`
    return [
      sql`UPDATE bans SET ends_at = max(ends_at, (SELECT max(ends_at) ${open})) WHERE ends_at > ${now}
        AND duration_hours = ${PERMANENT} AND id = (SELECT id ${open} ORDER BY ${longestFirst} LIMIT 1)`,
      sql`UPDATE bans SET closed_at = ${now} WHERE id IN (SELECT id ${open} ORDER BY ${longestFirst} LIMIT -1 OFFSET 1)
        RETURNING 1`,
    ]
  },
}

/**
 * The source leaves its threads as if it had deleted them: requests are declined, and posts that both deleted removed.
 */
const leaveThreads: MergeStep = {
  name: 'leave threads',
  references: [],
  statements: ({ source }) => {
    const rows = rowsOf('message_topics', 'user_id', source, sql`folder <> 'deleted'`)
    const threads = sql`SELECT thread_id FROM message_topics WHERE rowid IN (${rows})`
    return [
      sql`UPDATE message_threads SET state = 'declined'
        WHERE state = 'request' AND to_id = ${source} AND id IN (${threads})`,
      sql`DELETE FROM message_posts WHERE thread_id IN (${threads}) AND NOT EXISTS (SELECT 1 FROM message_topics
        WHERE message_topics.thread_id = message_posts.thread_id AND user_id <> ${source} AND folder <> 'deleted')`,
      sql`UPDATE message_topics SET folder = 'deleted', unread = 0, deleted_up_to = latest_number, excerpt = ''
        WHERE rowid IN (${rows}) RETURNING 1`,
    ]
  },
}

/**
 * A member has one ballot in a compo. Where both have one, that of the source is deleted; after the result it stays,
 * without a voter.
 */
const moveBallots: MergeStep = {
  name: 'move compo_ballots.voter_id',
  references: ['compo_ballots.voter_id'],
  statements: ({ source, target }) => {
    const rows = sql`rowid IN (${rowsOf('compo_ballots', 'voter_id', source)})`
    const isSecond = hasSame('compo_ballots', 'voter_id', ['compo_id'], target)
    const hasNoResult = sql`(SELECT result_at FROM compos WHERE compos.id = compo_ballots.compo_id) IS NULL`
    const isDeleted = sql`${rows} AND ${isSecond} AND ${hasNoResult}`
    return [
      sql`DELETE FROM compo_sets WHERE ballot_id IN (SELECT ballot_id FROM compo_ballots WHERE ${isDeleted})`,
      sql`DELETE FROM compo_ballots WHERE ${isDeleted} RETURNING 1`,
      sql`UPDATE compo_ballots SET voter_id = iif(${isSecond}, NULL, ${target}) WHERE ${rows} RETURNING 1`,
    ]
  },
}

const endImpersonations: MergeStep = {
  name: 'end impersonations',
  references: ['sessions.impersonated_id'],
  statements: ({ source }) => [
    sql`UPDATE sessions SET impersonated_id = NULL, impersonation_ends_at = NULL
      WHERE impersonated_id = ${source} RETURNING 1`,
  ],
}

/** Moves reports. Where both have one in a case the target's stays, and the case counts it once. */
const moveCaseReports: MergeStep = {
  name: 'move case_reports.reporter_id',
  references: ['case_reports.reporter_id'],
  statements: ({ source, target }) => {
    const rows = sql`rowid IN (${rowsOf('case_reports', 'reporter_id', source)})`
    const isRepeated = hasSame('case_reports', 'reporter_id', ['case_id'], target)
    return [
      sql`UPDATE cases SET reports_count = reports_count - 1
        WHERE id IN (SELECT case_id FROM case_reports WHERE ${rows} AND ${isRepeated})`,
      sql`DELETE FROM case_reports WHERE ${rows} AND ${isRepeated} RETURNING 1`,
      sql`UPDATE case_reports SET reporter_id = ${target} WHERE ${rows} AND NOT ${isRepeated} RETURNING 1`,
    ]
  },
}

const isOwnNotification = ({ source, target }: Accounts) => sql`user_id = ${target} OR (category = 'fans' AND EXISTS (
  SELECT 1 FROM notifications AS other WHERE other.user_id = notifications.user_id AND other.category = 'fans'
    AND other.actor_id = ${target} AND notifications.actor_id = ${source}))`

/**
 * The hearts and glops move as two lines each. The glops have brought their hearts already: only a full 150 of both
 * remainders brings another.
 */
const moveBalances: MergeStep = {
  name: 'move balances',
  references: [],
  statements: ({ source, target, now }) => {
    const line = (id: number, unit: 'heart' | 'glop', amount: SQL) => sql`INSERT INTO ledger
      (user_id, unit, amount, reason, created_at) SELECT ${id}, ${unit}, ${amount}, 'merged', ${now}
      FROM users WHERE id = ${source} AND ${amount} <> 0 RETURNING 1`
    return [
      sql`UPDATE users SET hearts_earned = hearts_earned + (SELECT hearts_earned FROM users WHERE id = ${source})
        WHERE id = ${target}`,
      sql`UPDATE users SET hearts_earned = 0 WHERE id = ${source}`,
      line(target, 'heart', sql`hearts_available`),
      line(source, 'heart', sql`-hearts_available`),
      line(target, 'glop', sql`glops`),
      line(source, 'glop', sql`-glops`),
    ]
  },
}

/** Both may have entered sketches on the same day. Days that the target's streak has settled are not read again. */
const moveStreakDays: MergeStep = {
  name: 'move streak_days.user_id',
  references: ['streak_days.user_id'],
  statements: ({ source, target }) => [
    sql`INSERT INTO streak_days (user_id, day, entries_count, helped, excused)
      SELECT ${target}, day, entries_count, helped, excused FROM streak_days WHERE user_id = ${source}
      ON CONFLICT DO UPDATE SET entries_count = entries_count + excluded.entries_count,
        helped = max(helped, excluded.helped), excused = max(excused, excluded.excused)`,
    sql`DELETE FROM streak_days WHERE user_id = ${source} RETURNING 1`,
    sql`UPDATE streaks SET longest = max(longest, (SELECT longest FROM streaks WHERE user_id = ${source}))
      WHERE user_id = ${target} AND EXISTS (SELECT 1 FROM streaks WHERE user_id = ${source})`,
  ],
}

const ADDED_COUNTS = sql.raw(MEASURES.map((measure) => `${measure} = ${measure} + excluded.${measure}`).join(', '))
const MEASURE_COLUMNS = sql.raw(MEASURES.join(', '))

/** Adds the counts of the source's hours, days and months to those of the target. */
const addMemberCounts: MergeStep = {
  name: 'add member counts',
  references: ['member_counts.user_id'],
  statements: ({ source, target }) => {
    const rows = rowsOf('member_counts', 'user_id', source)
    return [
      sql`INSERT INTO member_counts (user_id, grain, starts_at, ${MEASURE_COLUMNS})
        SELECT ${target}, grain, starts_at, ${MEASURE_COLUMNS} FROM member_counts WHERE rowid IN (${rows})
        ON CONFLICT (user_id, grain, starts_at) DO UPDATE SET ${ADDED_COUNTS}`,
      sql`DELETE FROM member_counts WHERE rowid IN (${rows}) RETURNING 1`,
    ]
  },
}

/** All steps in their order: blocks before fans, because a block ends being a fan; sketches before hearts on them. */
export const MERGE_STEPS: readonly MergeStep[] = [
  remove('sessions'),
  endImpersonations,
  remove('identities'),
  remove('passkeys'),
  remove('backup_codes'),
  remove('mails'),
  remove('mail_keys'),
  remove('account_exports'),
  remove('chat_room_sessions'),
  remove('emoticons'),
  move('users', 'merged_into_id'),
  removeOwnReactions('hearts'),
  removeOwnReactions('ratings'),
  move('sketches', 'user_id', {
    // The same file, posted by both, is no longer recognised as the same.
    set: ({ target }) => sql`content_hash = iif(${hasSame('sketches', 'user_id', ['content_hash'], target)},
      content_hash || ':' || id, content_hash)`,
    before: beforeSketches,
  }),
  moveOnce('pending_uploads', 'user_id', 'content_hash'),
  move('albums', 'user_id', { set: changedKey }),
  move('album_sketches', 'owner_id'),
  move('store_orders', 'buyer_id', { set: () => sql`call_key = call_key || ':' || id` }),
  move('store_orders', 'recipient_id'),
  move('streams', 'user_id', {
    set: changedKey,
    before: (isMoved, accounts) => moveCounts('streams', isMoved, accounts, { stored_bytes: 'recording_bytes' }),
  }),
  moveOnce('stream_reminders', 'user_id', 'stream_id'),
  moveBlocks('user_id'),
  moveBlocks('blocked_id'),
  move('fans', 'user_id', {
    drop: ({ target }) => cannotBeFan(target, sql`fans.fan_id`),
    before: (isMoved, accounts) =>
      moveCounts('fans', isMoved, accounts, { fans_count: '1', note_fans_count: 'notify_notes' }),
  }),
  move('fans', 'fan_id', { drop: ({ target }) => cannotBeFan(sql`fans.user_id`, target) }),
  move('feed_sketches', 'fan_id', {
    drop: ({ target }) => sql`artist_id = ${target} OR ${hasSame('feed_sketches', 'fan_id', ['sketch_id'], target)}`,
  }),
  moveOnce('feed_read_positions', 'user_id'),
  move('hearts', 'user_id', { drop: isReactionDropped('hearts') }),
  move('ratings', 'user_id', { drop: isReactionDropped('ratings') }),
  moveFeatures,
  addStars,
  addMemberCounts,
  remove('recommendations'),
  move('comments', 'user_id', { set: changedKey }),
  scan('comments', 'parent_user_id'),
  moveProfileComments,
  moveOnce('comment_mentions', 'user_id', 'comment_id'),
  move('forum_topics', 'user_id', { set: changedKey }),
  move('forum_topics', 'latest_user_id'),
  move('forum_posts', 'user_id', { set: changedKey, before: reindexAsTarget }),
  moveOnce('forum_mentions', 'user_id', 'post_id'),
  moveOnce('forum_readers', 'user_id', 'topic_id'),
  remove('notifications'),
  scan('notifications', 'actor_id', isOwnNotification),
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
  move('cases', 'user_id'),
  move('cases', 'claimed_by'),
  move('case_decisions', 'staff_id'),
  move('case_decisions', 'undone_by'),
  moveCaseReports,
  move('appeals', 'user_id'),
  move('appeals', 'decider_id'),
  move('appeals', 'closed_by'),
  leaveThreads,
  remove('message_counts'),
  closeShorterBan,
  move('bans', 'user_id'),
  move('bans', 'staff_id', { set: changedKey }),
  moveBalances,
]
