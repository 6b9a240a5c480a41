import { eq } from 'drizzle-orm'
import type { Db } from '../../lib/db.ts'
import type { Original } from '../../lib/pictures.ts'
import { sketches } from '../sketches/schema.ts'
import type { Restriction } from '../sketches/visibility.ts'
import { uploads } from '../upload/schema.ts'

/** A picture behind an address: a sketch with who may see it, or an upload that its owner alone may see. */
export type Picture = Original & ({ of: 'sketch'; restriction: Restriction } | { of: 'upload'; userId: number })

/** The picture at an address, or null. */
export async function findPicture(db: Db, imageKey: string): Promise<Picture | null> {
  const [[sketch], [upload]] = await db.batch([
    db
      .select({
        fileKey: sketches.fileKey,
        contentType: sketches.contentType,
        rotation: sketches.rotation,
        mirrored: sketches.mirrored,
        userId: sketches.userId,
        mature: sketches.mature,
        unlisted: sketches.unlisted,
        violation: sketches.violation,
      })
      .from(sketches)
      .where(eq(sketches.imageKey, imageKey)),
    db
      .select({
        fileKey: uploads.fileKey,
        contentType: uploads.contentType,
        rotation: uploads.rotation,
        mirrored: uploads.mirrored,
        userId: uploads.userId,
      })
      .from(uploads)
      .where(eq(uploads.imageKey, imageKey)),
  ])
  // A block is about lists and pages; whoever has the address of a picture that everyone may see has it as a visitor.
  if (sketch) return { of: 'sketch', ...sketch, restriction: { ...sketch, blocked: false } }
  return upload ? { of: 'upload', ...upload } : null
}
