import { and, eq, isNotNull } from 'drizzle-orm'
import type { BallotDownload } from '../../../contract/http/compos.ts'
import type { AnsweredSet } from '../../domain/compos/answered-sets.ts'
import { disqualifiedColumn } from '../../domain/compos/disqualification.ts'
import { compoEntries, compos } from '../../domain/compos/schema.ts'
import type { Db } from '../../lib/database.ts'
import { packAnswered } from './answered.ts'

/** The part of a download that can still change: everything except the sets. */
export type DownloadHead = Omit<BallotDownload, 'sets'> & { compoId: number }

/** Number of sets in a piece of the text. */
const SETS_AT_ONCE = 1000

/** Finds the entries of a compo's result; null before the result. */
export async function findDownloadHead(db: Db, key: string): Promise<DownloadHead | null> {
  const hasResult = and(eq(compos.key, key), isNotNull(compos.resultAt))
  const [[compo], entries] = await db.batch([
    db.select({ id: compos.id }).from(compos).where(hasResult),
    db
      .select({ id: compoEntries.id, disqualified: disqualifiedColumn })
      .from(compos)
      .innerJoin(compoEntries, eq(compoEntries.compoId, compos.id))
      .where(and(hasResult, isNotNull(compoEntries.position)))
      .orderBy(compoEntries.id),
  ])
  if (!compo) return null
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
  const disqualified = entries.filter((entry) => entry.disqualified)
  return { compoId: compo.id, key, entries: idsOf(entries), disqualified: idsOf(disqualified) }
}

/** Reads the answered sets, and writes the `BallotDownload` as JSON, piece by piece. */
export async function writeDownload(db: Db, { compoId, ...head }: DownloadHead): Promise<ReadableStream<Uint8Array>> {
  const packer = await packAnswered(db, { compoId, entryIds: head.entries })
  const pieces = piecesOf(head, packer.sort())
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: (controller) => {
      const { value, done } = pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
}

function* piecesOf(head: Omit<DownloadHead, 'compoId'>, sets: Iterable<AnsweredSet>): Generator<string, undefined> {
  yield `${JSON.stringify(head).slice(0, -1)},"sets":[`
  let piece: string[] = []
  let separator = ''
  for (const set of sets) {
    piece.push(JSON.stringify(set))
    if (piece.length < SETS_AT_ONCE) continue
    yield separator + piece.join()
    separator = ','
    piece = []
  }
  if (piece.length > 0) yield separator + piece.join()
  yield ']}'
}
