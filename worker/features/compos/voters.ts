import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { CompoVoters } from '../../../contract/http/compos.ts'
import { COMPO_VOTERS_LISTED } from '../../../contract/limits.ts'
import { auditRead } from '../../domain/audit-log/audit-log.ts'
import { compoBallots, compos } from '../../domain/compos/schema.ts'
import { personOf } from '../../domain/users/list-items.ts'
import { users } from '../../domain/users/schema.ts'
import type { Db } from '../../lib/database.ts'

/**
 * Lists the voters of a closed compo whose picks fit its result least; null until the comparison is stored. Writes an
 * entry in the staff log.
 */
export async function listVoters(
  db: Db,
  { key, staffId, now }: { key: string; staffId: number; now: number },
): Promise<CompoVoters | null> {
  const isCompared = and(eq(compos.key, key), isNotNull(compos.comparedCount))
  const compoId = sql<number>`(SELECT id FROM compos WHERE ${isCompared})`
  const [[compo], rows] = await db.batch([
    db.select({ voters: compos.comparedCount }).from(compos).where(isCompared),
    db
      .select({
        voter: { id: users.id, nickname: users.nickname, avatarKey: users.avatarKey },
        sets: compoBallots.setsCount,
        picks: compoBallots.picksCount,
        likelihood: compoBallots.likelihood,
        deviation: compoBallots.deviation,
      })
      .from(compoBallots)
      .leftJoin(users, eq(users.id, compoBallots.voterId))
      .where(and(eq(compoBallots.compoId, compoId), sql`deviation IS NOT NULL`))
      .orderBy(compoBallots.deviation, compoBallots.id)
      .limit(COMPO_VOTERS_LISTED),
    auditRead(db, { staffId, action: 'compo_voters', targetType: 'compo', targetId: compoId }, now),
  ])
  if (!compo) return null
  const items = rows.map(({ voter, sets, picks, likelihood, deviation }) => ({
    voter: voter && personOf(voter),
    sets: sets ?? 0,
    picks: picks ?? 0,
    likelihood: likelihood ?? 0,
    deviation: deviation ?? 0,
  }))
  return { voters: compo.voters ?? 0, items }
}
