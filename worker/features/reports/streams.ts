import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { ReportedStreams } from '../../../contract/http/reports.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { streams } from '../../domain/streams/schema.ts'
import { users } from '../../domain/users/schema.ts'
import { decodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { pageOfReports } from './page.ts'
import { streamReports } from './schema.ts'

/** Reports a stream, or replaces the member's open report of it. */
export async function addStreamReport(
  db: Db,
  { streamId, reporterId, details, now }: { streamId: number; reporterId: number; details: string; now: number },
): Promise<void> {
  await db
    .insert(streamReports)
    .values({ streamId, reporterId, details, createdAt: now })
    .onConflictDoUpdate({
      target: [streamReports.streamId, streamReports.reporterId],
      targetWhere: isNull(streamReports.closedAt),
      set: { details },
    })
}

const LIST = 'reported streams'

/** Lists open reports of streams, oldest first. @throws InvalidCursor. */
export async function listReportedStreams(db: Db, cursor: string | undefined): Promise<ReportedStreams> {
  const [last = 0] = decodeCursor(LIST, 1, cursor) ?? []
  const reporter = alias(users, 'reporter')
  const rows = await db
    .select({
      id: streamReports.id,
      streamId: streamReports.streamId,
      title: streams.title,
      state: streams.state,
      userId: streams.userId,
      nickname: users.nickname,
      reporterId: streamReports.reporterId,
      reporter: reporter.nickname,
      details: streamReports.details,
      createdAt: streamReports.createdAt,
    })
    .from(streamReports)
    .crossJoin(streams)
    .crossJoin(users)
    .crossJoin(reporter)
    .where(
      and(
        isNull(streamReports.closedAt),
        gt(streamReports.id, last),
        eq(streams.id, streamReports.streamId),
        eq(users.id, streams.userId),
        eq(reporter.id, streamReports.reporterId),
      ),
    )
    .orderBy(asc(streamReports.id))
    .limit(GALLERY_PAGE_SIZE)
  return pageOfReports(LIST, rows)
}
