import { isNull, sql } from 'drizzle-orm'
import type { DeskCounts } from '../../../contract/http/cases.ts'
import { DESK_COUNT_MAX } from '../../../contract/limits.ts'
import { isWaitingBan } from '../../domain/bans/rules.ts'
import { bans } from '../../domain/bans/schema.ts'
import { appeals, cases } from '../../domain/cases/schema.ts'
import { isUnclearOrder, storeOrders } from '../../domain/store/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'

/** Counts the open items for a member of staff, each up to a maximum that limits the rows read. */
export async function countDesk(db: Db, staff: Viewer, now: number): Promise<DeskCounts> {
  const one = { one: sql`1` }
  const waiting = [
    db.select(one).from(cases).where(isNull(cases.decidedAt)),
    db.select(one).from(appeals).where(isNull(appeals.closedAt)),
    db
      .select(one)
      .from(bans)
      .where(isWaitingBan(now + 1)),
    db
      .select(one)
      .from(storeOrders)
      .where(staff.flags.includes('a') ? isUnclearOrder : sql`0`),
  ]
  const [ofCases, ofAppeals, ofBans, ofOrders] = waiting.map(
    (rows) => sql`(SELECT count(*) FROM (${rows.limit(DESK_COUNT_MAX)}))`,
  )
  const [counts] = await db.all<DeskCounts>(
    sql`SELECT ${ofCases} AS cases, ${ofAppeals} AS appeals, ${ofBans} AS bans, ${ofOrders} AS orders`,
  )
  return counts ?? { cases: 0, appeals: 0, bans: 0, orders: 0 }
}
