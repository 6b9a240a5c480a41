import * as z from 'zod/mini'
import { id } from './common.ts'

/** `start` and `length` in UTF-16 units, including the `@`. */
export const mention = z.object({ userId: id, start: z.int(), length: z.int() })
export type Mention = z.infer<typeof mention>
/** A mention as pages show it, with the present nickname of its member. */
export const shownMention = z.extend(mention, { nickname: z.string() })
export type ShownMention = z.infer<typeof shownMention>
