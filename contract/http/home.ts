import * as z from 'zod/mini'
import { CHALLENGES_ON_HOME, COMPOS_ON_HOME, GALLERY_PAGE_SIZE, STREAMS_ON_HOME } from '../limits.ts'
import { wireTime } from '../time.ts'
import { challengeItem } from './challenge-item.ts'
import { id } from './common.ts'
import { compoItem, leadCompo } from './compo-item.ts'
import type { HomeBody } from './home-body.ts'
import { sketchItem } from './sketches.ts'
import { streamItem } from './stream-item.ts'

/** Parts that the home page requests. */
export const HOME_REQUEST = {
  featured: GALLERY_PAGE_SIZE,
  recent: GALLERY_PAGE_SIZE,
  tops: GALLERY_PAGE_SIZE,
  trending: GALLERY_PAGE_SIZE,
  following: GALLERY_PAGE_SIZE,
  streams: STREAMS_ON_HOME,
  challenges: CHALLENGES_ON_HOME,
  compos: COMPOS_ON_HOME,
  compo: true,
  awards: true,
  birthdays: true,
  motd: true,
  stats: true,
} satisfies HomeBody

/** Path of the home page's own call: a GET, so that visitors share its reply. */
export const HOME_PATH = `/api/v2/index?${new URLSearchParams(
  Object.entries(HOME_REQUEST).map(([name, value]) => [name, String(value)]),
)}`

/** The message of the day; `link` is a path of this site. */
export const motd = z.object({ text: z.string(), link: z.nullable(z.string()) })
export type Motd = z.infer<typeof motd>

const strip = z.optional(z.array(sketchItem))

/** The requested parts. Members only: `following`, the start of their feed, and always `unread`. */
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
  compos: z.optional(z.array(compoItem)),
  /**
   * The compo that matters most to the viewer: one in which they may vote, else the open one whose entries close next,
   * else the one with the latest result.
   */
  compo: z.optional(z.nullable(leadCompo)),
  /** The awards that take nominations or votes, and until when; null if none do. */
  awards: z.optional(z.nullable(z.object({ year: z.int(), state: z.enum(['nominating', 'voting']), until: wireTime }))),
  /** The fields of `person`. Importing users.ts would make the first page slower. */
  birthdays: z.optional(z.array(z.object({ id, nickname: z.string(), avatar: z.nullable(z.string()) }))),
  motd: z.optional(z.nullable(motd)),
  /**
   * `replies`: unread comments and replies. `uploads`: new sketches by followed artists, up to
   * `UPLOADS_UNREAD_MAX`. `notifications`: other unread notifications. `messages`: threads with unread posts.
   */
  unread: z.optional(z.object({ replies: z.int(), uploads: z.int(), notifications: z.int(), messages: z.int() })),
  stats: z.optional(z.object({ sketches: z.int(), members: z.int() })),
})
export type HomeReply = z.infer<typeof homeReply>
