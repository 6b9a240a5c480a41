import * as z from 'zod/mini'
import { mat } from '../mat.ts'
import { wireTime } from '../time.ts'
import { id, listOf } from './common.ts'
import { optionalReason, requiredReason } from './reasons.ts'
import { ruleAndReason } from './rules.ts'

/** List item [1 §3]. `imageUrl` is a base address, see image-sizes.ts. */
export const sketchItem = z.object({
  id,
  imageUrl: z.string(),
  title: z.string(),
  alt: z.string(),
  userId: id,
  nickname: z.string(),
  avatar: z.nullable(z.string()),
  width: z.int(),
  height: z.int(),
  /** Placeholder picture in base64. */
  thumbhash: z.string(),
  /** Colour behind a transparent picture; null for others. */
  mat: z.nullable(mat),
  featured: z.boolean(),
  hearts: z.int(),
  likes: z.int(),
  comments: z.int(),
  dateCreated: wireTime,
  unlisted: z.boolean(),
  mature: z.boolean(),
  video: z.boolean(),
  /** Its place in a closed compo, 1 to 25; else null. */
  compoPlace: z.nullable(z.int()),
})
export type SketchItem = z.infer<typeof sketchItem>

export const sketchCover = z.object({
  sketchId: id,
  imageUrl: z.string(),
  thumbhash: z.string(),
  mat: z.nullable(mat),
  width: z.int(),
  height: z.int(),
})
export type SketchCover = z.infer<typeof sketchCover>

/** `page` counts from 1 in calls that have page numbers; following `cursor` is cheaper. */
export const sketchList = z.extend(listOf(sketchItem), { page: z.optional(z.int()) })
export type SketchList = z.infer<typeof sketchList>

/** Reason why a sketch is hidden from this viewer, or shown with a notice [1 §8]. */
/** `removed`: staff deleted the sketch and can still restore it. Only its artist and staff get this notice. */
export const sketchNotice = z.enum(['mature', 'unlisted', 'copyright', 'inappropriate', 'notsketch', 'removed'])
export type SketchNotice = z.infer<typeof sketchNotice>

/** Ratings. `rules` is a like. `piggy` means poor, and only staff see it. */
export const rating = z.enum(['rules', 'piggy'])
export type Rating = z.infer<typeof rating>

/** For the staff log. The specified body of a feature with a star has none [1 §7]. */
const featureReason = z.pipe(
  optionalReason,
  z.transform((reason) => reason || 'Featured'),
)

/** `feature` spends a star instead of a heart; `reason` belongs to it. */
export const heartBody = z.object({ action: z.enum(['heart', 'feature']), which: id, reason: featureReason })
export const heartReply = z.object({ hearts: z.int(), heartsAvailable: z.int() })
export type HeartReply = z.infer<typeof heartReply>

/** `starsAvailable` is null if staff featured the sketch, which spends no star. */
export const featureReply = z.object({ featuredDate: wireTime, starsAvailable: z.nullable(z.int()) })
export type FeatureReply = z.infer<typeof featureReply>

/** `key` is an optional idempotency key. Repeating a rating changes nothing, with or without it. */
export const rateBody = z.object({ key: z.optional(z.string().check(z.maxLength(64))), rating, which: id })
export const rateReply = z.object({ rateRules: z.int(), userRating: rating })
export type RateReply = z.infer<typeof rateReply>

export const violation = z.enum(['copyright', 'inappropriate', 'notsketch'])
export type Violation = z.infer<typeof violation>

/** Features a sketch without a star. It is refused without a reason. */
export const staffFeatureBody = z.object({ sketchId: id, reason: requiredReason })

/** `violation` hides the sketch; null shows it again, with a reason that only staff read. */
export const violationBody = z.object({ sketchId: id, violation: z.nullable(violation), ...ruleAndReason })

/**
 * Marks that staff set on the sketches of others, and take away again. Their artists set them on the edit page. Only
 * staff read the reason of taking one away, unless it answers an appeal.
 */
export const sketchMark = z.enum(['mature', 'madeWithAi'])
export type SketchMark = z.infer<typeof sketchMark>
export const markBody = z.object({ sketchId: id, mark: sketchMark, on: z.boolean(), ...ruleAndReason })

/** Colours are `#rrggbb`, most frequent first. */
export const sketchInfo = z.object({
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  contentType: z.string(),
  colours: z.array(z.string()),
  /** Number of earlier versions. */
  versions: z.int(),
  /** Size of the sketch file. */
  fileBytes: z.nullable(z.int()),
  videoBytes: z.nullable(z.int()),
})
export type SketchInfo = z.infer<typeof sketchInfo>

/** Members who gave a heart, latest first. */
export const sketchHearts = listOf(
  z.object({ userId: id, nickname: z.string(), avatar: z.nullable(z.string()), date: wireTime }),
)
export type SketchHearts = z.infer<typeof sketchHearts>

/**
 * `coOp` is the first sketch of the co-op that this sketch belongs to, or null. `hasCoOps`: this sketch is that first
 * one, and others continue it.
 */
export const sketchHasCoOps = z.object({ hasCoOps: z.boolean(), coOp: z.nullable(id) })
export type SketchHasCoOps = z.infer<typeof sketchHasCoOps>
