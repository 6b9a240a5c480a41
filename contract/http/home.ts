import * as z from 'zod/mini'
import { CHALLENGES_ON_HOME, GALLERY_PAGE_SIZE, STREAMS_ON_HOME } from '../limits.ts'
import { challengeItem } from './challenge-item.ts'
import { id } from './common.ts'
import type { HomeBody } from './home-body.ts'
import { sketchItem } from './sketches.ts'
import { streamItem } from './stream-item.ts'

/** Query of the home page itself. */
export const HOME_REQUEST = {
  featured: GALLERY_PAGE_SIZE,
  recent: GALLERY_PAGE_SIZE,
  tops: GALLERY_PAGE_SIZE,
  trending: GALLERY_PAGE_SIZE,
  following: GALLERY_PAGE_SIZE,
  streams: STREAMS_ON_HOME,
  challenges: CHALLENGES_ON_HOME,
  birthdays: true,
  motd: true,
  unread: true,
  stats: true,
} satisfies HomeBody

/** The message of the day; `link` is a path of this site. */
export const motd = z.object({ text: z.string(), link: z.nullable(z.string()) })
export type Motd = z.infer<typeof motd>

const strip = z.optional(z.array(sketchItem))

/** The requested parts; `following` and `unread` only for members. */
export const homeReply = z.object({
  featured: strip,
  recent: strip,
  tops: strip,
  trending: strip,
  following: strip,
  /** Live streams, most watched first. */
  streams: z.optional(z.array(streamItem)),
  /** Latest first. */
  challenges: z.optional(z.array(challengeItem)),
  /** Not `person`: importing users.ts would slow the visitors' first page. */
  birthdays: z.optional(z.array(z.object({ id, nickname: z.string(), avatar: z.nullable(z.string()) }))),
  motd: z.optional(z.nullable(motd)),
  /**
   * Counts of unread comments and answers, of sketches by followed artists (up to a limit), and of other
   * notifications.
   */
  unread: z.optional(z.object({ replies: z.int(), uploads: z.int(), notifications: z.int() })),
  stats: z.optional(z.object({ sketches: z.int(), members: z.int() })),
})
export type HomeReply = z.infer<typeof homeReply>
