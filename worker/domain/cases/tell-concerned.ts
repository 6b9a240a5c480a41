import { eq, type SQL, sql } from 'drizzle-orm'
import { log } from '../../../durable-objects/realtime/log.ts'
import type { Db } from '../../lib/database.ts'
import { errorFacts } from '../../lib/error-facts.ts'
import { tellMember } from '../member-channel/tell-member.ts'
import { notifications } from '../notifications/schema.ts'
import type { CaseThing } from './reports.ts'

/** Open pages of more members learn of the decision when they read their notifications again. */
const TOLD_MAX = 50

type Env = Pick<Cloudflare.Env, 'MEMBER_CHANNEL'>

/** Tells the author and the reporters that they have a notice of the decision on a case. A failure is logged. */
export async function tellConcerned(db: Db, env: Env, caseId: number | SQL): Promise<void> {
  try {
    const rows = await db
      .select({ userId: notifications.userId })
      .from(notifications)
      .where(eq(notifications.caseId, caseId))
      .limit(TOLD_MAX)
    await Promise.all(rows.map(({ userId }) => tellMember(env, userId, 'notifications')))
  } catch (error) {
    log('error', 'tell of decision', error instanceof Error ? errorFacts(error) : {})
  }
}

/** Does the same for an act of staff on the page of a thing, whose case is found by the time of the act. */
export async function tellConcernedOfAct(
  db: Db,
  env: Env,
  { kind, target, now }: Pick<CaseThing, 'kind' | 'target'> & { now: number },
): Promise<void> {
  const decided = sql`(SELECT id FROM cases WHERE decided_at = ${now} AND kind = ${kind} AND target = ${target})`
  await tellConcerned(db, env, decided)
}
