import { and, eq } from 'drizzle-orm'
import type { Context } from 'hono'
import { UPLOAD_MAX_SIDE } from '../../../contract/limits.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { accessColumns, isKept, type Reader } from '../../domain/sketches/visibility.ts'
import { countPng } from '../../domain/users/member-limits.ts'
import type { Db } from '../../lib/database.ts'
import { fillEdge } from '../../lib/edge-cache.ts'
import { originalName } from '../../lib/files.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import { makePicture } from '../../lib/pictures.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { memberOf } from '../../middleware/session.ts'

type PngSource = NonNullable<Awaited<ReturnType<typeof findPngSource>>>

/** Finds the picture of a sketch, and whose it is. Null if the sketch does not exist. */
export async function findPngSource(db: Db, reader: Reader, id: number) {
  const row = await db
    .select({
      ...accessColumns(reader),
      title: sketches.title,
      fileKey: sketches.fileKey,
      contentType: sketches.contentType,
      rotation: sketches.rotation,
      mirrored: sketches.mirrored,
    })
    .from(sketches)
    .where(and(eq(sketches.id, id), isKept))
    .get()
  return row ?? null
}

/**
 * Returns the PNG of a sketch, from the edge cache if possible. Making it counts towards the limit of a day of the
 * member, or of the member of staff who impersonates them, once for each call. The cache key is the file with its
 * rotation, so that no PNG is made again after a restored version, a turn back or a change of visibility.
 * @throws AppError `daily_png_limit`, `not_found`, and `too_many` as `fillEdge`.
 */
export async function readPng(c: Context<AppEnv>, source: PngSource): Promise<BodyInit | null> {
  const edge = new Request(`${new URL(c.req.url).origin}/sketch-png/${originalName(source.fileKey)}/${source.rotation}`)
  const cached = await caches.default.match(edge)
  if (cached) return cached.body
  const authorId = c.get('impersonation')?.staffId ?? memberOf(c).id
  let isCounted = false
  const make = async () => {
    if (!isCounted) orThrow(await countPng(dbOf(c), { authorId, now: Date.now() }))
    isCounted = true
    const made = orNotFound(await makePicture(c.env, source, { width: UPLOAD_MAX_SIDE, format: 'image/png' }))
    return made.body
  }
  return fillEdge(c, edge, { make, contentType: 'image/png', owner: `member:${authorId}` })
}
