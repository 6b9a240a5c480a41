import * as z from 'zod/mini'
import { COOP_TREE_MAX, DESCRIPTION_MAX, TITLE_MAX } from '../limits.ts'
import { contentPath } from './brushes.ts'
import { id, line, text } from './common.ts'
import { sketchThumb } from './sketch-page.ts'

/** A sketch as an image of the content library; without a title it keeps its own. */
export const createImageBody = z.object({ sketchId: id, path: contentPath, title: line(TITLE_MAX) })

/** A sketch that others go on from; without a title it keeps its own. */
export const createCoOpBody = z.extend(createImageBody, { desc: text(DESCRIPTION_MAX) })
export type CreateCoOpBody = z.infer<typeof createCoOpBody>

/** A sketch of a co-op, and the one that it goes on from. */
export const coOpNode = z.extend(sketchThumb, { parentId: z.nullable(id) })
export type CoOpNode = z.infer<typeof coOpNode>

/** What a co-op is, and who continued what: the oldest continuations, with `more` set where there are others. */
export const coOpTree = z.object({
  id,
  title: z.string(),
  description: z.string(),
  root: coOpNode,
  nodes: z.array(coOpNode).check(z.maxLength(COOP_TREE_MAX)),
  more: z.boolean(),
})
export type CoOpTree = z.infer<typeof coOpTree>
