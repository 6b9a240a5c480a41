import * as z from 'zod/mini'
import { GALLERY_PAGE_SIZE, MOTD_MAX } from '../limits.ts'
import { anyBoolean, anyId, line } from './common.ts'

const count = z.optional(z.pipe(anyId, z.number().check(z.maximum(GALLERY_PAGE_SIZE))))
const isAsked = z.optional(anyBoolean)

/** `GET` or `POST /api/v2/index`: requested number of items per strip, and other requested parts [1 §7]. */
export const homeBody = z.strictObject({
  featured: count,
  recent: count,
  tops: count,
  trending: count,
  following: count,
  streams: count,
  compos: count,
  challenges: count,
  compo: isAsked,
  awards: isAsked,
  birthdays: isAsked,
  /** Ignored. Pages of earlier versions send it. */
  unread: isAsked,
  motd: isAsked,
  stats: isAsked,
})
export type HomeBody = z.infer<typeof homeBody>
export const homeParams = z.object(homeBody.shape)

/** An empty text shows nothing. `link` is a path of this site. */
export const motdBody = z.object({
  text: line(MOTD_MAX),
  link: z.nullable(z.string().check(z.maxLength(200), z.regex(/^\/(?!\/)[^\\\s]*$/))),
})
