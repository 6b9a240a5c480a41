import { type SQL, sql } from 'drizzle-orm'
import { leaveThreadsOf } from '../../domain/messages/leave-threads.ts'
import { ROWS_AT_ONCE, rowsOf } from '../../domain/users/row-steps.ts'
import { type Accounts, type MergeStep, moveCounts, scan } from './merge-moves.ts'

/** Renews the search index of posts, which finds them by their author. */
export const reindexAsTarget = (isMoved: SQL, { target }: Accounts) => [
  sql`INSERT OR REPLACE INTO forum_search (rowid, title, text, facets)
    SELECT post_id, title, text, ${`u${target}`} FROM forum_documents
    WHERE post_id IN (SELECT id FROM forum_posts WHERE ${isMoved})`,
]

/** Numbers the comments on the source's profile after the comments on the target's, in the same order. */
export const moveProfileComments: MergeStep = {
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

export const moveMutedProfiles: MergeStep = {
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

export const leaveThreads: MergeStep = {
  name: 'leave threads',
  references: [],
  statements: ({ source }) => leaveThreadsOf(source),
}

const isOwnNotification = ({ source, target }: Accounts) => sql`user_id = ${target} OR (category = 'fans' AND EXISTS (
  SELECT 1 FROM notifications AS other WHERE other.user_id = notifications.user_id AND other.category = 'fans'
    AND other.actor_id = ${target} AND notifications.actor_id = ${source}))`

/** Moves the notifications that the source caused, without those for the target and repeated ones of a new fan. */
export const moveCausedNotifications = scan('notifications', 'actor_id', isOwnNotification)
