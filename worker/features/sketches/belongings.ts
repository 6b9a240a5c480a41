import { and, desc, eq, sql } from 'drizzle-orm'
import type { ShownSketch } from '../../../contract/http/sketch.ts'
import { WIPS_MAX } from '../../../contract/limits.ts'
import type { Db } from '../../lib/db.ts'
import { isStaff, type Viewer } from '../../lib/viewer.ts'
import { sketchFiles } from '../sketch-files/schema.ts'
import { users } from '../users/schema.ts'
import { itemColumns, sketchItemOf } from './listing.ts'
import { sketches } from './schema.ts'
import { listedFor } from './visibility.ts'

/** What a sketch's page tells of its files and of the sketches before and after it, for a batch. */
export function selectBelongings(db: Db, viewer: Viewer | null, id: number) {
  const listed = () => db.select(itemColumns).from(sketches).innerJoin(users, eq(users.id, sketches.userId))
  const parentId = sql`(SELECT child.parent_id FROM sketches AS child WHERE child.id = ${id})`
  return [
    db
      .select({
        kind: sketchFiles.kind,
        address: sketchFiles.address,
        private: sketchFiles.private,
        hasStats: sql<boolean>`${sketchFiles.stats} IS NOT NULL`.mapWith(Boolean),
      })
      .from(sketchFiles)
      .where(eq(sketchFiles.sketchId, id)),
    listed().where(and(eq(sketches.id, parentId), listedFor(viewer))),
    listed()
      .where(and(eq(sketches.parentId, id), listedFor(viewer)))
      .orderBy(desc(sketches.id))
      .limit(WIPS_MAX),
  ] as const
}

type Item = Parameters<typeof sketchItemOf>[0]
type File = Pick<typeof sketchFiles.$inferSelect, 'kind' | 'address' | 'private'> & { hasStats: boolean }
type Rows = readonly [files: File[], parent: Item[], wips: Item[]]

/** What was selected, as the page gets it. */
export function belongingsOf(viewer: Viewer | null, { id, userId }: { id: number; userId: number }, rows: Rows) {
  const [files, [parent], wips] = rows
  const own = viewer?.id === userId
  const file = files.find(({ kind, private: isPrivate }) => kind === 'sketchFile' && (own || !isPrivate))
  const video = files.find(({ kind }) => kind === 'video')
  return {
    userCanEdit: own,
    imagePng: own || isStaff(viewer) ? `/sketch/${id}.png` : null,
    videoUrl: video ? `/video/${video.address}` : null,
    haveFile: file !== undefined,
    privateFile: file?.private ?? false,
    hasStats: file?.hasStats ?? false,
    parent: parent ? sketchItemOf(parent) : null,
    wips: wips.map(sketchItemOf),
  } satisfies Partial<ShownSketch>
}
