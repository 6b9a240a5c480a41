import { and, eq, type SQL, sql } from 'drizzle-orm'
import { DEFAULT_MAT, type Mat } from '../../../contract/mat.ts'
import type { Db } from '../../lib/database.ts'
import { BANDS, fingerprintDistance, mirroredFingerprint, nearBands } from '../../lib/picture-fingerprint.ts'
import { sketches } from '../sketches/schema.ts'
import { type AccessFields, accessColumns } from '../sketches/visibility.ts'
import { pendingUploads } from '../uploads/schema.ts'
import { users } from '../users/schema.ts'
import type { Viewer } from '../users/viewer.ts'
import { reposts } from './schema.ts'

/** Two pictures count as the same if their fingerprints differ in at most this many of 120 bits. */
export const DISTANCE_MAX = 26

/** Maximum number of candidates per band, which bounds the cost of a crowded band. Equal bands come first. */
const CANDIDATES_PER_BAND = 90

/** A sketch that is similar to a picture. */
export type NearSketch = AccessFields & {
  id: number
  title: string
  nickname: string
  imageKey: string
  width: number
  height: number
}

type PendingPicture = { userId: number; id: string; mat?: Mat | null | undefined }

/** Finds the fingerprint of a pending upload on its mat; null if there is none. */
export async function findFingerprint(db: Db, { userId, id, mat }: PendingPicture): Promise<string | null> {
  const row = await db
    .select({ fingerprint: shownFingerprint(mat).as('shown_fingerprint') })
    .from(pendingUploads)
    .where(and(eq(pendingUploads.id, id), eq(pendingUploads.userId, userId)))
    .get()
  return row?.fingerprint ?? null
}

/** The fingerprint of a row of `pending_uploads` on the chosen mat. An opaque picture has the same on each. */
export function shownFingerprint(mat: Mat | null | undefined): SQL<string | null> {
  if (!mat || mat === DEFAULT_MAT) return sql`fingerprint`
  return sql`iif(mat_fingerprints IS NULL, fingerprint, mat_fingerprints ->> ${`$.${mat}`})`
}

/** Finds the sketches of other members that are similar to a picture or its mirror image, nearest first. */
export async function findNearSketches(db: Db, member: Viewer, fingerprint: string): Promise<NearSketch[]> {
  return nearestFirst(await selectCandidates(db, member, fingerprint), fingerprint)
}

/**
 * Finds the sketches of other members that a member's sketch becomes similar to with a new picture. Those that its
 * present picture is similar to, such as later copies, and the original that its artist named do not count.
 */
export async function findNewlyNear(
  db: Db,
  member: Viewer,
  { sketchId, fingerprint }: { sketchId: number; fingerprint: string },
): Promise<{ id: number }[]> {
  const candidates = await selectCandidates(db, member, fingerprint)
  const near = nearestFirst(candidates, fingerprint)
  if (near.length === 0) return []
  const sketch = await db
    .select({ fingerprint: sketches.fingerprint, originalId: reposts.originalId })
    .from(sketches)
    .leftJoin(reposts, eq(reposts.sketchId, sketches.id))
    .where(eq(sketches.id, sketchId))
    .get()
  const present = sketch?.fingerprint ? nearestFirst(candidates, sketch.fingerprint) : []
  const allowed = new Set([sketch?.originalId, ...present.map(({ id }) => id)])
  return near.filter(({ id }) => !allowed.has(id))
}

/** Selects the sketches of other members that may be similar to a picture. */
function selectCandidates(db: Db, member: Viewer, fingerprint: string) {
  return db
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

/**
 * The ids of rows with a band that equals a band of the fingerprint or of its mirror image, or differs from it in one
 * bit.
 */
export function candidatesIn(table: 'sketches' | 'blocked_pictures', fingerprint: string): SQL {
  const mirrored = nearBands(mirroredFingerprint(fingerprint))
  const name = sql.raw(table)
  const ofBand = (near: readonly string[], band: number) => {
    // The two equal bands come first, then the bands that differ in a bit.
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
