import * as z from 'zod/mini'
import { GALLERY_PAGE_SIZE, MOTD_MAX } from '../limits.ts'
import { line } from './common.ts'
import { sketchItem } from './sketch.ts'

const count = z.optional(z.int().check(z.positive(), z.maximum(GALLERY_PAGE_SIZE)))

/** What the home page asks for: how many of each strip, and which of the rest [1 §7]. */
export const homeBody = z.strictObject({
  featured: count,
  recent: count,
  tops: count,
  trending: count,
  following: count,
  compos: count,
  challenges: count,
  birthdays: z.optional(z.boolean()),
  motd: z.optional(z.boolean()),
  unread: z.optional(z.boolean()),
  stats: z.optional(z.boolean()),
})
export type HomeBody = z.infer<typeof homeBody>

/** What the page itself asks for. */
export const HOME_ASKED = {
  featured: GALLERY_PAGE_SIZE,
  recent: GALLERY_PAGE_SIZE,
  tops: GALLERY_PAGE_SIZE,
  trending: GALLERY_PAGE_SIZE,
  following: GALLERY_PAGE_SIZE,
  motd: true,
  unread: true,
  stats: true,
} satisfies HomeBody

/** The message of the day: one line, and where it leads to on this site. */
export const motd = z.object({ text: z.string(), link: z.nullable(z.string()) })
export type Motd = z.infer<typeof motd>

/** What staff set; an empty text shows nothing. The link is a path of this site. */
export const motdBody = z.object({
  text: line(MOTD_MAX),
  link: z.nullable(z.string().check(z.maxLength(200), z.regex(/^\/(?!\/)[^\\\s]*$/))),
})

const strip = z.optional(z.array(sketchItem))

/** What was asked for; `following` and `unread` are for members alone. */
export const homeReply = z.object({
  featured: strip,
  recent: strip,
  tops: strip,
  trending: strip,
  following: strip,
  motd: z.optional(z.nullable(motd)),
  /** Comments and answers, sketches of those one is a fan of (up to a limit), and other notices. */
  unread: z.optional(z.object({ replies: z.int(), uploads: z.int(), notices: z.int() })),
  stats: z.optional(z.object({ sketches: z.int(), members: z.int() })),
})
export type HomeReply = z.infer<typeof homeReply>
