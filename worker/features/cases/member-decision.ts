import { and, eq, isNull, sql } from 'drizzle-orm'
import { WARNING } from '../../../contract/ban.ts'
import type { AppealBody, MemberDecision } from '../../../contract/http/appeals.ts'
import { reasonText } from '../../../contract/rules.ts'
import { toWireTime } from '../../../contract/time.ts'
import { bans } from '../../domain/bans/schema.ts'
import { appeals, caseDecisions, caseReports, cases } from '../../domain/cases/schema.ts'
import { addressOfThing, isRemoval } from '../../domain/cases/thing.ts'
import { storeOrders } from '../../domain/store/schema.ts'
import type { Db } from '../../lib/database.ts'
import { DONE, failure, type Result, tryWrite } from '../../lib/result.ts'

/** A case, a ban or warning outside of cases, or null: the ban or warning of the member that is in force. */
export type DecisionKey = Pick<AppealBody, 'case' | 'ban'>

type Of = { of: 'case' | 'ban'; id: number }

/** Finds which decision a member means. A ban by a decision on a case is the decision of that case. */
async function findKey(db: Db, userId: number, key: DecisionKey): Promise<Of | null> {
  if (key.case !== undefined) return { of: 'case', id: key.case }
  const ofCase = sql<number | null>`(SELECT case_id FROM cases JOIN case_decisions ON case_id = cases.id
    WHERE cases.decided_at = bans.created_at AND cases.user_id = bans.user_id AND action IN ('warn', 'ban'))`
  const which = key.ban === undefined ? isNull(bans.closedAt) : eq(bans.id, key.ban)
  const found = await db
    .select({ id: bans.id, caseId: ofCase.as('case_id') })
    .from(bans)
    .where(and(eq(bans.userId, userId), which))
    .get()
  if (!found) return null
  return found.caseId === null ? { of: 'ban', id: found.id } : { of: 'case', id: found.caseId }
}

/** Finds a decision for the author of the thing or a member who reported it; null for others and for an open case. */
export async function findMemberDecision(
  db: Db,
  userId: number,
  { now, ...key }: DecisionKey & { now: number },
): Promise<MemberDecision | null> {
  const found = await findKey(db, userId, key)
  if (!found) return null
  return found.of === 'case' ? findOfCase(db, userId, found.id) : findOfBan(db, userId, { id: found.id, now })
}

async function findOfCase(db: Db, userId: number, id: number): Promise<MemberDecision | null> {
  const isReporter = sql`EXISTS (SELECT 1 FROM ${caseReports} WHERE case_id = ${id} AND reporter_id = ${userId})`
  // The words of a gift that another account gave, which was merged into the member's.
  const isHidden = sql`EXISTS (SELECT 1 FROM ${storeOrders}
    WHERE ${cases.kind} = 'gift' AND ${storeOrders.id} = CAST(${cases.target} AS INTEGER) AND ${storeOrders.isMessageHidden})`
  const row = await db
    .select({
      ...{ found: cases, decision: caseDecisions, appeal: appeals },
      ...{ isReporter: isReporter.mapWith(Boolean), isHidden: isHidden.mapWith(Boolean) },
    })
    .from(cases)
    .innerJoin(caseDecisions, eq(caseDecisions.caseId, cases.id))
    .leftJoin(appeals, eq(appeals.caseId, cases.id))
    .where(eq(cases.id, id))
    .get()
  if (!row) return null
  const { found, decision, appeal } = row
  const acted = decision.action !== 'none'
  const isAuthor = found.userId === userId && acted
  if (!isAuthor && !row.isReporter) return null
  const undone = decision.undoneAt !== null
  const { kind, target, summary } = found
  const isShown = isAuthor && (undone || !isRemoval(decision.action))
  return {
    ...{ of: 'case', id, kind, isAuthor, acted, undone },
    date: toWireTime(decision.decidedAt),
    title: isAuthor && !row.isHidden ? summary : '',
    address: isShown ? addressOfThing({ kind, target, evidence: JSON.parse(found.evidence) }) : null,
    action: isAuthor ? decision.action : null,
    reason: isAuthor ? reasonText(decision.rule, decision.reason) : '',
    mayAppeal: isAuthor && !undone && appeal === null,
    appeal: isAuthor && appeal ? appealOf(appeal) : null,
  }
}

async function findOfBan(
  db: Db,
  userId: number,
  { id, now }: { id: number; now: number },
): Promise<MemberDecision | null> {
  const row = await db
    .select({ ban: bans, appeal: appeals })
    .from(bans)
    .leftJoin(appeals, eq(appeals.banId, bans.id))
    .where(and(eq(bans.id, id), eq(bans.userId, userId)))
    .get()
  if (!row) return null
  const { ban, appeal } = row
  const isOver = ban.closedAt !== null || (ban.endsAt !== null && ban.endsAt <= now)
  return {
    ...{ of: 'ban', id, kind: null, isAuthor: true, acted: true, undone: false, title: '', address: null },
    date: toWireTime(ban.createdAt),
    action: ban.durationHours === WARNING ? 'warn' : 'ban',
    reason: ban.reason,
    mayAppeal: !isOver && appeal === null,
    appeal: appeal && appealOf(appeal),
  }
}

const appealOf = (appeal: typeof appeals.$inferSelect): MemberDecision['appeal'] => ({
  text: appeal.text,
  date: toWireTime(appeal.createdAt),
  outcome: appeal.outcome,
  answer: appeal.reason,
  dateClosed: appeal.closedAt === null ? null : toWireTime(appeal.closedAt),
})

/**
 * Appeals against a decision, once. Fails with `appealed_already`, and with `not_found` for decisions that
 * do not concern the member, or are no longer in force.
 */
export async function addAppeal(
  db: Db,
  userId: number,
  { text, now, ...key }: AppealBody & { now: number },
): Promise<Result<void, 'not_found' | 'appealed_already'>> {
  const found = await findKey(db, userId, key)
  if (!found) return failure('not_found')
  const from =
    found.of === 'case'
      ? sql`cases.id, NULL, ${text}, staff_id FROM cases JOIN case_decisions ON case_id = cases.id
          WHERE cases.id = ${found.id} AND user_id = ${userId} AND action <> 'none' AND undone_at IS NULL`
      : sql`NULL, id, ${text}, staff_id FROM bans WHERE id = ${found.id} AND user_id = ${userId}
          AND closed_at IS NULL AND (ends_at IS NULL OR ends_at > ${now})`
  const written = await tryWrite(
    db.all(sql`INSERT INTO appeals (created_at, user_id, case_id, ban_id, text, decider_id)
      SELECT ${now}, ${userId}, ${from} RETURNING id`),
    { 'appeals.case_id': 'appealed_already', 'appeals.ban_id': 'appealed_already' },
  )
  if (!written.ok) return written
  return written.value.length > 0 ? DONE : failure('not_found')
}
