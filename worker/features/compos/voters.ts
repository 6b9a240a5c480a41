import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { CompoVoters } from '../../../contract/http/compos.ts'
import { COMPO_VOTERS_LISTED } from '../../../contract/limits.ts'
import { auditRead } from '../../domain/audit-log/audit-log.ts'
import { finishFit } from '../../domain/compos/fit.ts'
import { rankEntries } from '../../domain/compos/result.ts'
import { compoBallots, compoEntries, compos } from '../../domain/compos/schema.ts'
import { VoterComparison } from '../../domain/compos/voters.ts'
import { personOf } from '../../domain/users/list-items.ts'
import { users } from '../../domain/users/schema.ts'
import type { Db } from '../../lib/database.ts'
import { packAnswered, readAnswered } from './answered.ts'

/**
 * Lists the voters of a closed compo whose picks fit its result least; null without a result. Reads each answered set
 * twice: strengths are not stored, so the fit is computed again as the close does. The read is on the staff log.
 */
export async function listVoters(
  db: Db,
  { key, staffId, now }: { key: string; staffId: number; now: number },
): Promise<CompoVoters | null> {
  const isClosed = and(eq(compos.key, key), isNotNull(compos.resultAt))
  const compoId = sql`(SELECT id FROM compos WHERE ${isClosed})`
  const [[compo], entries, members] = await db.batch([
    db.select({ id: compos.id }).from(compos).where(isClosed),
    db
      .select({ id: compoEntries.id })
      .from(compoEntries)
      .where(and(eq(compoEntries.compoId, compoId), isNotNull(compoEntries.fittedPlace))),
    db
      .select({ ballotId: compoBallots.id, id: users.id, nickname: users.nickname, avatarKey: users.avatarKey })
      .from(compoBallots)
      .innerJoin(users, eq(users.id, compoBallots.voterId))
      .where(eq(compoBallots.compoId, compoId)),
    auditRead(db, { staffId, action: 'compo_voters', targetType: 'compo', targetId: compoId }, now),
  ])
  if (!compo) return null
  const packer = await packAnswered(db, { compoId: compo.id, entryIds: entries.map(({ id }) => id) })
  const packed = packer.pack()
  const results = rankEntries(packed, finishFit(packed))
  const comparison = new VoterComparison(new Map(results.map(({ id, strength }) => [id, strength])))
  const answered = new Map<number, number>()
  for await (const set of readAnswered(db, compo.id)) {
    comparison.add(set)
    answered.set(set.ballotId, (answered.get(set.ballotId) ?? 0) + 1)
  }
  const compared = comparison.compare()
  const memberOf = new Map(members.map((member) => [member.ballotId, personOf(member)]))
  const items = compared.slice(0, COMPO_VOTERS_LISTED).map(({ ballotId, ...fit }) => ({
    voter: memberOf.get(ballotId) ?? null,
    sets: answered.get(ballotId) ?? 0,
    ...fit,
  }))
  return { voters: compared.length, items }
}
