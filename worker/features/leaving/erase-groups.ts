import { sql } from 'drizzle-orm'
import { rowsOf } from '../../domain/users/row-steps.ts'
import { type EraseStep, eraseRows, remove } from './erase-step.ts'

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
