import { eq, sql } from 'drizzle-orm'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { sketchFiles } from '../../domain/sketch-files/schema.ts'
import { isStaff, type Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'

export function selectFiles(db: Db, id: number) {
  return db
    .select({
      kind: sketchFiles.kind,
      address: sketchFiles.address,
      private: sketchFiles.private,
      hasStats: sql<boolean>`${sketchFiles.stats} IS NOT NULL`.mapWith(Boolean),
    })
    .from(sketchFiles)
    .where(eq(sketchFiles.sketchId, id))
}

type File = Pick<typeof sketchFiles.$inferSelect, 'kind' | 'address' | 'private'> & { hasStats: boolean }

export function attachmentsOf(viewer: Viewer | null, { id, userId }: { id: number; userId: number }, files: File[]) {
  const isOwner = viewer?.id === userId
  const file = files.find(({ kind, private: isPrivate }) => kind === 'sketchFile' && (isOwner || !isPrivate))
  const video = files.find(({ kind }) => kind === 'video')
  return {
    userCanEdit: isOwner,
    imagePng: isOwner || isStaff(viewer) ? `/sketch/${id}.png` : null,
    videoUrl: video ? `/video/${video.address}` : null,
    haveFile: file !== undefined,
    privateFile: file?.private ?? false,
    hasStats: file?.hasStats ?? false,
  } satisfies Partial<ShownSketch>
}
