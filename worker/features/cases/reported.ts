import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
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
import { peopleIn, selectPeople } from '../../domain/users/people.ts'
import { users } from '../../domain/users/schema.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { givenId, idRows } from '../../lib/id-rows.ts'
import { imageBase } from '../../lib/image-base.ts'

/** A page of open reports of a kind whose things have authors, oldest first. @throws InvalidCursor. */
async function listReports<Kind extends CaseKind>(db: Db, kind: Kind, cursor: string | undefined) {
  const list = `reported ${kind}`
  const [last = 0] = decodeCursor(list, 1, cursor) ?? []
  const reports = await db
    .select()
    .from(caseReports)
    .where(and(eq(caseReports.kind, kind), isNull(caseReports.closedAt), gt(caseReports.id, last)))
    .orderBy(asc(caseReports.id))
    .limit(GALLERY_PAGE_SIZE)
  // Apart from the reports, so that a case with many of them is read once.
  const [caseRows, reporters] = await db.batch([
    selectReported(
      db,
      kind,
      reports.map(({ caseId }) => caseId),
    ),
    selectPeople(
      db,
      reports.map(({ reporterId }) => reporterId),
    ),
  ])
  const casesById = new Map(caseRows.map((row) => [row.caseId, row]))
  const personWith = peopleIn(reporters)
  const done = reports.length < GALLERY_PAGE_SIZE
  return {
    reports: reports.flatMap(({ id, caseId, reporterId, reasons, details, atSeconds, createdAt }) => {
      const reported = casesById.get(caseId)
      if (!reported) return []
      const { userId, nickname, target, evidence, deleted } = reported
      const reporter = personWith(reporterId).nickname
      return {
        item: { id, caseId, userId, nickname, reporterId, reporter, details, date: toWireTime(createdAt) },
        key: Number.parseInt(target, 10),
        evidence: JSON.parse(evidence) as CaseEvidence[Kind],
        ...{ reasons, atSeconds, deleted },
      }
    }),
    end: { cursor: done ? '' : encodeCursor(list, [reports.at(-1)?.id ?? 0]), done },
  }
}

/** Reported things with their authors. */
function selectReported(db: Db, kind: CaseKind, ids: readonly number[]) {
  const isGone = sql`NOT EXISTS (SELECT 1 FROM comments WHERE comments.id = CAST(${cases.target} AS INTEGER))`
  return db
    .select({
      caseId: cases.id,
      target: cases.target,
      evidence: cases.evidence,
      userId: sql<number>`${users.id}`.as('author_id'),
      nickname: users.nickname,
      deleted: (kind === 'comment' ? isGone : sql`0`).mapWith(Boolean).as('deleted'),
    })
    .from(idRows(ids))
    .crossJoin(cases)
    .crossJoin(users)
    .where(and(eq(cases.id, givenId), eq(users.id, cases.userId)))
}

export async function listReportedSketches(db: Db, cursor: string | undefined): Promise<ReportedSketches> {
  const { reports, end } = await listReports(db, 'sketch', cursor)
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

export async function listReportedComments(db: Db, cursor: string | undefined): Promise<ReportedComments> {
  const { reports, end } = await listReports(db, 'comment', cursor)
  const items = reports.map(({ item, key, evidence: { comment, target }, deleted }) => ({
    ...item,
    commentId: key,
    text: comment.text,
    commentedAt: toWireTime(comment.createdAt),
    target,
    deleted,
  }))
  return { items, ...end }
}

export async function listReportedUsers(db: Db, cursor: string | undefined): Promise<ReportedUsers> {
  const { reports, end } = await listReports(db, 'profile', cursor)
  return { items: reports.map(({ item }) => item), ...end }
}

export async function listReportedStreams(db: Db, cursor: string | undefined): Promise<ReportedStreams> {
  const { reports, end } = await listReports(db, 'stream', cursor)
  const items = reports.map(({ item, key, evidence: { title, state }, atSeconds }) => ({
    ...item,
    streamId: key,
    title,
    state,
    atSeconds,
  }))
  return { items, ...end }
}

export async function listReportedMessages(db: Db, cursor: string | undefined): Promise<ReportedMessages> {
  const { reports, end } = await listReports(db, 'message', cursor)
  return { items: reports.map(({ item, key, evidence }) => ({ ...item, ...evidence, threadId: key })), ...end }
}
