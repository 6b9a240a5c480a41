import { type SQL, sql } from 'drizzle-orm'
import { GROUP_HEIR_ACTIVE_DAYS } from '../../../contract/limits.ts'
import { isSuspended } from '../../domain/bans/banned-logins.ts'
import { rowsOf } from '../../domain/users/row-steps.ts'
import { type EraseStep, eraseRows, remove } from './erase-step.ts'

const DAY_MS = 86_400_000

type Leaving = { userId: number; rows: SQL; now: number }

/**
 * Makes the statements that give the groups of an owner to other members: to the one to whom the group is offered, or
 * else to the moderator, or else to the member, who joined first. They pass over members who did not use the site
 * lately, are suspended, or are leaving. A group without an heir is closed.
 */
function handOver({ userId, rows, now }: Leaving): SQL[] {
  const owned = sql`SELECT group_id FROM group_members WHERE rowid IN (${rows}) AND role = 'owner'`
  const heirs = sql`SELECT owned.group_id, (SELECT heir.user_id FROM group_members AS heir
      JOIN users ON users.id = heir.user_id
      WHERE heir.group_id = owned.group_id AND heir.user_id <> ${userId} AND users.deletes_at IS NULL
        AND users.active_at > ${now - GROUP_HEIR_ACTIVE_DAYS * DAY_MS} AND NOT ${isSuspended(sql`users.id`, now)}
      ORDER BY heir.is_offered DESC, heir.role = 'moderator' DESC, heir.joined_at, heir.user_id LIMIT 1) AS heir_id
    FROM (${owned}) AS owned`
  const closed = sql`id IN (${owned}) AND NOT EXISTS (SELECT 1 FROM group_members AS owner
    WHERE owner.group_id = groups.id AND owner.role = 'owner' AND owner.user_id <> ${userId})`
  return [
    sql`INSERT INTO notifications (user_id, category, actor_id, page_owner_id, group_id, group_role, occurred_at)
      SELECT heir_id, 'mentions', ${userId}, heir_id, group_id, 'inherited', ${now} FROM (${heirs})
      WHERE heir_id IS NOT NULL AND group_id IN (SELECT id FROM groups WHERE hidden_at IS NULL) ON CONFLICT DO NOTHING`,
    sql`UPDATE chat_rooms SET owner_id = heir_id FROM (${heirs}) AS inherited JOIN groups ON groups.id = inherited.group_id
      WHERE chat_rooms.channel = 'group-' || groups.slug`,
    sql`UPDATE group_members SET role = 'owner' WHERE (group_id, user_id) IN (${heirs})`,
    sql`UPDATE group_members SET is_offered = 0 WHERE is_offered = 1 AND group_id IN (${owned})`,
    sql`DELETE FROM notifications WHERE group_id IN (${owned}) AND group_role = 'offered' AND read_at IS NULL`,
    sql`UPDATE group_feature_requests SET state = 'held'
      WHERE state = 'pending' AND group_id IN (SELECT id FROM groups WHERE ${closed})`,
    sql`UPDATE groups SET hidden_at = ${now}, hidden_by = 'owner' WHERE ${closed}`,
  ]
}

const leaveGroups = eraseRows({
  name: 'leave groups',
  references: ['group_members.user_id'],
  statements: ({ userId, now }) => {
    const rows = rowsOf('group_members', 'user_id', userId)
    return [
      ...handOver({ userId, rows, now }),
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

/** Groups that requests became stay. */
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

/** Steps that take the member out of groups, with their requests and suggestions. */
export const GROUP_STEPS: readonly EraseStep[] = [
  leaveGroups,
  removeGroupVotes,
  removeGroupRequests,
  remove('group_feature_requests'),
]
