import { and, asc, desc, gt, lte, ne } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { topicPath } from '../../../contract/forum-path.ts'
import { forumTopics } from '../../domain/forum/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { listedFor } from '../../domain/sketches/visibility.ts'
import { users } from '../../domain/users/schema.ts'
import type { Db } from '../../lib/database.ts'

/** The number of ids in a part of the sitemap, and so the maximum of rows that a part reads. */
export const PART_SPAN = 5000

export type PartKind = 'sketches' | 'profiles' | 'topics'

export async function countParts(db: Db): Promise<Record<PartKind, number>> {
  const [[sketch], [member], [topic]] = await db.batch([
    db.select({ id: sketches.id }).from(sketches).where(listedFor(null)).orderBy(desc(sketches.id)).limit(1),
    db.select({ id: users.id }).from(users).orderBy(desc(users.id)).limit(1),
    db.select({ id: forumTopics.id }).from(forumTopics).orderBy(desc(forumTopics.id)).limit(1),
  ])
  const partsUpTo = (row: { id: number } | undefined) => Math.ceil((row?.id ?? 0) / PART_SPAN)
  return { sketches: partsUpTo(sketch), profiles: partsUpTo(member), topics: partsUpTo(topic) }
}

/**
 * Lists the paths of a part: sketches listed for everyone, members with such sketches, or topics. Parts count from 1.
 */
export async function listPart(db: Db, kind: PartKind, part: number): Promise<string[]> {
  if (kind === 'sketches') {
    const where = and(listedFor(null), within(sketches.id, part))
    const rows = await db.select({ id: sketches.id }).from(sketches).where(where).orderBy(asc(sketches.id))
    return rows.map(({ id }) => `/sketch/${id}`)
  }
  if (kind === 'topics') {
    const where = and(ne(forumTopics.state, 'removed'), within(forumTopics.id, part))
    const rows = await db.select({ id: forumTopics.id }).from(forumTopics).where(where).orderBy(asc(forumTopics.id))
    return rows.map(({ id }) => topicPath(id))
  }
  const where = and(gt(users.sketchesForAllCount, 0), within(users.id, part))
  const rows = await db.select({ id: users.id }).from(users).where(where).orderBy(asc(users.id))
  return rows.map(({ id }) => `/user/${id}`)
}

const within = (id: SQLiteColumn, part: number) => and(gt(id, (part - 1) * PART_SPAN), lte(id, part * PART_SPAN))
