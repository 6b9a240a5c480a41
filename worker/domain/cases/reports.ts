import { type SQL, sql } from 'drizzle-orm'
import type { CaseKind, ReportReason } from '../../../contract/cases.ts'
import { REPORTS_PER_DAY_MAX } from '../../../contract/limits.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'
import { titlesOfThing } from './thing.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Each further report, up to a maximum, moves a case forward in the queue by this time. */
const HOURS_PER_REPORT = 6
const REPORTERS_WEIGHED_MAX = 9
/**
 * Cases of these kinds enter the queue as if they were this much older: the thing is still going on, or it is aimed at
 * one member.
 */
const HEAD_START_HOURS: Partial<Record<CaseKind, number>> = { stream: 24, message: 12, gift: 12 }

/** A thing that a case is about. */
export type CaseThing = {
  kind: CaseKind
  /** The key of the thing within its kind. */
  target: string
  /**
   * A query of the author (`user_id`) and the evidence (`evidence`), with one row, or none if the thing does not exist
   * any more.
   */
  thing: SQL
}

export type NewReport = CaseThing & {
  reporterId: number
  reasons?: readonly ReportReason[]
  details?: string
  /** Seconds from the start of a stream or replay. */
  atSeconds?: number | undefined
  now: number
}

type NewCase = CaseThing & { reportsCount: number; isAllowed: SQL; now: number }

/**
 * The statement that makes a case with a copy of its evidence, unless the thing is gone. The caller appends the
 * handling of an open case: `DO NOTHING` or `DO UPDATE`.
 */
export function newCase({ kind, target, thing, reportsCount, isAllowed, now }: NewCase): SQL {
  const { summary, name } = titlesOfThing(kind)
  const queueAt = now - (HEAD_START_HOURS[kind] ?? 0) * HOUR_MS
  return sql`INSERT INTO cases (kind, target, user_id, nickname, comment_id, evidence, summary, name, reports_count, queue_at,
      created_at)
    SELECT ${kind}, ${target}, user_id, (SELECT nickname FROM users WHERE users.id = thing.user_id),
      ${kind === 'comment' ? Number(target) : null}, evidence, ${summary}, ${name}, ${reportsCount}, ${queueAt}, ${now}
    FROM (${thing}) AS thing WHERE ${isAllowed} ON CONFLICT (kind, target) WHERE decided_at IS NULL`
}

/** The condition that a member has sent fewer reports within a day than the limit. */
function mayReport({ reporterId, now }: Pick<NewReport, 'reporterId' | 'now'>): SQL {
  const latest = sql`SELECT 1 FROM case_reports WHERE reporter_id = ${reporterId} AND created_at > ${now - DAY_MS}
    LIMIT ${REPORTS_PER_DAY_MAX}`
  return sql`(SELECT count(*) FROM (${latest})) < ${REPORTS_PER_DAY_MAX}`
}

/**
 * Replaces the member's report of a thing while its case is open. Returns false if there is none. Called before
 * evidence that is costly to make, because the case keeps the evidence of the first report.
 */
export async function replaceReport(
  db: Db,
  { kind, target, reporterId, details = '' }: Pick<NewReport, 'kind' | 'target' | 'reporterId' | 'details'>,
): Promise<boolean> {
  const replaced = await db.all(sql`UPDATE case_reports SET details = ${details} WHERE reporter_id = ${reporterId}
    AND case_id = (SELECT id FROM cases WHERE kind = ${kind} AND target = ${target} AND decided_at IS NULL)
    RETURNING id`)
  return replaced.length > 0
}

/**
 * Fails if the member has reached the daily limit of reports. Called before evidence that is costly to make;
 * `addReport` checks the limit again.
 */
export async function checkReportLimit(
  db: Db,
  by: Pick<NewReport, 'reporterId' | 'now'>,
): Promise<Result<void, 'report_limit'>> {
  const [row] = await db.all<{ allowed: number }>(sql`SELECT ${mayReport(by)} AS allowed`)
  return row?.allowed ? DONE : failure('report_limit')
}

/**
 * Reports a thing, or replaces the member's report of it while its case is open. The first report makes the case with a
 * copy of the evidence. Fails for a thing that is gone, and with `report_limit` above the reports of a day.
 */
export async function addReport(
  db: Db,
  { kind, target, thing, reporterId, reasons = [], details = '', atSeconds, now }: NewReport,
): Promise<Result<void, 'not_found' | 'report_limit'>> {
  const isAllowed = mayReport({ reporterId, now })
  const isNew = sql`NOT EXISTS (SELECT 1 FROM case_reports WHERE case_id = cases.id AND reporter_id = ${reporterId})`
  const [[allowed], , stored] = await db.batch([
    statement<{ allowed: number }>(db, sql`SELECT ${isAllowed} AS allowed`),
    statement(
      db,
      sql`${newCase({ kind, target, thing, reportsCount: 1, isAllowed, now })}
        DO UPDATE SET reports_count = reports_count + ${isNew},
          queue_at = queue_at - iif(${isNew} AND reports_count <= ${REPORTERS_WEIGHED_MAX},
            ${HOURS_PER_REPORT * HOUR_MS}, 0)`,
    ),
    statement<{ id: number }>(
      db,
      sql`INSERT INTO case_reports (case_id, kind, reporter_id, reasons, details, at_seconds, created_at)
        SELECT id, kind, ${reporterId}, ${JSON.stringify(reasons)}, ${details}, ${atSeconds ?? null}, ${now} FROM cases
        WHERE kind = ${kind} AND target = ${target} AND decided_at IS NULL AND ${isAllowed}
        ON CONFLICT (case_id, reporter_id)
          DO UPDATE SET reasons = excluded.reasons, details = excluded.details, at_seconds = excluded.at_seconds
        RETURNING id`,
    ),
  ])
  if (stored.length > 0) return DONE
  return failure(allowed?.allowed ? 'not_found' : 'report_limit')
}
