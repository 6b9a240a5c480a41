import { and, eq, sql } from 'drizzle-orm'
import type { CreateAlbumBody } from '../../../contract/http/albums.ts'
import { ALBUM_SKETCHES_MAX, ALBUMS_PER_MEMBER_MAX } from '../../../contract/limits.ts'
import { albumSketches, albums } from '../../domain/albums/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { listedFor } from '../../domain/sketches/visibility.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result, success, tryWrite } from '../../lib/result.ts'
import { POSITION_STEP, type SketchToAdd, SPREAD_ROOM, SPREAD_SIZES } from './rules.ts'

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

/** Adds a sketch at the end of an album, unless the album is full. Adding it again changes nothing. */
export async function addToAlbum(
  db: Db,
  { albumId, sketchId }: AlbumSketch,
): Promise<Result<void, Limit | 'album_sketch_limit' | 'not_found'>> {
  const added = await tryWrite(
    db.batch([
      db
        .insert(albumSketches)
        .select(
          sql`${NEW_ROW} WHERE albums.id = ${albumId} AND albums.sketches_count < ${ALBUM_SKETCHES_MAX}
            AND sketches.id = ${sketchId}`,
        )
        .onConflictDoNothing({ target: [albumSketches.albumId, albumSketches.sketchId] }),
      db
        .select({ id: albumSketches.sketchId })
        .from(albumSketches)
        .where(and(eq(albumSketches.albumId, albumId), eq(albumSketches.sketchId, sketchId))),
      db.select({ count: albums.sketchesCount }).from(albums).where(eq(albums.id, albumId)),
    ]),
    LIMITS,
  )
  if (!added.ok) return added
  const [, contained, [album]] = added.value
  if (contained.length > 0) return DONE
  return failure(album && album.count >= ALBUM_SKETCHES_MAX ? 'album_sketch_limit' : 'not_found')
}

/**
 * Creates an album, with its first sketch if given, and returns its id. A repeated call with the same key is a no-op.
 */
export async function addAlbum(
  db: Db,
  { title, description, sketchId, collection, key = crypto.randomUUID() }: CreateAlbumBody,
  { userId, now }: { userId: number; now: number },
): Promise<Result<number, Limit | 'member_album_limit'>> {
  const isThisAlbum = and(eq(albums.userId, userId), eq(albums.idempotencyKey, key))
  const made = await tryWrite(
    db.batch([
      statement(
        db,
        sql`INSERT INTO albums (user_id, mode, title, description, created_at, idempotency_key)
          SELECT ${userId}, ${collection ? 1 : 0}, ${title}, ${description}, ${now}, ${key}
          WHERE (SELECT count(*) FROM albums WHERE user_id = ${userId}) < ${ALBUMS_PER_MEMBER_MAX}
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
      db.select({ id: albums.id }).from(albums).where(isThisAlbum),
    ]),
    LIMITS,
  )
  if (!made.ok) return made
  const [album] = made.value[2]
  return album ? success(album.id) : failure('member_album_limit')
}

export async function removeFromAlbum(db: Db, { albumId, sketchId }: AlbumSketch): Promise<void> {
  await db.delete(albumSketches).where(and(eq(albumSketches.albumId, albumId), eq(albumSketches.sketchId, sketchId)))
}

/**
 * Moves a sketch after another sketch of the album, or to the start. Fails if either is not in the album. If no position
 * is free there, the following sketches are spread first.
 */
export async function moveInAlbum(
  db: Db,
  { albumId, sketchId, after }: AlbumSketch & { after: number | null },
): Promise<Result<void, 'not_found'>> {
  const start = sql`start(low) AS (SELECT CASE WHEN ${after} IS NULL THEN 0
      ELSE (SELECT position FROM album_sketches WHERE album_id = ${albumId} AND sketch_id = ${after}) END)`
  const gap = sql`${start}, gap(low, high) AS (SELECT low, coalesce(
      (SELECT position FROM album_sketches WHERE album_id = ${albumId} AND position > low AND sketch_id <> ${sketchId}
        ORDER BY position LIMIT 1),
      low + ${2 * POSITION_STEP}) FROM start)`
  // The position of the sketch behind the next `count` sketches, or null at the end of the album, where room is endless.
  const positionBehind = (count: number) => sql`(SELECT position FROM album_sketches
    WHERE album_id = ${albumId} AND position > low ORDER BY position LIMIT 1 OFFSET ${count})`
  const parts = SPREAD_SIZES.map(
    (size) => sql`SELECT low, ${positionBehind(size)} AS high, ${SPREAD_ROOM * size ** 2} AS room
      FROM gap WHERE gap.high - low < 2`,
  )
  const [, , moved] = await db.batch([
    // Takes the next sketches out of the order, by negative positions, because positions are unique. Takes the smallest
    // part that has room. Larger parts need more room for each sketch, so that they are seldom spread.
    statement(
      db,
      sql`WITH ${gap} UPDATE album_sketches SET position = -position
      WHERE album_id = ${albumId} AND position > (SELECT low FROM gap WHERE high - low < 2)
        AND position < coalesce(
          (SELECT high FROM (${sql.join(parts, sql` UNION ALL `)}) WHERE high - low >= room LIMIT 1),
          ${Number.MAX_SAFE_INTEGER})`,
    ),
    // Puts them back with equal gaps.
    statement(
      db,
      sql`WITH ${start}, room(low, high) AS MATERIALIZED (SELECT low, ${positionBehind(0)} FROM start)
      UPDATE album_sketches SET position = spread.position FROM (
        SELECT sketch_id AS id, low + row_number() OVER (ORDER BY position DESC)
          * coalesce((high - low) / (count(*) OVER () + 1), ${POSITION_STEP}) AS position
        FROM room CROSS JOIN album_sketches WHERE album_id = ${albumId} AND position < 0) AS spread
      WHERE album_id = ${albumId} AND sketch_id = spread.id`,
    ),
    statement<{ sketch_id: number }>(
      db,
      sql`WITH ${gap} UPDATE album_sketches SET position = (SELECT (low + high) / 2 FROM gap)
      WHERE album_id = ${albumId} AND sketch_id = ${sketchId} AND (SELECT low FROM gap) IS NOT NULL RETURNING sketch_id`,
    ),
  ])
  return moved.length === 1 ? DONE : failure('not_found')
}
