import { and, eq, sql } from 'drizzle-orm'
import type { CreateAlbumBody } from '../../../contract/http/albums.ts'
import { albumSketches, albums } from '../../domain/albums/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { listedFor } from '../../domain/sketches/visibility.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { brokeRule, type Db } from '../../lib/database.ts'
import { type Candidate, POSITION_STEP } from './rules.ts'

/** A rule of the database about how much may be in albums. */
export type Limit = 'album_limit' | 'collection_limit'

/** Whose a sketch is, and whether this member is shown it in lists; null when there is none. */
export async function findCandidate(db: Db, viewer: Viewer, sketchId: number): Promise<Candidate | null> {
  return (await selectCandidate(db, viewer, sketchId).get()) ?? null
}

/** An album's owner and mode, and the sketch that is to be put into it; null for what is not there. */
export async function findAddition(db: Db, viewer: Viewer, albumId: number, sketchId: number) {
  const [[album], [sketch]] = await db.batch([
    db.select({ ownerId: albums.userId, mode: albums.mode }).from(albums).where(eq(albums.id, albumId)),
    selectCandidate(db, viewer, sketchId),
  ])
  return { album: album ?? null, sketch: sketch ?? null }
}

function selectCandidate(db: Db, viewer: Viewer, sketchId: number) {
  const listed = sql<boolean>`(${listedFor(viewer)})`.mapWith(Boolean)
  return db.select({ artistId: sketches.userId, listed }).from(sketches).where(eq(sketches.id, sketchId))
}

const INSERT = `INSERT INTO album_sketches (album_id, sketch_id, position, mode, artist_id, listed, listed_for_all)
  SELECT albums.id, sketches.id,
    coalesce((SELECT max(position) FROM album_sketches WHERE album_id = albums.id), 0) + ${POSITION_STEP},
    albums.mode, sketches.user_id, sketches.listed, sketches.listed_for_all
  FROM albums CROSS JOIN sketches`

/**
 * Puts a sketch at the end of an album; adding it again changes nothing. The limit, and that the album exists, hold in
 * the statement itself.
 */
export async function addToAlbum(db: Db, albumId: number, sketchId: number): Promise<Limit | 'added' | 'gone'> {
  const client = db.$client
  return limited(async () => {
    const [, there] = await client.batch([
      client
        .prepare(`${INSERT} WHERE albums.id = ? AND sketches.id = ? ON CONFLICT (album_id, sketch_id) DO NOTHING`)
        .bind(albumId, sketchId),
      client.prepare('SELECT 1 FROM album_sketches WHERE album_id = ? AND sketch_id = ?').bind(albumId, sketchId),
    ])
    return there?.results.length ? 'added' : 'gone'
  })
}

/**
 * Makes an album, with its first sketch when one is named: both or neither. The same key makes one, however often the
 * call is repeated, and what was done to it since stays. Answers its id.
 */
export async function addAlbum(
  db: Db,
  userId: number,
  { title, description, sketchId, collection, key = crypto.randomUUID() }: CreateAlbumBody,
  now: number,
): Promise<Limit | number> {
  const client = db.$client
  return limited(async () => {
    const results = await client.batch<{ id: number }>([
      client
        .prepare(
          `INSERT INTO albums (user_id, mode, title, description, created_at, idempotency_key) VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT (user_id, idempotency_key) DO NOTHING`,
        )
        .bind(userId, Number(collection), title, description, now, key),
      // An album of an earlier call is not given the sketch again, which may have been taken out since.
      client
        .prepare(
          `${INSERT} WHERE albums.user_id = ? AND albums.idempotency_key = ? AND albums.created_at = ? AND sketches.id = ?
           ON CONFLICT (album_id, sketch_id) DO NOTHING`,
        )
        .bind(userId, key, now, sketchId ?? null),
      client.prepare('SELECT id FROM albums WHERE user_id = ? AND idempotency_key = ?').bind(userId, key),
    ])
    const row = results.at(-1)?.results[0]
    if (!row) throw new Error('an album that was just made is not there')
    return row.id
  })
}

async function limited<T>(write: () => Promise<T>): Promise<T | Limit> {
  try {
    return await write()
  } catch (error) {
    for (const limit of ['album_limit', 'collection_limit'] as const) if (brokeRule(error, limit)) return limit
    throw error
  }
}

/** Takes a sketch out of an album; what is not in it may be taken out too. */
export async function removeFromAlbum(db: Db, albumId: number, sketchId: number): Promise<void> {
  await db.delete(albumSketches).where(and(eq(albumSketches.albumId, albumId), eq(albumSketches.sketchId, sketchId)))
}

/** Between which positions sketch ?2 of album ?1 goes when it is put behind sketch ?3, or first. */
const SPOT = `WITH place(low) AS (SELECT CASE WHEN ?3 IS NULL THEN 0
      ELSE (SELECT position FROM album_sketches WHERE album_id = ?1 AND sketch_id = ?3) END),
    spot(low, high) AS (SELECT low, coalesce(
      (SELECT position FROM album_sketches WHERE album_id = ?1 AND position > low AND sketch_id <> ?2
        ORDER BY position LIMIT 1),
      low + 2 * ${POSITION_STEP}) FROM place)`

/** Where two stand so close that nothing goes between them, all of the album is spread out anew, above where it stood. */
const SPREAD = `${SPOT} UPDATE album_sketches SET position = anew.position FROM (
    SELECT sketch_id AS id, max(position) OVER () + ${POSITION_STEP} * row_number() OVER (ORDER BY position) AS position
    FROM album_sketches WHERE album_id = ?1) AS anew
  WHERE album_id = ?1 AND sketch_id = anew.id AND (SELECT high - low FROM spot) < 2`

const MOVE = `${SPOT} UPDATE album_sketches SET position = (SELECT (low + high) / 2 FROM spot)
  WHERE album_id = ?1 AND sketch_id = ?2 AND (SELECT low FROM spot) IS NOT NULL RETURNING sketch_id`

/** Puts a sketch right behind another one of its album, or first; false when one of them is not in it. */
export async function moveInAlbum(db: Db, albumId: number, sketchId: number, after: number | null): Promise<boolean> {
  const client = db.$client
  const [, moved] = await client.batch(
    [SPREAD, MOVE].map((statement) => client.prepare(statement).bind(albumId, sketchId, after)),
  )
  return moved?.results.length === 1
}
