import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { ReportedUsers } from '../../../contract/http/reports.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { users } from '../../domain/users/schema.ts'
import { isMember } from '../../domain/users/viewer.ts'
import { decodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { DONE, failure, type Result, tryWrite } from '../../lib/result.ts'
import { pageOfReports } from './page.ts'
import { userReports } from './schema.ts'

/** Reports a member, once while the report is open. Fails with `forbidden` for the reporter's own id. */
export async function addUserReport(
  db: Db,
  { userId, reporterId, now }: { userId: number; reporterId: number; now: number },
): Promise<Result<void, 'forbidden' | 'not_found'>> {
  const added = await tryWrite(
    db.batch([
      db
        .insert(userReports)
        .select(sql`SELECT NULL, id, ${reporterId}, ${now}, NULL, NULL FROM users WHERE ${isMember(userId)}`)
        .onConflictDoNothing(),
      db.select({ id: users.id }).from(users).where(isMember(userId)),
    ]),
    { nobody_reports_themselves: 'forbidden' },
  )
  if (!added.ok) return added
  const [, [user]] = added.value
  return user ? DONE : failure('not_found')
}

const LIST = 'reported users'

/** Lists open reports of members, oldest first. @throws InvalidCursor. */
export async function listReportedUsers(db: Db, cursor: string | undefined): Promise<ReportedUsers> {
  const [last = 0] = decodeCursor(LIST, 1, cursor) ?? []
  const reporter = alias(users, 'reporter')
  const rows = await db
    .select({
      id: userReports.id,
      userId: userReports.userId,
      nickname: users.nickname,
      reporterId: userReports.reporterId,
      reporter: reporter.nickname,
      createdAt: userReports.createdAt,
    })
    .from(userReports)
    .crossJoin(users)
    .crossJoin(reporter)
    .where(
      and(
        isNull(userReports.closedAt),
        gt(userReports.id, last),
        eq(users.id, userReports.userId),
        eq(reporter.id, userReports.reporterId),
      ),
    )
    .orderBy(asc(userReports.id))
    .limit(GALLERY_PAGE_SIZE)
  return pageOfReports(LIST, rows)
}
