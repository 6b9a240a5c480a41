import { and, eq, isNotNull } from 'drizzle-orm'
import type { BallotDownload } from '../../../contract/http/compos.ts'
import type { AnsweredSet } from '../../domain/compos/answered-sets.ts'
import { isDisqualified } from '../../domain/compos/disqualification.ts'
import { compoEntries, compos } from '../../domain/compos/schema.ts'
import type { Db } from '../../lib/database.ts'
import { packAnswered } from './answered.ts'

/** The part of a download that can still change, which is read for each request. */
export type DownloadHead = Pick<BallotDownload, 'key' | 'disqualified'> & { compoId: number }

/** Number of sets in a piece of the text. */
const SETS_AT_ONCE = 1000

/** Finds a compo with a result, and its disqualified entries; null before the result. */
export async function findDownloadHead(db: Db, key: string): Promise<DownloadHead | null> {
  const hasResult = and(eq(compos.key, key), isNotNull(compos.resultAt))
  const [[compo], disqualified] = await db.batch([
    db.select({ id: compos.id }).from(compos).where(hasResult),
    db
      .select({ id: compoEntries.id })
      .from(compos)
      .innerJoin(compoEntries, eq(compoEntries.compoId, compos.id))
      .where(and(hasResult, isDisqualified))
      .orderBy(compoEntries.id),
  ])
  if (!compo) return null
  return { compoId: compo.id, key, disqualified: idsOf(disqualified) }
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** Reads the entries and the answered sets, and writes the `BallotDownload` as JSON, piece by piece. */
export async function writeDownload(db: Db, { compoId, ...head }: DownloadHead): Promise<ReadableStream<Uint8Array>> {
  const placed = await db
    .select({ id: compoEntries.id })
    .from(compoEntries)
    .where(and(eq(compoEntries.compoId, compoId), isNotNull(compoEntries.position)))
    .orderBy(compoEntries.id)
  const entries = idsOf(placed)
  const packer = await packAnswered(db, { compoId, entryIds: entries })
  const pieces = piecesOf({ ...head, entries }, packer.sort())
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: (controller) => {
      const { value, done } = pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
}

function* piecesOf(head: Omit<BallotDownload, 'sets'>, sets: Iterable<AnsweredSet>): Generator<string, undefined> {
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
