import { and, desc, eq, exists, inArray, sql } from 'drizzle-orm'
import type { SketchVersion } from '../../../contract/http/versions.ts'
import { VERSIONS_MAX } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { isJudged } from '../../domain/compos/enter.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { type AccessFields, accessColumns, isKept, type Reader } from '../../domain/sketches/visibility.ts'
import { pendingUploads } from '../../domain/uploads/schema.ts'
import { countAttachedBytes } from '../../domain/uploads/storage.ts'
import { sketchVersions } from '../../domain/versions/schema.ts'
import { type Db, statement } from '../../lib/database.ts'
import { originalKey, originalName } from '../../lib/files.ts'
import { imageBase } from '../../lib/image-base.ts'
import { randomToken } from '../../lib/random.ts'
import { failure, orFailure, type Result, success, tryWrite } from '../../lib/result.ts'

/** Lists a sketch's versions, latest first, with its artist. */
export async function listVersions(
  db: Db,
  reader: Reader,
  sketchId: number,
): Promise<{ sketch: AccessFields; items: SketchVersion[] } | null> {
  const [[sketch], rows] = await db.batch([
    db
      .select(accessColumns(reader))
      .from(sketches)
      .where(and(eq(sketches.id, sketchId), isKept)),
    db
      .select()
      .from(sketchVersions)
      .where(eq(sketchVersions.sketchId, sketchId))
      .orderBy(desc(sketchVersions.replacedAt))
      .limit(VERSIONS_MAX),
  ])
  return sketch ? { sketch, items: rows.map(versionOf) } : null
}

function versionOf(row: typeof sketchVersions.$inferSelect): SketchVersion {
  return {
    id: originalName(row.fileKey),
    imageUrl: imageBase(row.imageKey),
    width: row.width,
    height: row.height,
    bytes: row.bytes,
    thumbhash: row.thumbhash,
    dateReplaced: toWireTime(row.replacedAt),
  }
}

/** Finds an earlier picture of a sketch. */
export async function findVersion(
  db: Db,
  { sketchId, name }: { sketchId: number; name: string },
): Promise<{ fingerprint: string | null } | undefined> {
  return db
    .select({ fingerprint: sketchVersions.fingerprint })
    .from(sketchVersions)
    .where(and(eq(sketchVersions.fileKey, originalKey(name)), eq(sketchVersions.sketchId, sketchId)))
    .get()
}

/** Picture columns of `sketches`, `sketch_versions` and, except for the angle, `pending_uploads`. */
const COLUMN_NAMES =
  'image_key, width, height, rotation, mirrored, angle, bytes, content_type, content_hash, thumbhash, colours, perceptual_hash, fingerprint, mat'
const PICTURE = sql.raw(COLUMN_NAMES)
const UPLOADED_PICTURE = sql.raw(COLUMN_NAMES.replace('angle', '0'))
const PICTURE_WITHOUT_KEY = sql.raw(COLUMN_NAMES.replace('image_key, ', ''))

type Replacement = { sketchId: number; userId: number; name: string; from: 'upload' | 'version'; now: number }

/**
 * Replaces a sketch's picture with a pending upload or an earlier version; the current picture becomes a version.
 * Removes versions above the limit and returns their files. Fails with `same_file` if the member posted that file as
 * another sketch, and with `in_judged_compo` once voting in its compo has begun, because votes are for the picture that
 * was shown.
 */
export async function replacePicture(
  db: Db,
  { sketchId, userId, name, from, now }: Replacement,
): Promise<Result<{ unusedFiles: string[] }, 'not_found' | 'same_file' | 'in_judged_compo'>> {
  const fileKey = originalKey(name)
  const source =
    from === 'upload'
      ? sql`(SELECT file_key, ${UPLOADED_PICTURE}, NULL FROM pending_uploads WHERE file_key = ${fileKey} AND user_id = ${userId})`
      : sql`(SELECT file_key, ${PICTURE}, NULL FROM sketch_versions WHERE file_key = ${fileKey} AND sketch_id = ${sketchId})`
  const isReplaceable = sql`id = ${sketchId} AND user_id = ${userId} AND EXISTS ${source} AND NOT ${isJudged(sketchId, now)}
    AND violation IS NOT 'removed'`
  const isCurrent = and(eq(sketches.id, sketchId), eq(sketches.userId, userId), eq(sketches.fileKey, fileKey))
  const currentSketch = db.select({ id: sketches.id }).from(sketches).where(isCurrent)
  const replaced = await tryWrite(
    db.batch([
      statement(
        db,
        sql`INSERT INTO sketch_versions (file_key, sketch_id, image_key, ${PICTURE_WITHOUT_KEY}, replaced_at)
          SELECT file_key, id, ${randomToken()}, ${PICTURE_WITHOUT_KEY}, ${now} FROM sketches WHERE ${isReplaceable}`,
      ),
      statement(db, sql`UPDATE sketches SET (file_key, ${PICTURE}, file_lost_at) = ${source} WHERE ${isReplaceable}`),
      from === 'upload'
        ? db.delete(pendingUploads).where(and(eq(pendingUploads.fileKey, fileKey), exists(currentSketch)))
        : db.delete(sketchVersions).where(and(eq(sketchVersions.fileKey, fileKey), exists(currentSketch))),
      db
        .delete(sketchVersions)
        .where(
          sql`sketch_id = ${sketchId} AND file_key IN (
            SELECT file_key FROM sketch_versions WHERE sketch_id = ${sketchId}
            ORDER BY replaced_at DESC, file_key LIMIT -1 OFFSET ${VERSIONS_MAX})`,
        )
        .returning({ fileKey: sketchVersions.fileKey }),
      countAttachedBytes(db, sketchId),
      currentSketch,
      statement<{ isJudged: number }>(db, sql`SELECT ${isJudged(sketchId, now)} AS isJudged`),
    ]),
    { 'sketches.content_hash': 'same_file' },
  )
  if (!replaced.ok) return replaced
  const [, , , removed, , current, [compo]] = replaced.value
  if (current.length > 0) return success({ unusedFiles: removed.map((row) => row.fileKey) })
  return failure(compo?.isJudged ? 'in_judged_compo' : 'not_found')
}

/** Removes a version of a member's own sketch. Returns its file key. */
export async function removeVersion(
  db: Db,
  { sketchId, userId, name }: { sketchId: number; userId: number; name: string },
): Promise<Result<string, 'not_found'>> {
  const ownSketch = db
    .select({ id: sketches.id })
    .from(sketches)
    .where(and(eq(sketches.id, sketchId), eq(sketches.userId, userId), sql`violation IS NOT 'removed'`))
  const [[row]] = await db.batch([
    db
      .delete(sketchVersions)
      .where(and(eq(sketchVersions.fileKey, originalKey(name)), inArray(sketchVersions.sketchId, ownSketch)))
      .returning({ fileKey: sketchVersions.fileKey }),
    countAttachedBytes(db, sketchId),
  ])
  return orFailure(row?.fileKey, 'not_found')
}
