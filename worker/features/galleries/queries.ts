import { and, eq } from 'drizzle-orm'
import type { SketchList } from '../../../contract/http/sketches.ts'
import { listRecent } from '../../domain/sketch-lists/lists.ts'
import type { Place } from '../../domain/sketch-lists/read-list.ts'
import { sketches, tags } from '../../domain/sketches/schema.ts'
import { listedFor } from '../../domain/sketches/visibility.ts'
import { tagIdOf } from '../../domain/tags/queries.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'
import { isolateCache } from '../../lib/isolate-cache.ts'
import { type CachedText, visitorCache } from '../../middleware/visitor-cache.ts'

/** A list as all visitors are shown it, as JSON; the same text for all of them for five seconds. */
export function visitorsList(name: string, place: Place, read: () => Promise<SketchList>): Promise<CachedText> {
  return visitorCache(JSON.stringify([name, place.cursor, place.page, place.offset, place.limit]), async () =>
    JSON.stringify(await read()),
  )
}

/** The newest sketches that visitors are shown. */
export function visitorsRecent(db: Db): Promise<CachedText> {
  return visitorsList('recent', {}, () => listRecent(db, null, {}))
}

const TAGS_KNOWN_MAX = 1000
/** Staff may make a tag the alias of another one. */
const TAG_KNOWN_MS = 60_000
/** Ids of tags by name or alias. */
const knownTags = isolateCache<{ id: number; until: number }>()

/** The id of a tag by its name or an alias, or null when nothing ever carried it. */
export async function findTagId(db: Db, name: string): Promise<number | null> {
  const known = knownTags.get(name)
  if (known && known.until > Date.now()) return known.id
  const tag = await db
    .select({ id: tags.id })
    .from(tags)
    .where(eq(tags.id, tagIdOf(name)))
    .get()
  if (!tag) return null
  if (knownTags.size >= TAGS_KNOWN_MAX) knownTags.clear()
  knownTags.set(name, { id: tag.id, until: Date.now() + TAG_KNOWN_MS })
  return tag.id
}

/** Whether a co-op sketch began here that this viewer may see in lists. */
export async function isCoOp(db: Db, viewer: Viewer | null, id: number): Promise<boolean> {
  const where = and(eq(sketches.id, id), eq(sketches.coopId, id), listedFor(viewer))
  return (await db.select({ id: sketches.id }).from(sketches).where(where).get()) !== undefined
}
