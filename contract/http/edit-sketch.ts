import * as z from 'zod/mini'
import { ALT_TEXT_MAX, DESCRIPTION_MAX, TAGS_PER_SKETCH_MAX, TITLE_MAX } from '../limits.ts'
import { WATERMARK } from '../watermark.ts'
import { id, line, text } from './common.ts'
import { tag } from './uploads.ts'

const WATERMARK_TEXT_MAX = Math.ceil(WATERMARK.bytesMax / 3) * 4

/** `unlisted` is seen by those who have the link alone. */
export const privacy = z.enum(['public', 'unlisted'])

/** How far the picture is turned clockwise from how it was uploaded, in degrees. */
export const angle = z.literal([0, 90, 180, 270])
export type Angle = z.infer<typeof angle>

/** What an artist says of a sketch, and how they want it shown [1 §7]. */
export const editBody = z.object({
  title: line(TITLE_MAX),
  description: text(DESCRIPTION_MAX),
  altText: line(ALT_TEXT_MAX),
  tags: z.array(tag).check(z.maxLength(TAGS_PER_SKETCH_MAX)),
  privacy,
  mature: z.boolean(),
  madeWithAi: z.boolean(),
  angle,
  /** The sketch that this one goes on from: one of one's own, or a co-op sketch. */
  parentSketchId: z.nullable(id),
  /** False takes the video away. */
  video: z.boolean(),
  /** False takes the sketch file away. */
  file: z.boolean(),
  /** Whether the sketch file is for the artist alone; for patrons. */
  privateFile: z.boolean(),
  /** Whether the pictures that are made of it carry a watermark; for patrons. */
  watermark: z.boolean(),
  /** What is drawn then (contract/watermark.ts), in base64; without it, what is kept stays. */
  watermarkPicture: z.optional(z.base64().check(z.maxLength(WATERMARK_TEXT_MAX))),
})
export type EditBody = z.infer<typeof editBody>

/** A sketch as its artist or staff edit it: what can be changed is in `words`, as it stands. */
export const editReply = z.object({
  id,
  /** Whether it is one's own; staff edit the sketches of others [1 §6]. */
  own: z.boolean(),
  words: editBody,
  imageUrl: z.string(),
  thumbhash: z.string(),
  width: z.int(),
  height: z.int(),
  /** Whether it may be called mature. */
  showMature: z.boolean(),
  userPro: z.boolean(),
  videoBytes: z.nullable(z.int()),
  fileBytes: z.nullable(z.int()),
})
export type EditReply = z.infer<typeof editReply>
