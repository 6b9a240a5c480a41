import * as z from 'zod/mini'
import { wireTime } from '../time.ts'
import { id } from './common.ts'

const count = z.int().check(z.nonnegative())

/** List item of a stream [2 §3]. `preview` is a path, null before the first picture. */
export const streamItem = z.object({
  id,
  title: z.string(),
  preview: z.nullable(z.string()),
  /** Size in pixels; 0 before the first picture. */
  sw: count,
  sh: count,
  orientation: z.enum(['landscape', 'portrait']),
  userId: id,
  userNickname: z.string(),
  userAvatar: z.nullable(z.string()),
  mature: z.boolean(),
  /** Number of members who have watched. */
  totalViews: count,
  /** Number of members who are watching. */
  watching: count,
  /** Start of the stream. For an announced stream, the time of the announcement, not the planned start. */
  date: wireTime,
})
export type StreamItem = z.infer<typeof streamItem>
