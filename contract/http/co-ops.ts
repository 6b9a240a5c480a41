import * as z from 'zod/mini'
import { COOP_TREE_MAX, DESCRIPTION_MAX, TITLE_MAX } from '../limits.ts'
import { wireTime } from '../time.ts'
import { contentPath } from './brushes.ts'
import { id, line, listOf, text } from './common.ts'
import { requiredReason } from './reasons.ts'
import { sketchThumb } from './sketch-page.ts'

/** Adds a sketch to the images of the library. An empty title keeps the sketch's. */
export const createImageBody = z.object({ sketchId: id, path: contentPath, title: line(TITLE_MAX) })
export type CreateImageBody = z.infer<typeof createImageBody>

/** `GET /api/v2/content/images`, for staff: the images of the library, latest first, with the member who made each. */
export const libraryImageList = listOf(
  z.object({
    id,
    title: z.string(),
    path: z.string(),
    sketch: z.object({ id, title: z.string() }),
    madeBy: z.object({ id, nickname: z.string() }),
    date: wireTime,
  }),
)
export type LibraryImageList = z.infer<typeof libraryImageList>

/** `POST /api/v2/content/removeImage`, by staff. The sketch is kept. */
export const removeImageBody = z.strictObject({
  id,
  reason: requiredReason,
})
export type RemoveImageBody = z.infer<typeof removeImageBody>

/** Opens a sketch for continuation. An empty title keeps the sketch's. */
export const createCoOpBody = z.extend(createImageBody, { desc: text(DESCRIPTION_MAX) })

/** A sketch of a co-op. `parentId` is the sketch that it continues, or null if the tree does not contain that. */
export const coOpNode = z.extend(sketchThumb, { parentId: z.nullable(id) })
export type CoOpNode = z.infer<typeof coOpNode>

/** `nodes` are the oldest continuations, without `root`; `more` is true if there are others. */
export const coOpTree = z.object({
  /** The sketch that began the co-op. */
  id,
  title: z.string(),
  description: z.string(),
  root: coOpNode,
  nodes: z.array(coOpNode).check(z.maxLength(COOP_TREE_MAX)),
  more: z.boolean(),
})
export type CoOpTree = z.infer<typeof coOpTree>
