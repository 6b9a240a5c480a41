import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { ListedBan } from '../../../contract/http/bans.ts'
import { auditLog } from '../../domain/audit-log/schema.ts'
import { bans } from '../../domain/bans/schema.ts'
import type { Db } from '../../lib/database.ts'

/**
 * Makes an unconfirmed ban permanent, with an entry in the audit log. Other bans stay as they are. Returns whether this
 * call confirmed it.
 */
export async function confirmBan(
  db: Db,
  { staffId, ban, now }: { staffId: number; ban: ListedBan; now: number },
): Promise<boolean> {
  const isWaiting = and(
    eq(bans.id, ban.id),
    sql`duration_hours = -1`,
    isNull(bans.closedAt),
    gt(bans.endsAt, now),
    ne(bans.staffId, staffId),
  )
  const changes = JSON.stringify({ dateEnd: [ban.dateEnd, null] })
  const [, confirmed] = await db.batch([
    db.insert(auditLog).select(
      sql`SELECT NULL, ${staffId}, 'confirm_ban', user_id, 'user', user_id, reason, ${changes}, ${now}
        FROM bans WHERE ${isWaiting}`,
    ),
    db.update(bans).set({ endsAt: null, confirmedById: staffId }).where(isWaiting).returning({ id: bans.id }),
  ])
  return confirmed.length > 0
}
