import { eq } from 'drizzle-orm'
import { sketches } from '../../domain/sketches/schema.ts'
import type { AccessFields } from '../../domain/sketches/visibility.ts'
import { pendingUploads } from '../../domain/uploads/schema.ts'
import { sketchVersions } from '../../domain/versions/schema.ts'
import type { Db } from '../../lib/database.ts'
import type { Original } from '../../lib/pictures.ts'

/**
 * A picture behind an address: a sketch with who may see it, an upload that its owner alone may see, or what a sketch
 * showed before, which is for its artist and staff.
 */
export type Picture = Original & { angle: number; watermark: string | null } & (
    | { of: 'sketch'; restriction: AccessFields }
    | { of: 'upload'; userId: number }
    | { of: 'version'; userId: number }
  )

/** The picture at an address, or null. */
export async function findPicture(db: Db, imageKey: string): Promise<Picture | null> {
  const [[sketch], [upload], [version]] = await db.batch([
    selectSketch(db, imageKey),
    selectUpload(db, imageKey),
    selectVersion(db, imageKey),
  ])
  // A block is about lists and pages; whoever has the address of a picture that everyone may see has it as a visitor.
  if (sketch) return { of: 'sketch', ...sketch, restriction: { ...sketch, blocked: false } }
  if (upload) return { of: 'upload', angle: 0, watermark: null, ...upload }
  return version ? { of: 'version', watermark: null, ...version } : null
}

const originalColumns = (table: typeof sketches | typeof pendingUploads | typeof sketchVersions) => ({
  fileKey: table.fileKey,
  contentType: table.contentType,
  rotation: table.rotation,
  mirrored: table.mirrored,
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
    .where(eq(sketchVersions.imageKey, imageKey))
}
