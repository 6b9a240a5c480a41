import { and, asc, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { type CaseKind, REPORT_REASONS, type ReportReason } from '../../../contract/cases.ts'
import type { CaseEvidence } from '../../../contract/http/cases.ts'
import type {
  ReportedComments,
  ReportedMessages,
  ReportedSketches,
  ReportedStreams,
  ReportedUsers,
} from '../../../contract/http/reports.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { displayTitle } from '../../../contract/text.ts'
import { toWireTime } from '../../../contract/time.ts'
import { caseReports, cases } from '../../domain/cases/schema.ts'
import { users } from '../../domain/users/schema.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { imageBase } from '../../lib/image-base.ts'

/** A page of a list, and its reader. */
type Page = { staffId: number; cursor?: string | undefined }

/**
 * Lists a page of open reports of a kind, oldest first, without reports of the reader's own things. Reads three rows an
 * item: report, case and reporter, with these fields of the evidence. The author's name is that at the first report.
 * @throws InvalidCursor.
 */
async function listReports<Kind extends CaseKind, Field extends keyof CaseEvidence[Kind] & string>(
  db: Db,
  kind: Kind,
  fields: readonly Field[],
  { staffId, cursor }: Page,
) {
  const list = `reported ${kind}`
  const [last = 0] = decodeCursor(list, 1, cursor) ?? []
  const rows = await db
    .select({
      id: caseReports.id,
      caseId: cases.id,
      target: cases.target,
      evidence: fieldsOf(fields),
      userId: sql<number>`${cases.userId}`.as('author_id'),
      nickname: sql<string>`${cases.nickname}`.as('author'),
      reporterId: caseReports.reporterId,
      reporter: users.nickname,
      reasons: caseReports.reasons,
      details: caseReports.details,
      atSeconds: caseReports.atSeconds,
      createdAt: caseReports.createdAt,
      commentId: cases.commentId,
    })
    .from(caseReports)
    .crossJoin(cases)
    .crossJoin(users)
    .where(
      and(
        eq(caseReports.kind, kind),
        isNull(caseReports.closedAt),
        gt(caseReports.id, last),
        eq(cases.id, caseReports.caseId),
        isNotNull(cases.userId),
        ne(cases.userId, staffId),
        eq(users.id, caseReports.reporterId),
      ),
    )
    .orderBy(asc(caseReports.id))
    .limit(GALLERY_PAGE_SIZE)
  const done = rows.length < GALLERY_PAGE_SIZE
  return {
    reports: rows.map(({ id, caseId, userId, nickname, reporterId, reporter, details, ...row }) => ({
      item: { id, caseId, userId, nickname, reporterId, reporter, details, date: toWireTime(row.createdAt) },
      key: Number.parseInt(row.target, 10),
      evidence: JSON.parse(row.evidence) as Pick<CaseEvidence[Kind], Field>,
      reasons: row.reasons,
      atSeconds: row.atSeconds,
      commentId: row.commentId,
    })),
    end: { cursor: done ? '' : encodeCursor(list, [rows.at(-1)?.id ?? 0]), done },
  }
}

function fieldsOf(fields: readonly string[]) {
  const values = fields.flatMap((field) => [sql`${field}`, sql`${cases.evidence} -> ${`$.${field}`}`])
  return sql<string>`json_object(${sql.join(values, sql`, `)})`.as('evidence_fields')
}

export async function listReportedSketches(db: Db, page: Page): Promise<ReportedSketches> {
  const { reports, end } = await listReports(db, 'sketch', ['title', 'imageKey'], page)
  const items = reports.map(({ item, key, evidence: { title, imageKey }, reasons }) => ({
    ...item,
    ...flagsOf(reasons),
    sketchId: key,
    title: displayTitle(title),
    imageUrl: imageBase(imageKey),
  }))
  return { items, ...end }
}

function flagsOf(reasons: readonly ReportReason[]): Record<ReportReason, boolean> {
  return Object.fromEntries(REPORT_REASONS.map((reason) => [reason, reasons.includes(reason)])) as Record<
    ReportReason,
    boolean
  >
}

export async function listReportedComments(db: Db, page: Page): Promise<ReportedComments> {
  const { reports, end } = await listReports(db, 'comment', ['comment', 'target'], page)
  const items = reports.map(({ item, key, evidence: { comment, target }, commentId }) => ({
    ...item,
    commentId: key,
    text: comment.text,
    commentedAt: toWireTime(comment.createdAt),
    target,
    deleted: commentId === null,
  }))
  return { items, ...end }
}

export async function listReportedUsers(db: Db, page: Page): Promise<ReportedUsers> {
  const { reports, end } = await listReports(db, 'profile', [], page)
  return { items: reports.map(({ item }) => item), ...end }
}

export async function listReportedStreams(db: Db, page: Page): Promise<ReportedStreams> {
  const { reports, end } = await listReports(db, 'stream', ['title', 'state'], page)
  const items = reports.map(({ item, key, evidence: { title, state }, atSeconds }) => ({
    ...item,
    streamId: key,
    title,
    state,
    atSeconds,
  }))
  return { items, ...end }
}

export async function listReportedMessages(db: Db, page: Page): Promise<ReportedMessages> {
  const { reports, end } = await listReports(db, 'message', ['subject', 'posts'], page)
  return { items: reports.map(({ item, key, evidence }) => ({ ...item, ...evidence, threadId: key })), ...end }
}
