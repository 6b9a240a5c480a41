import { type SQL, sql } from 'drizzle-orm'
import { type Db, statement } from '../../lib/database.ts'

/** Makes the statement that removes the undecided suggestions for a group from the queue while the group is hidden. */
export const holdSuggestions = (db: Db, groupId: SQL) =>
  statement(db, sql`UPDATE group_feature_requests SET state = 'held' WHERE group_id = ${groupId} AND state = 'pending'`)
