import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { SetPacker } from '../../domain/compos/answered-sets.ts'
import { compoSets } from '../../domain/compos/schema.ts'
import type { Db } from '../../lib/database.ts'

/** Answered sets read at once. */
const SETS_AT_ONCE = 5000

const isAnsweredIn = (compoId: number) => and(eq(compoSets.compoId, compoId), isNotNull(compoSets.answeredAt))

/** Reads the answered sets of a compo, page by page, because all of them may not fit into memory. */
export async function* readAnswered(db: Db, compoId: number) {
  for (let last = 0; ; ) {
    const rows = await db
      .select({
        id: compoSets.id,
        ballotId: compoSets.ballotId,
        entries: compoSets.entryIds,
        pick: compoSets.pick,
      })
      .from(compoSets)
      .where(and(isAnsweredIn(compoId), gt(compoSets.id, last)))
      .orderBy(compoSets.id)
      .limit(SETS_AT_ONCE)
    yield* rows
    const end = rows.at(-1)
    if (!end || rows.length < SETS_AT_ONCE) return
    last = end.id
  }
}

/** Collects the answered sets of a compo for the fit of these entries. */
export async function packAnswered(
  db: Db,
  { compoId, entryIds }: { compoId: number; entryIds: readonly number[] },
): Promise<SetPacker> {
  const [counted] = await db.select({ sets: sql<number>`count(*)` }).from(compoSets).where(isAnsweredIn(compoId))
  const packer = new SetPacker(entryIds, counted?.sets ?? 0)
  for await (const set of readAnswered(db, compoId)) packer.add(set)
  return packer
}
