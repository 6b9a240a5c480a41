import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
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

/** A page of open reports of a kind whose things have authors, oldest first. @throws InvalidCursor. */
async function listReports<Kind extends CaseKind>(db: Db, kind: Kind, cursor: string | undefined) {
  const list = `reported ${kind}`
  const [last = 0] = decodeCursor(list, 1, cursor) ?? []
  const reporter = alias(users, 'reporter')
  const rows = await db
    .select({
      id: caseReports.id,
      caseId: cases.id,
      target: cases.target,
      evidence: cases.evidence,
      userId: users.id,
      nickname: users.nickname,
      reporterId: caseReports.reporterId,
      reporter: reporter.nickname,
      reasons: caseReports.reasons,
      details: caseReports.details,
      atSeconds: caseReports.atSeconds,
      createdAt: caseReports.createdAt,
      deleted:
        kind === 'comment'
          ? sql`NOT EXISTS (SELECT 1 FROM comments WHERE comments.id = CAST(${cases.target} AS INTEGER))`.mapWith(
              Boolean,
            )
          : sql`0`.mapWith(Boolean),
    })
    .from(caseReports)
    .crossJoin(cases)
    .crossJoin(users)
    .crossJoin(reporter)
    .where(
      and(
        eq(caseReports.kind, kind),
        isNull(caseReports.closedAt),
        gt(caseReports.id, last),
        eq(cases.id, caseReports.caseId),
        eq(users.id, cases.userId),
        eq(reporter.id, caseReports.reporterId),
      ),
    )
    .orderBy(asc(caseReports.id))
    .limit(GALLERY_PAGE_SIZE)
  const done = rows.length < GALLERY_PAGE_SIZE
  return {
    reports: rows.map(({ id, caseId, userId, nickname, reporterId, reporter, details, ...row }) => ({
      item: { id, caseId, userId, nickname, reporterId, reporter, details, date: toWireTime(row.createdAt) },
      key: Number.parseInt(row.target, 10),
      evidence: JSON.parse(row.evidence) as CaseEvidence[Kind],
      reasons: row.reasons,
      atSeconds: row.atSeconds,
      deleted: row.deleted,
    })),
    end: { cursor: done ? '' : encodeCursor(list, [rows.at(-1)?.id ?? 0]), done },
  }
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
