import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { ReportBody, ReportedSketches } from '../../../contract/http/reports.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { displayTitle } from '../../../contract/text.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { users } from '../../domain/users/schema.ts'
import { decodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { imageBase } from '../../lib/image-base.ts'
import { pageOfReports } from './page.ts'
import { sketchReports } from './schema.ts'

/** Reports a sketch, or replaces the member's open report of it. */
export async function addSketchReport(
  db: Db,
  { sketchId, reporterId, report, now }: { sketchId: number; reporterId: number; report: ReportBody; now: number },
): Promise<void> {
  await db
    .insert(sketchReports)
    .values({ sketchId, reporterId, ...report, createdAt: now })
    .onConflictDoUpdate({
      target: [sketchReports.sketchId, sketchReports.reporterId],
      targetWhere: isNull(sketchReports.closedAt),
      set: report,
    })
}

const LIST = 'reported sketches'

/** Lists open reports of sketches, oldest first. @throws InvalidCursor. */
export async function listReportedSketches(db: Db, cursor: string | undefined): Promise<ReportedSketches> {
  const [last = 0] = decodeCursor(LIST, 1, cursor) ?? []
  const reporter = alias(users, 'reporter')
  const rows = await db
    .select({
      report: sketchReports,
      title: sketches.title,
      imageKey: sketches.imageKey,
      userId: sketches.userId,
      nickname: users.nickname,
      reporter: reporter.nickname,
    })
    .from(sketchReports)
    .crossJoin(sketches)
    .crossJoin(users)
    .crossJoin(reporter)
    .where(
      and(
        isNull(sketchReports.closedAt),
        gt(sketchReports.id, last),
        eq(sketches.id, sketchReports.sketchId),
        eq(users.id, sketches.userId),
        eq(reporter.id, sketchReports.reporterId),
      ),
    )
    .orderBy(asc(sketchReports.id))
    .limit(GALLERY_PAGE_SIZE)
  const items = rows.map(({ report, title, imageKey, ...row }) => {
    const { closedAt: _at, closedBy: _by, ...fields } = report
    return { ...fields, ...row, title: displayTitle(title), imageUrl: imageBase(imageKey) }
  })
  return pageOfReports(LIST, items)
}
