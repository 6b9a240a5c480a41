import { type SQL, sql } from 'drizzle-orm'
import type { MessageSketch } from '../../../contract/http/messages.ts'
import type { Viewer } from '../users/viewer.ts'
import { sketchThumbOf, thumbColumns } from './list-items.ts'
import { sketches } from './schema.ts'
import { type AccessFields, sketchAccess } from './visibility.ts'

/** Columns of a sketch that its artist attached to a text, from a left join with `sketches`. */
export const attachedColumns = {
  ...thumbColumns,
  id: sql<number | null>`${sketches.id}`.as('sketch_id'),
  userId: sql<number>`${sketches.userId}`.as('sketch_user_id'),
  // Only the author's own sketches can be attached.
  nickname: sql<string>`''`.as('artist'),
  unlisted: sketches.unlisted,
  linkKey: sketches.linkKey,
  violation: sketches.violation,
}

type AttachedRow = Omit<Parameters<typeof sketchThumbOf>[0], 'id'> &
  Pick<AccessFields, 'userId' | 'unlisted' | 'violation'> & { id: number | null; linkKey: string | null }

/**
 * The sketch that an author attached to a text, as the viewer may see it; null without one. Texts behind a block are not
 * shown at all.
 */
export function attachedSketchOf(
  row: AttachedRow | null,
  author: { id: number; nickname: string },
  viewer: Viewer | null,
): MessageSketch | null {
  if (row === null || row.id === null) return null
  // The author can share only their own sketches, so a sketch of anyone else stays hidden.
  if (row.userId !== author.id) return { hidden: true }
  const { userId, unlisted, linkKey, violation, ...thumb } = { ...row, id: row.id, nickname: author.nickname }
  // By attaching the sketch, the author shared it with the readers of the text.
  const fields = { userId, mature: row.mature, unlisted, linked: true, violation, blocked: false }
  const access = sketchAccess(viewer, fields)
  const isShown = access.maySee && access.notice !== 'mature'
  return isShown ? { hidden: false, linkKey, ...sketchThumbOf(thumb) } : { hidden: true }
}

/** The condition that a sketch to attach is the author's own; null is no sketch. */
export function isOwnSketch(author: Pick<Viewer, 'id'>, sketchId: number | null): SQL {
  return sketchId === null
    ? sql`1`
    : sql`EXISTS (SELECT 1 FROM sketches WHERE sketches.id = ${sketchId} AND sketches.user_id = ${author.id})`
}
