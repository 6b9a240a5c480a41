import * as z from 'zod/mini'
import { ALT_TEXT_MAX, DESCRIPTION_MAX, TAGS_PER_SKETCH_MAX, TITLE_MAX } from '../limits.ts'
import { mat } from '../mat.ts'
import { REPOST_ANSWERS } from '../reposts.ts'
import { wireTime } from '../time.ts'
import { id, line, text } from './common.ts'
import { compoKey } from './compo-item.ts'
import { tag } from './tags.ts'

/** An uploaded picture that was not posted yet. Only its owner sees the picture. */
export const upload = z.object({
  id: z.string(),
  fileName: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  imageUrl: z.string(),
  thumbhash: z.string(),
  /** Colour behind a transparent picture, white by default; null for others. */
  mat: z.nullable(mat),
  dateCreated: wireTime,
})
export type Upload = z.infer<typeof upload>

/** Facts for the upload page [2 §2 Upload]. */
export const uploadConfig = z.object({
  /** The member is old enough to post mature sketches. */
  showMature: z.boolean(),
  uploadUrl: z.string(),
  /** The member is a patron. */
  userPro: z.boolean(),
  /** The member's tags, most used first. */
  tags: z.array(z.string()),
  /** Uploaded earlier and not posted. */
  pending: z.array(upload),
  /** Bytes of everything that the member keeps, of `STORAGE_MAX_BYTES`. */
  usedBytes: z.int(),
})
export type UploadConfig = z.infer<typeof uploadConfig>

/** `known`: the member already posted the same file. */
export const uploadReply = z.discriminatedUnion('known', [
  z.object({ known: z.literal(false), upload }),
  z.object({ known: z.literal(true), sketchId: id }),
])
export type UploadReply = z.infer<typeof uploadReply>

/** `name` is the name of the file. */
export const uploadParams = z.object({ name: z.optional(line(200)) })

export const postSketchBody = z.object({
  uploadId: z.uuid(),
  title: line(TITLE_MAX),
  description: text(DESCRIPTION_MAX),
  altText: line(ALT_TEXT_MAX),
  tags: z.array(tag).check(z.maxLength(TAGS_PER_SKETCH_MAX)),
  mature: z.boolean(),
  unlisted: z.boolean(),
  madeWithAi: z.boolean(),
  /** Ignored for a picture without transparent parts. */
  mat: z.optional(mat),
  /** The sketch that this one continues: the member's own, or of a co-op. */
  parentSketchId: z.optional(z.nullable(id)),
  /** An ended stream of the member, whose replay is kept with the sketch and deleted with it. */
  streamId: z.optional(z.nullable(id)),
  /** The challenge that the sketch enters; refused for an unlisted one. */
  challengeId: z.optional(z.nullable(id)),
  /** The compo that the sketch enters once it is posted; refused for an unlisted one. */
  compoKey: z.optional(z.nullable(compoKey)),
  /** The answer to `originals`; ignored for a picture that is not like another member's sketch. */
  repostAnswer: z.optional(z.enum(REPOST_ANSWERS)),
})
export type PostSketchBody = z.infer<typeof postSketchBody>

/** A sketch of another member that is similar to a picture; `null` if this member may not see it in lists. */
export const original = z.nullable(
  z.object({
    id,
    title: z.string(),
    userId: id,
    nickname: z.string(),
    imageUrl: z.string(),
    width: z.int(),
    height: z.int(),
  }),
)
export type Original = z.infer<typeof original>

/** Reasons for which a posted sketch did not enter its challenge or its compo. */
const challengeFailure = z.enum(['not_found', 'not_in_group', 'in_another_challenge', 'decided_by_staff'])
const compoFailure = z.enum([
  'not_found',
  'not_in_group',
  'compo_not_open',
  'in_another_compo',
  'compo_entry_limit',
  'decided_by_staff',
])

/**
 * `originals`: nothing was posted, because the picture is like these, nearest first. The post is sent again with an
 * answer.
 */
export const postSketchReply = z.union([
  z.object({
    sketchId: id,
    challengeFailure: z.optional(challengeFailure),
    compoFailure: z.optional(compoFailure),
  }),
  z.object({ originals: z.array(original).check(z.minLength(1)) }),
])
export type PostSketchReply = z.infer<typeof postSketchReply>

/** Deletes a pending upload. */
export const removeUploadBody = z.object({ uploadId: z.uuid() })
