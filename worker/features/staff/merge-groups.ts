import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../../domain/users/row-steps.ts'
import { type Accounts, hasSame, type MergeStep, move } from './merge-moves.ts'

/**
 * Moves memberships. In a group of both accounts, the target gets the higher role, and the group counts one member
 * less.
 */
const moveMemberships: MergeStep = {
  name: 'move group_members.user_id',
  references: ['group_members.user_id'],
  statements: ({ source, target }) => {
    const rows = rowsOf('group_members', 'user_id', source)
    const targetHasSame = hasSame('group_members', 'user_id', ['group_id'], target)
    const isOfBoth = sql`rowid IN (${rows}) AND ${targetHasSame}`
    const ofBoth = sql`SELECT group_id FROM group_members WHERE ${isOfBoth}`
    return [
      // The names of the roles are in the order of their rights.
      sql`UPDATE group_members SET role = max(role, (SELECT own.role FROM group_members AS own
          WHERE own.group_id = group_members.group_id AND own.user_id = ${source}))
        WHERE user_id = ${target} AND group_id IN (${ofBoth})`,
      sql`UPDATE groups SET members_count = members_count - 1 WHERE id IN (${ofBoth})`,
      sql`DELETE FROM group_members WHERE ${isOfBoth} RETURNING 1`,
      // After the deletion, these are further rows.
      sql`UPDATE group_members SET user_id = ${target} WHERE rowid IN (${rows}) AND NOT ${targetHasSame} RETURNING 1`,
    ]
  },
}

/** The name of the target for the copy in a row that moves. */
const withTargetName = ({ target }: Accounts): SQL =>
  sql`nickname = (SELECT nickname FROM users WHERE users.id = ${target})`

/** Moves votes. A request with votes of both accounts counts one vote less. */
const moveVotes: MergeStep = {
  name: 'move group_request_votes.user_id',
  references: ['group_request_votes.user_id'],
  statements: ({ source, target }) => {
    const rows = rowsOf('group_request_votes', 'user_id', source)
    const targetHasSame = hasSame('group_request_votes', 'user_id', ['request_id'], target)
    const isOfBoth = sql`rowid IN (${rows}) AND ${targetHasSame}`
    return [
      sql`UPDATE group_requests SET upvotes_count = upvotes_count - 1
        WHERE id IN (SELECT request_id FROM group_request_votes WHERE ${isOfBoth})`,
      sql`DELETE FROM group_request_votes WHERE ${isOfBoth} RETURNING 1`,
      // After the deletion, these are further rows.
      sql`UPDATE group_request_votes SET user_id = ${target}
        WHERE rowid IN (${rows}) AND NOT ${targetHasSame} RETURNING 1`,
    ]
  },
}

export const GROUP_STEPS: readonly MergeStep[] = [
  move('groups', 'user_id'),
  move('groups', 'texts_by'),
  moveMemberships,
  move('group_requests', 'user_id', { set: withTargetName }),
  moveVotes,
  move('group_feature_requests', 'user_id', { set: withTargetName }),
  move('group_activity', 'user_id'),
  move('group_activity', 'target_user_id'),
]
