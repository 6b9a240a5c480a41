import { and, count, desc, eq, exists } from 'drizzle-orm'
import type { PostSketchBody, Upload } from '../../../contract/http/uploads.ts'
import { UPLOADS_WAITING_MAX } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { sketches, sketchTags, tags } from '../../domain/sketches/schema.ts'
import { resolvedTag } from '../../domain/tags/queries.ts'
import { pendingUploads } from '../../domain/uploads/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { brokeRule, type Db } from '../../lib/database.ts'
import { originalKey } from '../../lib/files.ts'
import { imageBase } from '../../lib/image-base.ts'

type UploadRow = typeof pendingUploads.$inferSelect

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

/** A file that this member has sent: the sketch it became, or the upload that waits. */
export type SameFile = { sketchId: number } | { upload: UploadRow }

/** What the same member already sent with the same bytes, or null. */
export async function findSameFile(db: Db, userId: number, contentHash: string): Promise<SameFile | null> {
  const [sketches, uploads] = await db.batch(sameFileOf(db, userId, contentHash))
  return sameOf(sketches, uploads)
}

function sameFileOf(db: Db, userId: number, contentHash: string) {
  return [
    db
      .select({ sketchId: sketches.id })
      .from(sketches)
      .where(and(eq(sketches.userId, userId), eq(sketches.contentHash, contentHash))),
    db
      .select()
      .from(pendingUploads)
      .where(and(eq(pendingUploads.userId, userId), eq(pendingUploads.contentHash, contentHash))),
  ] as const
}

function sameOf([sketch]: { sketchId: number }[], [upload]: UploadRow[]): SameFile | null {
  return sketch ?? (upload ? { upload } : null)
}

/** Whether a member's desk is full: no further picture can wait there. */
export async function isPendingFull(db: Db, userId: number): Promise<boolean> {
  return (await db.$count(pendingUploads, eq(pendingUploads.userId, userId))) >= UPLOADS_WAITING_MAX
}

/**
 * Keeps an upload, unless the same file of the same member came first, waits or is posted by now; answers what stands.
 * @throws AppError `uploads_waiting` when the member's desk is full by now.
 */
export async function keepUpload(db: Db, row: UploadRow): Promise<SameFile> {
  const posted = db
    .select({ id: sketches.id })
    .from(sketches)
    .where(and(eq(sketches.userId, row.userId), eq(sketches.contentHash, row.contentHash)))
  const [, , sketch, upload] = await db
    .batch([
      db
        .insert(pendingUploads)
        .values(row)
        .onConflictDoNothing({ target: [pendingUploads.userId, pendingUploads.contentHash] }),
      db.delete(pendingUploads).where(and(eq(pendingUploads.id, row.id), exists(posted))),
      ...sameFileOf(db, row.userId, row.contentHash),
    ])
    .catch((error) => {
      throw brokeRule(error, 'uploads_waiting') ? new AppError('uploads_waiting') : error
    })
  const stands = sameOf(sketch, upload)
  if (!stands) throw new Error('an upload that was just kept is not there')
  return stands
}

const OWN_TAGS_FROM = 200

/** In one trip: a member's uploads that wait, oldest first, and the tags of their last 200, most used first. */
export async function findPendingUploads(db: Db, userId: number): Promise<{ waiting: UploadRow[]; tags: string[] }> {
  const own = db
    .select({ tagId: sketchTags.tagId })
    .from(sketchTags)
    .where(eq(sketchTags.artistId, userId))
    .orderBy(desc(sketchTags.sketchId))
    .limit(OWN_TAGS_FROM)
    .as('own')
  const [waiting, used] = await db.batch([
    db
      .select()
      .from(pendingUploads)
      .where(eq(pendingUploads.userId, userId))
      .orderBy(pendingUploads.createdAt)
      .limit(UPLOADS_WAITING_MAX),
    db
      .select({ name: tags.name })
      .from(own)
      .innerJoin(tags, eq(tags.id, own.tagId))
      .groupBy(tags.id)
      .orderBy(desc(count()), tags.name)
      .limit(20),
  ])
  return { waiting, tags: used.map(({ name }) => name) }
}

