import { and, asc, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/sqlite-core'
import type { CaseItem, CaseList, CaseQueueParams } from '../../../contract/http/cases.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { claimEnd, claimsEndedAt } from '../../domain/cases/claims.ts'
import { caseDecisions, cases } from '../../domain/cases/schema.ts'
import { users } from '../../domain/users/schema.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { rangesAfter } from '../../lib/keyset.ts'

const claimer = alias(users, 'claimer')

export function selectCases(db: Db, now: number) {
  return db
    .select({
      id: cases.id,
      kind: cases.kind,
      target: cases.target,
      summary: cases.summary,
      userId: cases.userId,
      nickname: users.nickname,
      reportsCount: cases.reportsCount,
      queueAt: cases.queueAt,
      createdAt: cases.createdAt,
      claimedBy: sql<number | null>`${claimer.id}`.as('claimer_id'),
      claimedByNickname: sql<string | null>`${claimer.nickname}`.as('claimed_by_nickname'),
      claimedAt: cases.claimedAt,
      decidedAt: cases.decidedAt,
      action: caseDecisions.action,
    })
    .from(cases)
    .leftJoin(users, eq(users.id, cases.userId))
    .leftJoin(claimer, eq(claimer.id, sql`iif(${cases.claimedAt} > ${claimsEndedAt(now)}, ${cases.claimedBy}, NULL)`))
    .leftJoin(caseDecisions, eq(caseDecisions.caseId, sql`iif(${cases.decidedAt} IS NULL, NULL, ${cases.id})`))
    .$dynamic()
}

type CaseRow = Awaited<ReturnType<typeof selectCases>>[number]

type Position = { keys: [typeof cases.queueAt | typeof cases.decidedAt, typeof cases.id]; descending: boolean }
const inQueue: Position = { keys: [cases.queueAt, cases.id], descending: false }
const byDecision: Position = { keys: [cases.decidedAt, cases.id], descending: true }

/**
 * Lists cases: the queue, those that a member of staff claimed, or those decided, latest first. @throws InvalidCursor.
 */
export async function listCases(
  db: Db,
  { filter, kind, cursor, staffId, now }: CaseQueueParams & { staffId: number; now: number },
): Promise<CaseList> {
  const list = `cases ${filter} ${kind}`
  const last = decodeCursor(list, 2, cursor)
  const { keys, descending } = filter === 'decided' ? byDecision : inQueue
  const conditions: Record<typeof filter, SQL | undefined> = {
    open: isNull(cases.decidedAt),
    mine: and(isNull(cases.decidedAt), eq(cases.claimedBy, staffId), gt(cases.claimedAt, claimsEndedAt(now))),
    decided: isNotNull(cases.decidedAt),
  }
  const order = descending ? desc : asc
  const read = (after?: SQL) =>
    selectCases(db, now)
      .where(and(conditions[filter], kind === '' ? undefined : eq(cases.kind, kind), after))
      .orderBy(...keys.map((key) => order(key)))
      .limit(GALLERY_PAGE_SIZE)
  const [equalTime, further] = last ? rangesAfter(keys, last, descending ? '<' : '>') : []
  const rows = await (further
    ? unionAll(db.select().from(read(equalTime).as('equal_time')), db.select().from(read(further).as('further'))).limit(
        GALLERY_PAGE_SIZE,
      )
    : read())
  const end = rows.length < GALLERY_PAGE_SIZE ? undefined : rows.at(-1)
  return {
    items: rows.map(caseItemOf),
    cursor: end ? encodeCursor(list, [(descending ? end.decidedAt : end.queueAt) ?? 0, end.id]) : '',
    done: !end,
  }
}

export function caseItemOf(row: CaseRow): CaseItem {
  const { id, kind, userId, reportsCount, claimedBy, claimedByNickname, claimedAt } = row
  return {
    id,
    kind,
    title: row.summary,
    author: userId === null ? null : { id: userId, nickname: row.nickname ?? '' },
    reportsCount,
    date: toWireTime(row.createdAt),
    claim:
      claimedBy === null
        ? null
        : {
            userId: claimedBy,
            nickname: claimedByNickname ?? '',
            dateEnd: toWireTime(claimEnd(claimedAt ?? 0)),
          },
    decided:
      row.decidedAt === null || row.action === null ? null : { action: row.action, date: toWireTime(row.decidedAt) },
  }
}
