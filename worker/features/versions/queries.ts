import { and, desc, eq, inArray } from 'drizzle-orm'
import type { SketchVersion } from '../../../contract/http/versions.ts'
import { VERSIONS_MAX } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { sketchVersions } from '../../domain/versions/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { brokeRule, type Db } from '../../lib/database.ts'
import { nameOf, originalKey } from '../../lib/files.ts'
import { imageBase } from '../../lib/image-base.ts'
import { randomToken } from '../../lib/random.ts'

/** Who made a sketch, and what it showed before, latest first; null when there is none. */
export async function listVersions(
  db: Db,
  sketchId: number,
): Promise<{ userId: number; items: SketchVersion[] } | null> {
  const [[sketch], rows] = await db.batch([
    db.select({ userId: sketches.userId }).from(sketches).where(eq(sketches.id, sketchId)),
    db
      .select()
      .from(sketchVersions)
      .where(eq(sketchVersions.sketchId, sketchId))
      .orderBy(desc(sketchVersions.replacedAt))
      .limit(VERSIONS_MAX),
  ])
  return sketch ? { userId: sketch.userId, items: rows.map(versionOf) } : null
}

function versionOf(row: typeof sketchVersions.$inferSelect): SketchVersion {
  return {
    id: nameOf(row.fileKey),
    imageUrl: imageBase(row.imageKey),
    width: row.width,
    height: row.height,
    bytes: row.bytes,
    thumbhash: row.thumbhash,
    dateReplaced: toWireTime(row.replacedAt),
  }
}

/** What `sketches`, `sketch_versions` and, but for the angle, `uploads` say of a picture. */
const PICTURE =
  'image_key, width, height, rotation, mirrored, angle, bytes, content_type, content_hash, thumbhash, colours, perceptual_hash'

/** The picture to show: ?1 is the sketch, ?2 its artist, ?3 the file. */
const SOURCES = {
  upload: `(SELECT file_key, ${PICTURE.replace('angle', '0')}, NULL FROM pending_uploads WHERE file_key = ?3 AND user_id = ?2)`,
  version: `(SELECT file_key, ${PICTURE}, NULL FROM sketch_versions WHERE file_key = ?3 AND sketch_id = ?1)`,
}

/**
 * Shows another picture under a sketch, which keeps its hearts and comments: an upload that waits, or an earlier version.
 * What was shown joins the versions; the oldest of too many go, and their files are answered. Done again, it changes
 * nothing. Null when this member has no such sketch, or no such picture.
 * @throws AppError `same_file` when the member posted that picture as another sketch.
 */
export async function showPicture(
  db: Db,
  { sketchId, userId, name }: { sketchId: number; userId: number; name: string },
  from: keyof typeof SOURCES,
  now: number,
): Promise<{ filesLeft: string[] } | null> {
  const source = SOURCES[from]
  const own = `id = ?1 AND user_id = ?2 AND EXISTS ${source}`
  const shown = 'SELECT file_key FROM sketches WHERE id = ?1 AND user_id = ?2 AND file_key = ?3'
  const bound = [sketchId, userId, originalKey(name)]
  const statement = (sql: string, ...values: unknown[]) => db.$client.prepare(sql).bind(...values)
  const results = await db.$client
    .batch<{ file_key: string }>([
      statement(
        `INSERT INTO sketch_versions (file_key, sketch_id, ${PICTURE}, replaced_at)
         SELECT file_key, id, ${PICTURE.replace('image_key', '?4')}, ?5 FROM sketches WHERE ${own}`,
        ...bound,
        randomToken(),
        now,
      ),
      statement(`UPDATE sketches SET (file_key, ${PICTURE}, file_lost_at) = ${source} WHERE ${own}`, ...bound),
      from === 'upload'
        ? statement(`DELETE FROM pending_uploads WHERE file_key = ?3 AND EXISTS (${shown})`, ...bound)
        : statement(`DELETE FROM sketch_versions WHERE file_key = ?3 AND EXISTS (${shown})`, ...bound),
      statement(
        `DELETE FROM sketch_versions WHERE sketch_id = ?1 AND file_key IN (
           SELECT file_key FROM sketch_versions WHERE sketch_id = ?1
           ORDER BY replaced_at DESC, file_key LIMIT -1 OFFSET ${VERSIONS_MAX})
         RETURNING file_key`,
        sketchId,
      ),
      statement(shown, ...bound),
    ])
    .catch((error) => {
      throw brokeRule(error, 'sketches.content_hash') ? new AppError('same_file') : error
    })
  if (results.at(-1)?.results.length === 0) return null
  return { filesLeft: (results.at(-2)?.results ?? []).map((row) => row.file_key) }
}

/** Takes an earlier version away; answers its file, or null when this member's sketch has no such version. */
export async function removeVersion(db: Db, sketchId: number, userId: number, name: string): Promise<string | null> {
  const own = db
    .select({ id: sketches.id })
    .from(sketches)
    .where(and(eq(sketches.id, sketchId), eq(sketches.userId, userId)))
  const [row] = await db
    .delete(sketchVersions)
    .where(and(eq(sketchVersions.fileKey, originalKey(name)), inArray(sketchVersions.sketchId, own)))
    .returning({ fileKey: sketchVersions.fileKey })
  return row?.fileKey ?? null
}
