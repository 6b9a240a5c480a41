import * as z from 'zod/mini'
import { COOP_TREE_MAX, DESCRIPTION_MAX, TITLE_MAX } from '../limits.ts'
import { contentPath } from './brushes.ts'
import { id, line, text } from './common.ts'
import { sketchThumb } from './sketch-page.ts'

/** Adds a sketch to the content library. An empty title keeps the sketch's. */
export const createImageBody = z.object({ sketchId: id, path: contentPath, title: line(TITLE_MAX) })

/** Opens a sketch for continuation. An empty title keeps the sketch's. */
export const createCoOpBody = z.extend(createImageBody, { desc: text(DESCRIPTION_MAX) })
export type CreateCoOpBody = z.infer<typeof createCoOpBody>

/** `parentId` is the sketch that it continues. */
export const coOpNode = z.extend(sketchThumb, { parentId: z.nullable(id) })
export type CoOpNode = z.infer<typeof coOpNode>

/** The oldest continuations; `more` is set if there are others. */
export const coOpTree = z.object({
  id,
  title: z.string(),
  description: z.string(),
  root: coOpNode,
  nodes: z.array(coOpNode).check(z.maxLength(COOP_TREE_MAX)),
  more: z.boolean(),
})
export type CoOpTree = z.infer<typeof coOpTree>
