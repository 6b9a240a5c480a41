import * as z from 'zod/mini'
import { wireTime } from '../time.ts'
import { id } from './common.ts'

const count = z.int().check(z.nonnegative())

/** A live stream as lists show it [2 §3]. `preview` is the path of a picture, null before there is one. */
export const streamItem = z.object({
  id,
  title: z.string(),
  preview: z.nullable(z.string()),
  /** The size of its picture in pixels; 0 before there is one. */
  sw: count,
  sh: count,
  orientation: z.enum(['landscape', 'portrait']),
  userId: id,
  userNickname: z.string(),
  userAvatar: z.nullable(z.string()),
  mature: z.boolean(),
  /** How many members have watched it, and how many watch now. */
  totalViews: count,
  watching: count,
  date: wireTime,
})
export type StreamItem = z.infer<typeof streamItem>
