import { and, count, desc, eq, exists, not, sql } from 'drizzle-orm'
import type { Upload } from '../../../contract/http/uploads.ts'
import { PENDING_UPLOADS_MAX } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { sketches, sketchTags, tags } from '../../domain/sketches/schema.ts'
import { accessColumns, type Reader, sketchAccess } from '../../domain/sketches/visibility.ts'
import { pendingUploads } from '../../domain/uploads/schema.ts'
import { fitsStorage, usedBytes } from '../../domain/uploads/storage.ts'
import { countUse, mayUpload } from '../../domain/users/member-limits.ts'
import { users } from '../../domain/users/schema.ts'
import { type Db, statement } from '../../lib/database.ts'
import { imageBase } from '../../lib/image-base.ts'
import { DONE, failure, orFailure, type Result, success, tryWrite } from '../../lib/result.ts'

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
    mat: row.mat,
    dateCreated: toWireTime(row.createdAt),
  }
}

/** The sketch or pending upload of a member that has the same file. */
export type SameFile = { sketchId: number } | { upload: UploadRow }

export async function findSameFile(db: Db, userId: number, contentHash: string): Promise<SameFile | null> {
  const [sketches, uploads] = await db.batch(selectSameFile(db, userId, contentHash))
  return sameFileOf(sketches, uploads)
}

function selectSameFile(db: Db, userId: number, contentHash: string) {
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

function sameFileOf([sketch]: { sketchId: number }[], [upload]: UploadRow[]): SameFile | null {
  return sketch ?? (upload ? { upload } : null)
}

/**
 * Checks that a member may send one more upload, and counts it, before its bytes are read. So an upload that breaks off
 * or is refused counts, too.
 */
export async function countNewUpload(
  db: Db,
  { userId, bytes, now }: { userId: number; bytes: number; now: number },
): Promise<Result<void, 'upload_limit' | 'daily_upload_limit' | 'storage_limit'>> {
  const hasPlace = sql`(SELECT count(*) FROM pending_uploads WHERE user_id = ${userId}) < ${PENDING_UPLOADS_MAX}`
  const fits = fitsStorage({ userId, bytes })
  const written = { authorId: userId, now }
  const [[limits], counted] = await db.batch([
    statement<{ hasPlace: number; fits: number }>(db, sql`SELECT ${hasPlace} AS "hasPlace", ${fits} AS fits`),
    countUse(db, 'uploads', written, sql`${hasPlace} AND ${fits} AND ${mayUpload(written, 1)}`),
  ])
  if (counted.length > 0) return DONE
  if (!limits?.hasPlace) return failure('upload_limit')
  return failure(limits.fits ? 'daily_upload_limit' : 'storage_limit')
}

/**
 * Stores an upload and returns it, or returns the sketch or upload of this member that has the same file. Fails at the
 * maximum of pending uploads, at the limit of a day, and if the file does not fit into the member's storage.
 */
export async function addUpload(
  db: Db,
  row: UploadRow,
): Promise<Result<SameFile, 'upload_limit' | 'daily_upload_limit' | 'storage_limit'>> {
  const isNew = eq(pendingUploads.id, row.id)
  const isWithinLimit = mayUpload({ authorId: row.userId, now: row.createdAt })
  // The upload is already one of the pending uploads that count.
  const fits = fitsStorage({ userId: row.userId, bytes: 0 })
  const posted = db
    .select({ id: sketches.id })
    .from(sketches)
    .where(and(eq(sketches.userId, row.userId), eq(sketches.contentHash, row.contentHash)))
  const added = await tryWrite(
    db.batch([
      db
        .insert(pendingUploads)
        .values(row)
        .onConflictDoNothing({ target: [pendingUploads.userId, pendingUploads.contentHash] }),
      db.delete(pendingUploads).where(and(isNew, exists(posted))),
      db.delete(pendingUploads).where(and(isNew, not(isWithinLimit))),
      db
        .delete(pendingUploads)
        .where(and(isNew, not(fits)))
        .returning({ id: pendingUploads.id }),
      ...selectSameFile(db, row.userId, row.contentHash),
    ]),
    { uploads_waiting: 'upload_limit' },
  )
  if (!added.ok) return added
  const [, , , [tooLarge], sketch, upload] = added.value
  const same = sameFileOf(sketch, upload)
  return same ? success(same) : failure(tooLarge ? 'storage_limit' : 'daily_upload_limit')
}

const TAGS_READ = 200
const TAGS_SUGGESTED = 20

/** Finds a member's pending uploads, oldest first, the most used tags of their last sketches, and the used storage. */
export async function findPendingUploads(
  db: Db,
  userId: number,
): Promise<{ uploads: UploadRow[]; tags: string[]; usedBytes: number }> {
  const own = db
    .select({ tagId: sketchTags.tagId })
    .from(sketchTags)
    .where(eq(sketchTags.artistId, userId))
    .orderBy(desc(sketchTags.sketchId))
    .limit(TAGS_READ)
    .as('own')
  const [uploads, used, [storage]] = await db.batch([
    db
      .select()
      .from(pendingUploads)
      .where(eq(pendingUploads.userId, userId))
      .orderBy(pendingUploads.createdAt)
      .limit(PENDING_UPLOADS_MAX),
    db
      .select({ name: tags.name })
      .from(own)
      .innerJoin(tags, eq(tags.id, own.tagId))
      .groupBy(tags.id)
      .orderBy(desc(count()), tags.name)
      .limit(TAGS_SUGGESTED),
    db
      .select({ usedBytes: usedBytes(userId) })
      .from(users)
      .where(eq(users.id, userId)),
  ])
  return { uploads, tags: used.map(({ name }) => name), usedBytes: storage?.usedBytes ?? 0 }
}

/** True for a pending upload whose picture is no sketch of the member yet. */
export async function isPostable(db: Db, { userId, id }: { userId: number; id: string }): Promise<boolean> {
  const posted = db
    .select({ id: sketches.id })
    .from(sketches)
    .where(and(eq(sketches.userId, userId), eq(sketches.contentHash, pendingUploads.contentHash)))
  const row = await db
    .select({ id: pendingUploads.id })
    .from(pendingUploads)
    .where(and(eq(pendingUploads.id, id), eq(pendingUploads.userId, userId), not(exists(posted))))
    .get()
  return row !== undefined
}

/** True if the reader may see a sketch and continue it: their own, or one in a co-op. Triggers check this again. */
export async function mayContinue(db: Db, reader: Reader, id: number): Promise<boolean> {
  const parent = await db
    .select({ ...accessColumns(reader), coopId: sketches.coopId })
    .from(sketches)
    .where(eq(sketches.id, id))
    .get()
  if (!parent || !sketchAccess(reader.viewer, parent).maySee) return false
  return parent.userId === reader.viewer?.id || parent.coopId !== null
}

/** Removes a pending upload. Returns its file key. */
export async function removeUpload(
  db: Db,
  { userId, id }: { userId: number; id: string },
): Promise<Result<string, 'not_found'>> {
  const [row] = await db
    .delete(pendingUploads)
    .where(and(eq(pendingUploads.id, id), eq(pendingUploads.userId, userId)))
    .returning({ fileKey: pendingUploads.fileKey })
  return orFailure(row?.fileKey, 'not_found')
}
