import { and, eq, sql } from 'drizzle-orm'
import type { PostSketchBody, Upload } from '../../../contract/http/upload.ts'
import { toWireTime } from '../../../contract/time.ts'
import { brokeRule, type Db } from '../../lib/db.ts'
import { originalKey } from '../../lib/files.ts'
import { imageBase } from '../../lib/image-base.ts'
import { sketches } from '../sketches/schema.ts'
import { uploads } from './schema.ts'

type UploadRow = typeof uploads.$inferSelect

export function uploadOf(row: UploadRow): Upload {
  return {
    id: row.id,
    fileName: row.fileName,
    width: row.width,
    height: row.height,
    bytes: row.bytes,
    imageUrl: imageBase(row.imageKey),
    thumbhash: row.thumbhash,
    dateCreated: toWireTime(row.createdAt),
  }
}

/** What the same member already sent with the same bytes: a sketch, or an upload that still waits. */
export async function findSameFile(
  db: Db,
  userId: number,
  contentHash: string,
): Promise<{ sketchId: number } | { upload: UploadRow } | null> {
  const [[sketch], [upload]] = await db.batch([
    db
      .select({ sketchId: sketches.id })
      .from(sketches)
      .where(and(eq(sketches.userId, userId), eq(sketches.contentHash, contentHash))),
    db
      .select()
      .from(uploads)
      .where(and(eq(uploads.userId, userId), eq(uploads.contentHash, contentHash))),
  ])
  return sketch ?? (upload ? { upload } : null)
}

/** Keeps an upload. False when the same file of the same member came first. */
export async function addUpload(db: Db, row: UploadRow): Promise<boolean> {
  try {
    await db.insert(uploads).values(row)
    return true
  } catch (error) {
    if (brokeRule(error, 'uploads.content_hash')) return false
    throw error
  }
}

/** A member's uploads that wait to be posted, oldest first. */
export function listUploads(db: Db, userId: number) {
  return db.select().from(uploads).where(eq(uploads.userId, userId)).orderBy(uploads.createdAt).limit(200)
}

/** Drops an upload that waits; answers its file, or null when this member has no such upload. */
export async function removeUpload(db: Db, userId: number, id: string): Promise<string | null> {
  const [row] = await db
    .delete(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.userId, userId)))
    .returning({ fileKey: uploads.fileKey })
  return row?.fileKey ?? null
}

/** The tags a member uses, most used in their last 200 first. */
export async function listOwnTags(db: Db, userId: number): Promise<string[]> {
  const rows = await db.all<{ name: string }>(sql`
    SELECT tags.name FROM (SELECT tag_id FROM sketch_tags WHERE user_id = ${userId} ORDER BY sketch_id DESC LIMIT 200) AS own
    JOIN tags ON tags.id = own.tag_id
    GROUP BY tags.id ORDER BY count(*) DESC, tags.name LIMIT 20`)
  return rows.map((row) => row.name)
}

/**
 * Makes a sketch of an upload, with its tags, at once. Posting again answers the sketch that stands. Null when this
 * member has no such upload and no such sketch.
 */
export async function postSketch(db: Db, userId: number, body: PostSketchBody, now: number): Promise<number | null> {
  const { uploadId, tags: names, ...words } = body
  const fileKey = originalKey(uploadId)
  const chosen = JSON.stringify([...new Set(names)])
  const statement = (sql: string, ...values: unknown[]) => db.$client.prepare(sql).bind(...values)
  const results = await db.$client.batch<{ id: number }>([
    statement(
      `INSERT INTO sketches (user_id, title, description, alt_text, width, height, file_key, image_key, rotation, bytes,
         content_type, content_hash, thumbhash, colours, perceptual_hash, mature, unlisted, made_with_ai, created_at)
       SELECT user_id, ?3, ?4, ?5, width, height, file_key, image_key, rotation, bytes,
         content_type, content_hash, thumbhash, colours, perceptual_hash, ?6, ?7, ?8, ?9
       FROM uploads WHERE id = ?1 AND user_id = ?2 ON CONFLICT DO NOTHING`,
      uploadId,
      userId,
      words.title,
      words.description,
      words.altText,
      Number(words.mature),
      Number(words.unlisted),
      Number(words.madeWithAi),
      now,
    ),
    statement(
      `INSERT INTO tags (name) SELECT value FROM json_each(?3)
       WHERE EXISTS (SELECT 1 FROM uploads WHERE id = ?1 AND user_id = ?2) ON CONFLICT DO NOTHING`,
      uploadId,
      userId,
      chosen,
    ),
    statement(
      `INSERT INTO sketch_tags (sketch_id, tag_id, user_id, position)
       SELECT sketches.id, tags.id, sketches.user_id, chosen.key
       FROM json_each(?3) AS chosen JOIN tags ON tags.name = chosen.value JOIN sketches ON sketches.file_key = ?4
       WHERE EXISTS (SELECT 1 FROM uploads WHERE id = ?1 AND user_id = ?2) ON CONFLICT DO NOTHING`,
      uploadId,
      userId,
      chosen,
      fileKey,
    ),
    statement('DELETE FROM uploads WHERE id = ?1 AND user_id = ?2', uploadId, userId),
    statement('SELECT id FROM sketches WHERE file_key = ?1 AND user_id = ?2', fileKey, userId),
  ])
  return results.at(-1)?.results[0]?.id ?? null
}
