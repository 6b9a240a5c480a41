import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { WARNING } from '../../../contract/ban.ts'
import type { AppealFilter, AppealItem, AppealList } from '../../../contract/http/appeals.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { reasonText } from '../../../contract/rules.ts'
import { toWireTime } from '../../../contract/time.ts'
import { bans } from '../../domain/bans/schema.ts'
import { appeals, caseDecisions, cases } from '../../domain/cases/schema.ts'
import { users } from '../../domain/users/schema.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { rowsAfter } from '../../lib/keyset.ts'

/** Appeals with their member and the decision they are against: of a case with its thing, or a ban. */
export function selectAppeals(db: Db) {
  return db
    .select({
      appeal: appeals,
      nickname: users.nickname,
      kind: cases.kind,
      summary: cases.summary,
      action: caseDecisions.action,
      rule: caseDecisions.rule,
      decidedAt: caseDecisions.decidedAt,
      // In a batch, columns of the same name need an alias.
      caseReason: sql<string | null>`${caseDecisions.reason}`.as('case_reason'),
      duration: bans.durationHours,
      banReason: sql<string | null>`${bans.reason}`.as('ban_reason'),
      bannedAt: sql<number | null>`${bans.createdAt}`.as('banned_at'),
    })
    .from(appeals)
    .innerJoin(users, eq(users.id, appeals.userId))
    .leftJoin(cases, eq(cases.id, appeals.caseId))
    .leftJoin(caseDecisions, eq(caseDecisions.caseId, appeals.caseId))
    .leftJoin(bans, eq(bans.id, appeals.banId))
    .$dynamic()
}

type AppealRow = Awaited<ReturnType<typeof selectAppeals>>[number]

/** Lists open appeals, oldest first, or closed ones, latest first. @throws InvalidCursor. */
export async function listAppeals(
  db: Db,
  { filter, cursor }: { filter: AppealFilter; cursor?: string | undefined },
): Promise<AppealList> {
  const list = `appeals ${filter}`
  const last = decodeCursor(list, 2, cursor)
  const isOpen = filter === 'open'
  const keys = [isOpen ? appeals.createdAt : appeals.closedAt, appeals.id] as const
  const order = isOpen ? asc : desc
  const rows = await selectAppeals(db)
    .where(
      and(
        isOpen ? isNull(appeals.closedAt) : isNotNull(appeals.closedAt),
        last ? rowsAfter([...keys], last, isOpen ? '>' : '<') : undefined,
      ),
    )
    .orderBy(...keys.map((key) => order(key)))
    .limit(GALLERY_PAGE_SIZE)
  const end = rows.length < GALLERY_PAGE_SIZE ? undefined : rows.at(-1)?.appeal
  return {
    items: rows.map(appealItemOf),
    cursor: end ? encodeCursor(list, [(isOpen ? end.createdAt : end.closedAt) ?? 0, end.id]) : '',
    done: !end,
  }
}

export function appealItemOf({ appeal, nickname, kind, summary, ...decision }: AppealRow): AppealItem {
  const { action, rule, caseReason, duration, banReason } = decision
  return {
    id: appeal.id,
    member: { id: appeal.userId, nickname },
    text: appeal.text,
    date: toWireTime(appeal.createdAt),
    caseId: appeal.caseId,
    kind,
    title: summary ?? '',
    action: action ?? (duration === WARNING ? 'warn' : 'ban'),
    reason: banReason ?? reasonText(rule, caseReason ?? ''),
    duration: duration as AppealItem['duration'],
    dateDecided: toWireTime(decision.decidedAt ?? decision.bannedAt ?? 0),
    deciderId: appeal.deciderId,
    outcome: appeal.outcome,
    answer: appeal.reason,
    dateClosed: appeal.closedAt === null ? null : toWireTime(appeal.closedAt),
  }
}
