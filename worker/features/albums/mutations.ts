import { and, eq, sql } from 'drizzle-orm'
import type { CreateAlbumBody } from '../../../contract/http/albums.ts'
import { ALBUM_SKETCHES_MAX, ALBUMS_PER_MEMBER_MAX } from '../../../contract/limits.ts'
import { albumSketches, albums } from '../../domain/albums/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { listedFor } from '../../domain/sketches/visibility.ts'
import { countUse, mayAddToAlbum } from '../../domain/users/member-limits.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result, success, tryWrite } from '../../lib/result.ts'
import { POSITION_STEP, type SketchToAdd } from './rules.ts'

type AlbumSketch = { albumId: number; sketchId: number }

const LIMITS = { album_limit: 'album_limit', collection_limit: 'collection_limit' } as const
type Limit = keyof typeof LIMITS

export async function findSketchToAdd(db: Db, viewer: Viewer, sketchId: number): Promise<SketchToAdd | null> {
  return (await selectSketchToAdd(db, viewer, sketchId).get()) ?? null
}

/** Finds the album and the sketch to add to it, each null if missing. */
export async function findAlbumAndSketch(db: Db, viewer: Viewer, { albumId, sketchId }: AlbumSketch) {
  const [[album], [sketch]] = await db.batch([
    db.select({ ownerId: albums.userId, mode: albums.mode }).from(albums).where(eq(albums.id, albumId)),
    selectSketchToAdd(db, viewer, sketchId),
  ])
  return { album: album ?? null, sketch: sketch ?? null }
}

function selectSketchToAdd(db: Db, viewer: Viewer, sketchId: number) {
  const listed = sql<boolean>`(${listedFor(viewer)})`.mapWith(Boolean)
  return db.select({ artistId: sketches.userId, listed }).from(sketches).where(eq(sketches.id, sketchId))
}

/** Selects the row that adds a sketch at the end of an album. */
const NEW_ROW = sql`SELECT albums.id, sketches.id,
    coalesce((SELECT max(position) FROM album_sketches WHERE album_id = albums.id), 0) + ${POSITION_STEP},
    albums.mode, albums.user_id, sketches.user_id, sketches.listed, sketches.listed_for_all
  FROM albums CROSS JOIN sketches`

/**
 * Adds a sketch at the end of an album, unless the album is full. Adding it again changes nothing. Fails with
 * `album_add_limit` above the limit of a day.
 */
export async function addToAlbum(
  db: Db,
  { albumId, sketchId }: AlbumSketch,
  by: { authorId: number; now: number },
): Promise<Result<void, Limit | 'album_sketch_limit' | 'album_add_limit' | 'not_found'>> {
  const added = await tryWrite(
    db.batch([
      db
        .insert(albumSketches)
        .select(
          sql`${NEW_ROW} WHERE albums.id = ${albumId} AND albums.sketches_count < ${ALBUM_SKETCHES_MAX}
            AND sketches.id = ${sketchId} AND ${mayAddToAlbum(by)}`,
        )
        .onConflictDoNothing({ target: [albumSketches.albumId, albumSketches.sketchId] }),
      countUse(db, 'album_adds', by, sql`changes() > 0`),
      statement<{ mayAdd: number }>(db, sql`SELECT ${mayAddToAlbum(by)} AS "mayAdd"`),
      db
        .select({ id: albumSketches.sketchId })
        .from(albumSketches)
        .where(and(eq(albumSketches.albumId, albumId), eq(albumSketches.sketchId, sketchId))),
      db.select({ count: albums.sketchesCount }).from(albums).where(eq(albums.id, albumId)),
    ]),
    LIMITS,
  )
  if (!added.ok) return added
  const [, , [limit], contained, [album]] = added.value
  if (contained.length > 0) return DONE
  if (!limit?.mayAdd) return failure('album_add_limit')
  return failure(album && album.count >= ALBUM_SKETCHES_MAX ? 'album_sketch_limit' : 'not_found')
}

/**
 * Creates an album, with its first sketch if given, and returns its id. A repeated call with the same key is a no-op.
 * Fails with `album_add_limit` if the sketch would be above those added in a day.
 */
export async function addAlbum(
  db: Db,
  { title, description, sketchId, collection, key = crypto.randomUUID() }: CreateAlbumBody,
  { userId, now }: { userId: number; now: number },
): Promise<Result<number, Limit | 'member_album_limit' | 'album_add_limit'>> {
  const by = { authorId: userId, now }
  const mayAdd = sketchId === undefined ? sql`1` : mayAddToAlbum(by)
  const isThisAlbum = and(eq(albums.userId, userId), eq(albums.idempotencyKey, key))
  const made = await tryWrite(
    db.batch([
      statement(
        db,
        sql`INSERT INTO albums (user_id, mode, title, description, created_at, idempotency_key)
          SELECT ${userId}, ${collection ? 1 : 0}, ${title}, ${description}, ${now}, ${key}
          WHERE (SELECT count(*) FROM albums WHERE user_id = ${userId}) < ${ALBUMS_PER_MEMBER_MAX}
            AND ${mayAdd}
          ON CONFLICT (user_id, idempotency_key) DO NOTHING`,
      ),
      // A repeated call does not add the sketch again: it may have been removed since.
      db
        .insert(albumSketches)
        .select(
          sql`${NEW_ROW} WHERE albums.user_id = ${userId} AND albums.idempotency_key = ${key} AND albums.created_at = ${now}
            AND sketches.id = ${sketchId ?? null}`,
        )
        .onConflictDoNothing({ target: [albumSketches.albumId, albumSketches.sketchId] }),
      countUse(db, 'album_adds', by, sql`changes() > 0`),
      db.select({ id: albums.id }).from(albums).where(isThisAlbum),
      statement<{ mayAdd: number }>(db, sql`SELECT ${mayAdd} AS "mayAdd"`),
    ]),
    LIMITS,
  )
  if (!made.ok) return made
  const [, , , [album], [limit]] = made.value
  if (album) return success(album.id)
  return failure(limit?.mayAdd ? 'member_album_limit' : 'album_add_limit')
}

export async function removeFromAlbum(db: Db, { albumId, sketchId }: AlbumSketch): Promise<void> {
  await db.delete(albumSketches).where(and(eq(albumSketches.albumId, albumId), eq(albumSketches.sketchId, sketchId)))
}
