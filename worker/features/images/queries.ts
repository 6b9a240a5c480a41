import { and, eq, sql } from 'drizzle-orm'
import type { Size } from '../../../contract/image-sizes.ts'
import type { Mat } from '../../../contract/mat.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { type AccessFields, isKept } from '../../domain/sketches/visibility.ts'
import { pendingUploads } from '../../domain/uploads/schema.ts'
import { sketchVersions } from '../../domain/versions/schema.ts'
import type { Db } from '../../lib/database.ts'
import type { Original } from '../../lib/pictures.ts'

/**
 * The original of an image key. Uploads are served to their owner only, versions to the artist and staff only.
 * `isSuggested`: mature, and in the queue of a group, so that group admins can uncover it there.
 */
export type ServedPicture = Original &
  Size & { angle: number; mat: Mat | null; watermark: string | null } & (
    | { kind: 'sketch'; access: AccessFields; isSuggested: boolean }
    | { kind: 'upload'; userId: number }
    | { kind: 'version'; userId: number }
  )

export async function findPicture(db: Db, imageKey: string): Promise<ServedPicture | null> {
  const [[sketch], [upload], [version]] = await db.batch([
    selectSketch(db, imageKey),
    selectUpload(db, imageKey),
    selectVersion(db, imageKey),
  ])
  // The address cannot be guessed, so a reader who has it was given the link. Blocks do not apply to pictures, because
  // the blocked member could open the address as a visitor.
  if (sketch) return { kind: 'sketch', ...sketch, access: { ...sketch, linked: true, blocked: false } }
  if (upload) return { kind: 'upload', angle: 0, watermark: null, ...upload }
  return version ? { kind: 'version', watermark: null, ...version } : null
}

const originalColumns = (table: typeof sketches | typeof pendingUploads | typeof sketchVersions) => ({
  fileKey: table.fileKey,
  contentType: table.contentType,
  rotation: table.rotation,
  mirrored: table.mirrored,
  mat: table.mat,
  width: table.width,
  height: table.height,
})

function selectSketch(db: Db, imageKey: string) {
  return db
    .select({
      ...originalColumns(sketches),
      angle: sketches.angle,
      watermark: sketches.watermark,
      userId: sketches.userId,
      mature: sketches.mature,
      unlisted: sketches.unlisted,
      violation: sketches.violation,
      isSuggested: sql`mature AND EXISTS (SELECT 1 FROM group_feature_requests AS request
        WHERE request.sketch_id = sketches.id AND request.state = 'pending')`
        .mapWith(Boolean)
        .as('is_suggested'),
    })
    .from(sketches)
    .where(eq(sketches.imageKey, imageKey))
}

function selectUpload(db: Db, imageKey: string) {
  return db
    .select({ ...originalColumns(pendingUploads), userId: pendingUploads.userId })
    .from(pendingUploads)
    .where(eq(pendingUploads.imageKey, imageKey))
}

function selectVersion(db: Db, imageKey: string) {
  return db
    .select({ ...originalColumns(sketchVersions), angle: sketchVersions.angle, userId: sketches.userId })
    .from(sketchVersions)
    .innerJoin(sketches, eq(sketches.id, sketchVersions.sketchId))
    .where(and(eq(sketchVersions.imageKey, imageKey), isKept))
}
