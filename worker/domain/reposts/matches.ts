import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../lib/database.ts'
import { BANDS, fingerprintDistance, mirroredFingerprint, nearBands } from '../../lib/picture-fingerprint.ts'
import { sketches } from '../sketches/schema.ts'
import { type AccessFields, accessColumns } from '../sketches/visibility.ts'
import { pendingUploads } from '../uploads/schema.ts'
import { users } from '../users/schema.ts'
import type { Viewer } from '../users/viewer.ts'

/** Pictures whose fingerprints differ in at most so many bits of 120 count as the same. */
export const DISTANCE_MAX = 26
/** Candidates of a band, so that a crowded one does not cost more. Equal bands come first. */
const CANDIDATES_PER_BAND = 90

/** A sketch that a picture is like. */
export type NearSketch = AccessFields & {
  id: number
  title: string
  nickname: string
  imageKey: string
  width: number
  height: number
}

/** Finds the fingerprint of a pending upload; null if there is none. */
export async function findFingerprint(db: Db, { userId, id }: { userId: number; id: string }): Promise<string | null> {
  const row = await db
    .select({ fingerprint: pendingUploads.fingerprint })
    .from(pendingUploads)
    .where(and(eq(pendingUploads.id, id), eq(pendingUploads.userId, userId)))
    .get()
  return row?.fingerprint ?? null
}

/** Finds the sketches of other members that a picture or its mirror image is like, nearest first. */
export async function findNearSketches(db: Db, member: Viewer, fingerprint: string): Promise<NearSketch[]> {
  const rows = await db
    .select({
      ...accessColumns({ viewer: member }),
      id: sketches.id,
      title: sketches.title,
      nickname: users.nickname,
      imageKey: sketches.imageKey,
      width: sketches.width,
      height: sketches.height,
      fingerprint: sketches.fingerprint,
    })
    .from(sketches)
    .innerJoin(users, eq(users.id, sketches.userId))
    .where(sql`${sketches.id} IN (${candidatesIn('sketches', fingerprint)}) AND ${sketches.userId} <> ${member.id}`)
  return nearestFirst(rows, fingerprint)
}

/** Sorts rows by the distance of their fingerprints, without those that are too far. */
export function nearestFirst<Row extends { id: number; fingerprint: string | null }>(
  rows: readonly Row[],
  fingerprint: string,
): Omit<Row, 'fingerprint'>[] {
  const mirrored = mirroredFingerprint(fingerprint)
  return rows
    .map(({ fingerprint: other, ...row }) => {
      const distances = other === null ? [] : [fingerprint, mirrored].map((own) => fingerprintDistance(own, other))
      return { row, distance: Math.min(...distances) }
    })
    .filter(({ distance }) => distance <= DISTANCE_MAX)
    .sort((a, b) => a.distance - b.distance || a.row.id - b.row.id)
    .map(({ row }) => row)
}

/** The ids of rows that share a band with a fingerprint or its mirror image, except for one bit. */
export function candidatesIn(table: 'sketches' | 'blocked_pictures', fingerprint: string): SQL {
  const mirrored = nearBands(mirroredFingerprint(fingerprint))
  const name = sql.raw(table)
  const ofBand = (near: readonly string[], band: number) => {
    // Both equal bands come first, then those that differ in a bit.
    const values = near.flatMap((value, at) => [value, mirrored[band]?.[at] ?? value])
    const column = sql.raw(`candidate.band${band}`)
    return sql`SELECT id FROM (SELECT candidate.id FROM json_each(${JSON.stringify(values)}) AS near
      CROSS JOIN ${name} AS candidate ON ${column} = near.value LIMIT ${CANDIDATES_PER_BAND})`
  }
  const bands = nearBands(fingerprint).map(ofBand)
  const half = (from: number) => sql`SELECT id FROM (${sql.join(bands.slice(from, from + BANDS / 2), sql` UNION `)})`
  // D1 allows five terms in a compound statement.
  return sql`${half(0)} UNION ${half(BANDS / 2)}`
}
