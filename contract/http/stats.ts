import * as z from 'zod/mini'
import { wireTime } from '../time.ts'
import { id, idText } from './common.ts'

/** Events that are counted for every member. `ratings` are likes only, because only staff see piggies. */
export const MEASURES = ['views', 'hearts', 'comments', 'ratings', 'fans', 'sketches'] as const
export type Measure = (typeof MEASURES)[number]

export const memberStatsParams = z.object({ user: idText })
export const memberStatsBody = z.strictObject({ user: id })

const eachMeasure = <T extends z.ZodMiniType>(type: T) => ({
  views: type,
  hearts: type,
  comments: type,
  ratings: type,
  fans: type,
  sketches: type,
})

/** Counts of consecutive hours, days or months (UTC), of which the first begins at `start`. */
const series = z.object({ start: wireTime, ...eachMeasure(z.array(z.int())) })
export type Series = z.infer<typeof series>

const counts = z.object(eachMeasure(z.int()))
export type Counts = z.infer<typeof counts>

/**
 * Statistics of a patron [2 §3], for the patron and staff. The series count events and do not decrease when an event
 * is undone, such as a removed like. The other figures are current values.
 */
export const memberStats = z.object({
  nickname: z.string(),
  /** The last 14 days up to the present hour. */
  hours: series,
  /** The last 366 days up to today, or since the first count. */
  days: series,
  /** All months since the first count. */
  months: series,
  views: z.int(),
  hearts: z.int(),
  /** Comments on sketches and on the profile. */
  comments: z.int(),
  ratings: z.int(),
  fans: z.int(),
  /** Sketches that others may see in lists. */
  sketchCount: z.int(),
  /** Sketches in JPEG and formats other than PNG. */
  jpgBytes: z.int(),
  pngBytes: z.int(),
  /** Everything else: earlier versions, videos, sketch files and recordings. */
  fileBytes: z.int(),
  today: counts,
  /** The last seven days with today. */
  week: counts,
  /** The seven days before those. */
  weekBefore: counts,
})
export type MemberStats = z.infer<typeof memberStats>
