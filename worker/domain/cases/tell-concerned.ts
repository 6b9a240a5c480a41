import { type SQL, sql } from 'drizzle-orm'
import { log } from '../../../durable-objects/realtime/log.ts'
import type { Db } from '../../lib/database.ts'
import { errorFacts } from '../../lib/error-facts.ts'
import { tellMember } from '../member-channel/tell-member.ts'
import { notifications } from '../notifications/schema.ts'
import type { CaseThing } from './reports.ts'

/** Open pages of more members learn of the decision when they read their notifications again. */
const TOLD_MAX = 50

type Env = Pick<Cloudflare.Env, 'MEMBER_CHANNEL'>

/**
 * Makes the open pages of the author and the reporters read the notice of a decision. `caseIds` is a case or a query of
 * several. A failure is logged.
 */
export async function tellConcerned(db: Db, env: Env, caseIds: number | SQL): Promise<void> {
  try {
    const rows = await db
      .select({ userId: notifications.userId })
      .from(notifications)
      .where(sql`${notifications.caseId} IN (${caseIds})`)
      .limit(TOLD_MAX)
    await Promise.all(rows.map(({ userId }) => tellMember(env, userId, 'notifications')))
  } catch (error) {
    log('error', 'tell of decision', error instanceof Error ? errorFacts(error) : {})
  }
}

type ActOnPage = Pick<CaseThing, 'kind' | 'target'> & { now: number }

/** Does the same after an act of staff on the page of a thing. Finds its case by the time of the act. */
export async function tellConcernedOfAct(db: Db, env: Env, { kind, target, now }: ActOnPage): Promise<void> {
  await tellConcerned(
    db,
    env,
    sql`SELECT id FROM cases WHERE decided_at = ${now} AND kind = ${kind} AND target = ${target}`,
  )
}

/** Does the same after an act on a page that reversed decisions. */
export async function tellConcernedOfUndo(db: Db, env: Env, { kind, target, now }: ActOnPage): Promise<void> {
  await tellConcerned(
    db,
    env,
    sql`SELECT case_id FROM case_decisions WHERE undone_at = ${now} AND case_id IN (
      SELECT id FROM cases WHERE kind = ${kind} AND target = ${target} AND decided_at IS NOT NULL)`,
  )
}