/** Drops an upload that waits; answers its file, or null when this member has no such upload. */
export async function removeUpload(db: Db, userId: number, id: string): Promise<string | null> {
  const [row] = await db
    .delete(pendingUploads)
    .where(and(eq(pendingUploads.id, id), eq(pendingUploads.userId, userId)))
    .returning({ fileKey: pendingUploads.fileKey })
  return row?.fileKey ?? null
}

/**
 * Makes a sketch of an upload, with its tags and its replay, at once. Posting again answers the sketch that stands. Null when this
 * member has no such upload and no such sketch. @throws AppError `bad_parent`.
 */
export async function postSketch(
  db: Db,
  { userId, device }: { userId: number; device: string | null },
  body: PostSketchBody,
  now: number,
): Promise<number | null> {
  const { uploadId, tags: names, ...words } = body
  const fileKey = originalKey(uploadId)
  const chosen = JSON.stringify([...new Set(names)])
  const statement = (sql: string, ...values: unknown[]) => db.$client.prepare(sql).bind(...values)
  const posting = db.$client.batch<{ id: number }>([
    statement(
      `INSERT INTO sketches (user_id, title, description, alt_text, width, height, file_key, image_key, rotation, mirrored, bytes,
         content_type, content_hash, thumbhash, colours, perceptual_hash, mature, unlisted, made_with_ai, created_at, device)
       SELECT user_id, ?3, ?4, ?5, width, height, file_key, image_key, rotation, mirrored, bytes,
         content_type, content_hash, thumbhash, colours, perceptual_hash, ?6, ?7, ?8, ?9, ?10
       FROM pending_uploads WHERE id = ?1 AND user_id = ?2 ON CONFLICT DO NOTHING`,
      uploadId,
      userId,
      words.title,
      words.description,
      words.altText,
      Number(words.mature),
      Number(words.unlisted),
      Number(words.madeWithAi),
      now,
      device,
    ),
    statement(
      `INSERT INTO tags (name) SELECT ${resolvedTag('value')} FROM json_each(?3)
       WHERE EXISTS (SELECT 1 FROM pending_uploads WHERE id = ?1 AND user_id = ?2) ON CONFLICT DO NOTHING`,
      uploadId,
      userId,
      chosen,
    ),
    statement(
      `INSERT INTO sketch_tags (sketch_id, tag_id, artist_id, position)
       SELECT sketches.id, tags.id, sketches.user_id, chosen.key
       FROM json_each(?3) AS chosen JOIN tags ON tags.name = ${resolvedTag('chosen.value')} JOIN sketches ON sketches.file_key = ?4
       WHERE EXISTS (SELECT 1 FROM pending_uploads WHERE id = ?1 AND user_id = ?2) ON CONFLICT DO NOTHING`,
      uploadId,
      userId,
      chosen,
      fileKey,
    ),
    statement(
      `UPDATE sketches SET parent_id = ?3 WHERE file_key = ?4 AND user_id = ?2 AND ?3 IS NOT NULL
         AND EXISTS (SELECT 1 FROM pending_uploads WHERE id = ?1 AND user_id = ?2)`,
      uploadId,
      userId,
      words.parentSketchId ?? null,
      fileKey,
    ),
    statement(
      `UPDATE streams SET replay = 'kept', replay_pending_at = NULL, replay_sketch_id = (SELECT id FROM sketches WHERE file_key = ?4)
       WHERE id = ?3 AND user_id = ?2 AND replay IN ('pending', 'kept') AND replay_violating = 0
         AND EXISTS (SELECT 1 FROM pending_uploads WHERE id = ?1 AND user_id = ?2)`,
      uploadId,
      userId,
      words.streamId ?? null,
      fileKey,
    ),
    statement('DELETE FROM pending_uploads WHERE id = ?1 AND user_id = ?2', uploadId, userId),
    statement('SELECT id FROM sketches WHERE file_key = ?1 AND user_id = ?2', fileKey, userId),
  ])
  const results = await posting.catch((error) => {
    throw brokeRule(error, 'parent_') ? new AppError('bad_parent') : error
  })
  return results.at(-1)?.results[0]?.id ?? null
}
