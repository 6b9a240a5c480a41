import { and, eq } from 'drizzle-orm'
import type { SketchList } from '../../../contract/http/sketches.ts'
import type { ListPosition } from '../../domain/sketch-lists/read-list.ts'
import { sketches, tags } from '../../domain/sketches/schema.ts'
import { listedFor } from '../../domain/sketches/visibility.ts'
import { tagIdOf } from '../../domain/tags/queries.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'
import { isolateCache } from '../../lib/isolate-cache.ts'
import { type CachedText, visitorCache } from '../../middleware/visitor-cache.ts'

/** A list for visitors as JSON, cached for five seconds. */
export function visitorsList(
  name: string,
  position: ListPosition,
  read: () => Promise<SketchList>,
): Promise<CachedText> {
  return visitorCache(
    JSON.stringify([name, position.cursor, position.page, position.offset, position.limit]),
    async () => JSON.stringify(await read()),
  )
}

const CACHED_TAGS_MAX = 1000
/** Short, because staff may turn a tag into an alias. */
const TAG_CACHE_MS = 60_000
/** By name or alias. */
const cachedTags = isolateCache<{ id: number; until: number }>()

export async function findTagId(db: Db, name: string): Promise<number | null> {
  const cached = cachedTags.get(name)
  if (cached && cached.until > Date.now()) return cached.id
  const tag = await db
    .select({ id: tags.id })
    .from(tags)
    .where(eq(tags.id, tagIdOf(name)))
    .get()
  if (!tag) return null
  if (cachedTags.size >= CACHED_TAGS_MAX) cachedTags.clear()
  cachedTags.set(name, { id: tag.id, until: Date.now() + TAG_CACHE_MS })
  return tag.id
}

/** True for a sketch that began a co-op and that this viewer sees in lists. */
export async function isCoOp(db: Db, viewer: Viewer | null, id: number): Promise<boolean> {
  const where = and(eq(sketches.id, id), eq(sketches.coopId, id), listedFor(viewer))
  return (await db.select({ id: sketches.id }).from(sketches).where(where).get()) !== undefined
}
