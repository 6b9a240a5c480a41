import * as z from 'zod/mini'
import { GALLERY_PAGE_SIZE, MOTD_MAX } from '../limits.ts'
import { line } from './common.ts'

const count = z.optional(z.int().check(z.positive(), z.maximum(GALLERY_PAGE_SIZE)))

/** Requested number of items per strip, and other requested parts [1 §7]. */
export const homeBody = z.strictObject({
  featured: count,
  recent: count,
  tops: count,
  trending: count,
  following: count,
  streams: count,
  compos: count,
  challenges: count,
  compo: z.optional(z.boolean()),
  birthdays: z.optional(z.union([z.boolean(), z.literal(1)])),
  /** Accepted from pages that were loaded when it had to be asked for. */
  unread: z.optional(z.boolean()),
  motd: z.optional(z.boolean()),
  stats: z.optional(z.boolean()),
})
export type HomeBody = z.infer<typeof homeBody>

/** An empty text shows nothing. `link` is a path of this site. */
export const motdBody = z.object({
  text: line(MOTD_MAX),
  link: z.nullable(z.string().check(z.maxLength(200), z.regex(/^\/(?!\/)[^\\\s]*$/))),
})
