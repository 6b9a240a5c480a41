import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { ReportedMessages } from '../../../contract/http/reports.ts'
import { GALLERY_PAGE_SIZE, REPORTED_POSTS_MAX } from '../../../contract/limits.ts'
import { users } from '../../domain/users/schema.ts'
import { decodeCursor } from '../../lib/cursor.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'
import { pageOfReports } from './page.ts'
import { messageReports } from './schema.ts'

/**
 * Reports a thread of the reporter with its latest posts as they are now, or replaces their open report of it. Fails for
 * a thread that they do not have.
 */
export async function addMessageReport(
  db: Db,
  { threadId, reporterId, details, now }: { threadId: number; reporterId: number; details: string; now: number },
): Promise<Result<void, 'not_found'>> {
  const posts = sql`(SELECT json_group_array(json_object('number', number, 'userId', user_id, 'text', text,
      'sketchId', sketch_id, 'createdAt', created_at))
    FROM (SELECT * FROM message_posts WHERE thread_id = topic.thread_id AND number > topic.deleted_up_to
      ORDER BY number DESC LIMIT ${REPORTED_POSTS_MAX}))`
  const [stored] = await db.batch([
    statement<{ id: number }>(
      db,
      sql`INSERT INTO message_reports (thread_id, user_id, reporter_id, subject, posts, details, created_at)
        SELECT topic.thread_id, topic.other_id, topic.user_id, topic.subject, ${posts}, ${details}, ${now}
        FROM message_topics AS topic
        WHERE user_id = ${reporterId} AND thread_id = ${threadId} AND blocked = 0 AND folder <> 'deleted'
        ON CONFLICT (thread_id, reporter_id) WHERE closed_at IS NULL
          DO UPDATE SET posts = excluded.posts, details = excluded.details
        RETURNING id`,
    ),
  ])
  return stored.length > 0 ? DONE : failure('not_found')
}

const LIST = 'reported messages'

/** Lists open reports of threads, oldest first. @throws InvalidCursor. */
export async function listReportedMessages(db: Db, cursor: string | undefined): Promise<ReportedMessages> {
  const [last = 0] = decodeCursor(LIST, 1, cursor) ?? []
  const reporter = alias(users, 'reporter')
  const rows = await db
    .select({
      id: messageReports.id,
      threadId: messageReports.threadId,
      userId: messageReports.userId,
      nickname: users.nickname,
      reporterId: messageReports.reporterId,
      reporter: reporter.nickname,
      subject: messageReports.subject,
      posts: messageReports.posts,
      details: messageReports.details,
      createdAt: messageReports.createdAt,
    })
    .from(messageReports)
    .crossJoin(users)
    .crossJoin(reporter)
    .where(
      and(
        isNull(messageReports.closedAt),
        gt(messageReports.id, last),
        eq(users.id, messageReports.userId),
        eq(reporter.id, messageReports.reporterId),
      ),
    )
    .orderBy(asc(messageReports.id))
    .limit(GALLERY_PAGE_SIZE)
  return pageOfReports(LIST, rows)
}
