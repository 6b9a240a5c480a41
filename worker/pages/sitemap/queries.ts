import { and, asc, desc, gt, lte } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { sketches } from '../../domain/sketches/schema.ts'
import { listedFor } from '../../domain/sketches/visibility.ts'
import { users } from '../../domain/users/schema.ts'
import type { Db } from '../../lib/database.ts'

/** The number of ids in a part of the sitemap, and so the maximum of rows that a part reads. */
export const PART_SPAN = 5000

export type PartKind = 'sketches' | 'profiles'

export async function countParts(db: Db): Promise<Record<PartKind, number>> {
  const [[sketch], [member]] = await db.batch([
    db.select({ id: sketches.id }).from(sketches).where(listedFor(null)).orderBy(desc(sketches.id)).limit(1),
    db.select({ id: users.id }).from(users).orderBy(desc(users.id)).limit(1),
  ])
  return { sketches: Math.ceil((sketch?.id ?? 0) / PART_SPAN), profiles: Math.ceil((member?.id ?? 0) / PART_SPAN) }
}

/** Lists the paths of a part: sketches listed for everyone, or members with such sketches. Parts count from 1. */
export async function listPart(db: Db, kind: PartKind, part: number): Promise<string[]> {
  if (kind === 'sketches') {
    const where = and(listedFor(null), within(sketches.id, part))
    const rows = await db.select({ id: sketches.id }).from(sketches).where(where).orderBy(asc(sketches.id))
    return rows.map(({ id }) => `/sketch/${id}`)
  }
  const where = and(gt(users.sketchesForAllCount, 0), within(users.id, part))
  const rows = await db.select({ id: users.id }).from(users).where(where).orderBy(asc(users.id))
  return rows.map(({ id }) => `/user/${id}`)
}

const within = (id: SQLiteColumn, part: number) => and(gt(id, (part - 1) * PART_SPAN), lte(id, part * PART_SPAN))
