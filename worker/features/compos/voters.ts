import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { CompoVoters } from '../../../contract/http/compos.ts'
import { COMPO_VOTERS_LISTED } from '../../../contract/limits.ts'
import { auditRead } from '../../domain/audit-log/audit-log.ts'
import { SetPacker } from '../../domain/compos/answered-sets.ts'
import { finishFit } from '../../domain/compos/fit.ts'
import { rankEntries } from '../../domain/compos/result.ts'
import { compoBallots, compoEntries, compoSets, compos } from '../../domain/compos/schema.ts'
import { compareVoters, type VoterSet } from '../../domain/compos/voters.ts'
import { personOf } from '../../domain/users/list-items.ts'
import { users } from '../../domain/users/schema.ts'
import type { Db } from '../../lib/database.ts'

/**
 * Lists the voters of a closed compo whose picks fit its result least; null without a result. Reads each answered set and
 * each ballot once, and computes the fit again as the close does: strengths are not stored. The read is on the staff log.
 */
export async function listVoters(
  db: Db,
  { key, staffId, now }: { key: string; staffId: number; now: number },
): Promise<CompoVoters | null> {
  const isClosed = and(eq(compos.key, key), isNotNull(compos.resultAt))
  const compoId = sql`(SELECT id FROM compos WHERE ${isClosed})`
  const [[compo], entries, sets, members] = await db.batch([
    db.select({ id: compos.id }).from(compos).where(isClosed),
    db.select({ id: compoEntries.id }).from(compoEntries).where(eq(compoEntries.compoId, compoId)),
    db
      .select({ ballotId: compoSets.ballotId, entries: compoSets.entryIds, pick: compoSets.pick })
      .from(compoSets)
      .where(and(eq(compoSets.compoId, compoId), isNotNull(compoSets.answeredAt))),
    db
      .select({ ballotId: compoBallots.id, id: users.id, nickname: users.nickname, avatarKey: users.avatarKey })
      .from(compoBallots)
      .innerJoin(users, eq(users.id, compoBallots.voterId))
      .where(eq(compoBallots.compoId, compoId)),
    auditRead(db, { staffId, action: 'compo_voters', targetType: 'compo', targetId: compoId }, now),
  ])
  if (!compo) return null
  const compared = compareVoters(sets, strengthsOf(entries, sets))
  const memberOf = new Map(members.map((member) => [member.ballotId, personOf(member)]))
  const answered = new Map<number, number>()
  for (const { ballotId } of sets) answered.set(ballotId, (answered.get(ballotId) ?? 0) + 1)
  const items = compared.slice(0, COMPO_VOTERS_LISTED).map(({ ballotId, ...fit }) => ({
    voter: memberOf.get(ballotId) ?? null,
    sets: answered.get(ballotId) ?? 0,
    ...fit,
  }))
  return { voters: compared.length, items }
}

function strengthsOf(entries: readonly { id: number }[], sets: readonly VoterSet[]): Map<number, number> {
  const packer = new SetPacker(
    entries.map(({ id }) => id),
    sets.length,
  )
  for (const set of sets) packer.add(set)
  const packed = packer.pack()
  return new Map(rankEntries(packed, finishFit(packed)).map(({ id, strength }) => [id, strength]))
}
