import * as z from 'zod/mini'
import { CHALLENGES_ON_HOME, GALLERY_PAGE_SIZE, STREAMS_ON_HOME } from '../limits.ts'
import { challengeItem } from './challenge-item.ts'
import { id } from './common.ts'
import type { HomeBody } from './home-body.ts'
import { sketchItem } from './sketches.ts'
import { streamItem } from './stream-item.ts'

/** What the page itself asks for. */
export const HOME_QUERY = {
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

/** The message of the day: one line, and where it leads to on this site. */
export const motd = z.object({ text: z.string(), link: z.nullable(z.string()) })
export type Motd = z.infer<typeof motd>

const strip = z.optional(z.array(sketchItem))

/** What was asked for; `following` and `unread` are for members alone. */
export const homeReply = z.object({
  featured: strip,
  recent: strip,
  tops: strip,
  trending: strip,
  following: strip,
  /** Those that are live, most watched first. */
  streams: z.optional(z.array(streamItem)),
  /** The latest first: that of today, as long as the queue lasts. */
  challenges: z.optional(z.array(challengeItem)),
  /** Whose birthday is today. The page of visitors is quicker without what else is known of people (user.ts). */
  birthdays: z.optional(z.array(z.object({ id, nickname: z.string(), avatar: z.nullable(z.string()) }))),
  motd: z.optional(z.nullable(motd)),
  /** Comments and answers, sketches of those one is a fan of (up to a limit), and other notices. */
  unread: z.optional(z.object({ replies: z.int(), uploads: z.int(), notices: z.int() })),
  stats: z.optional(z.object({ sketches: z.int(), members: z.int() })),
})
export type HomeReply = z.infer<typeof homeReply>
