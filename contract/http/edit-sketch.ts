import * as z from 'zod/mini'
import { ALT_TEXT_MAX, DESCRIPTION_MAX, STAFF_REASON_MAX, TAGS_PER_SKETCH_MAX, TITLE_MAX } from '../limits.ts'
import { mat } from '../mat.ts'
import { WATERMARK } from '../watermark.ts'
import { id, line, text } from './common.ts'
import { tag } from './tags.ts'

const WATERMARK_TEXT_MAX = Math.ceil(WATERMARK.bytesMax / 3) * 4

/** An `unlisted` sketch is visible to everyone who has its link. */
export const privacy = z.enum(['public', 'unlisted'])

/** Clockwise rotation of the uploaded picture, in degrees. */
export const angle = z.literal([0, 90, 180, 270])
export type Angle = z.infer<typeof angle>

/** The editable fields of a sketch. */
export const editFields = z.object({
  title: line(TITLE_MAX),
  description: text(DESCRIPTION_MAX),
  altText: line(ALT_TEXT_MAX),
  tags: z.array(tag).check(z.maxLength(TAGS_PER_SKETCH_MAX)),
  privacy,
  mature: z.boolean(),
  madeWithAi: z.boolean(),
  angle,
  /** Colour behind a transparent picture; null for others, which have none. */
  mat: z.nullable(mat),
  /** The sketch that this one continues: the artist's own, or a co-op sketch. */
  parentSketchId: z.nullable(id),
  /** False removes the video. */
  video: z.boolean(),
  /** False removes the sketch file. */
  file: z.boolean(),
  /** Hides the sketch file from others; for patrons. */
  privateFile: z.boolean(),
  /** Adds a watermark to the sketch's pictures; for patrons. */
  watermark: z.boolean(),
})
export type EditFields = z.infer<typeof editFields>

/**
 * Fields that staff do not change on the sketches of others. They set the marks with `POST /gloperate/mark`; co-op,
 * files and what patrons have belong to the artist.
 */
export const ARTIST_FIELDS = [
  'mature',
  'madeWithAi',
  'parentSketchId',
  'video',
  'file',
  'privateFile',
  'watermark',
] as const satisfies (keyof EditFields)[]

/**
 * `POST /sketch/{id}/edit` [1 §7]. Omitted fields are unchanged. Staff may not change `ARTIST_FIELDS`, and are refused
 * without a reason.
 */
export const editBody = z.strictObject({
  ...z.partial(editFields).shape,
  /** A new watermark in base64 (watermark.ts). Without it, the stored watermark is kept. */
  watermarkPicture: z.optional(z.base64().check(z.maxLength(WATERMARK_TEXT_MAX))),
  /** The reason of staff, for the staff log. */
  reason: z.optional(text(STAFF_REASON_MAX)),
})
export type EditBody = z.infer<typeof editBody>

/** The edit form of the artist or of staff. */
export const editReply = z.object({
  id,
  /** False for staff, who edit the sketches of others [1 §6]. */
  own: z.boolean(),
  fields: editFields,
  imageUrl: z.string(),
  thumbhash: z.string(),
  width: z.int(),
  height: z.int(),
  /** True if the viewer may mark the sketch as mature. */
  showMature: z.boolean(),
  /** True if the viewer is the artist and a patron. */
  userPro: z.boolean(),
  /** The name in a watermark: the patron's own, or the nickname. */
  watermarkName: z.string(),
  /** True from the voting of its compo on: the picture cannot be replaced. */
  pictureStays: z.boolean(),
  videoBytes: z.nullable(z.int()),
  fileBytes: z.nullable(z.int()),
})
export type EditReply = z.infer<typeof editReply>
