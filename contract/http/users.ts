import * as z from 'zod/mini'
import { FANS_PAGE_SIZE } from '../limits.ts'
import { wireTime } from '../time.ts'
import { cursorQuery, id, idText, listOf } from './common.ts'

/** A member as lists name them. `avatar` is a base address, see image-sizes. */
export const person = z.object({ id, nickname: z.string(), avatar: z.nullable(z.string()) })
export type Person = z.infer<typeof person>

/** What a fan wants to be told of: notes to all fans, uploads (counted as unread), streams that begin [2 §7]. */
export const fanNotifySettings = z.object({ notes: z.boolean(), upload: z.boolean(), stream: z.boolean() })
export type FanNotifySettings = z.infer<typeof fanNotifySettings>

/** A member's page [2 §3]. With `hidden` set the viewer has blocked them, and is shown no more than whom. */
export const profile = z.discriminatedUnion('hidden', [
  z.extend(person, { hidden: z.literal(true), blocking: z.literal(true) }),
  z.extend(person, {
    hidden: z.literal(false),
    /** The base address of a picture of 2048 × 506, see image-sizes. */
    cover: z.nullable(z.string()),
    about: z.string(),
    joined: wireTime,
    glops: z.int(),
    fans: z.int(),
    /** Sketches that this viewer is shown in lists. */
    sketches: z.int(),
    /** How often their sketches were looked at. */
    views: z.int(),
    patron: z.boolean(),
    isFanOf: z.boolean(),
    /** What the viewer wants to be told of, who is a fan of theirs. */
    notify: z.nullable(fanNotifySettings),
    blocking: z.boolean(),
    /** The stream that they are live with, where this viewer is shown it in lists; one's own always. */
    live: z.nullable(z.object({ id, title: z.string() })),
    /** For oneself alone: hearts to give, and how many glops of the next one are earned. */
    heartsAvailable: z.nullable(z.int()),
    heartsGlopAccum: z.nullable(z.int()),
  }),
])
export type Profile = z.infer<typeof profile>
export type ShownProfile = Extract<Profile, { hidden: false }>

/** A member in a list of fans or blocks, and since when. */
export const fanItem = z.extend(person, { date: wireTime })
export type FanItem = z.infer<typeof fanItem>
export const fanList = listOf(fanItem)
export type FanList = z.infer<typeof fanList>

export const fansQuery = z.extend(cursorQuery, {
  user: idText,
  count: z.optional(z.literal(String(FANS_PAGE_SIZE))),
})

export const userBody = z.object({ user: id })

/** After becoming a fan, or no longer being one. */
export const fanReply = z.object({ isFanOf: z.boolean(), fans: z.int() })
export type FanReply = z.infer<typeof fanReply>

/** `POST /api/v2/fan/notify`: whether one is told of something of someone whose fan one is. */
export const fanNotifyBody = z.strictObject({ user: id, which: z.keyof(fanNotifySettings), value: z.boolean() })
export const fanNotifyReply = z.object({ notify: fanNotifySettings })

/** Ids of those whom one is a fan of. */
export const fanOfReply = listOf(id)
export type FanOfReply = z.infer<typeof fanOfReply>

/** Which of these members one is a fan of; `users` are up to a hundred ids, joined by commas. */
export const fanStatusQuery = z.object({ users: z.string().check(z.regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,99}$/)) })
/** By id, as text. Checked by hand: a record of zod's would make the first page's program larger. */
export const fanStatusReply = z.object({
  status: z.pipe(
    z.unknown(),
    z.transform(
      (value): Record<string, boolean> =>
        Object.fromEntries(Object.entries(Object(value)).map(([userId, isFan]) => [userId, isFan === true])),
    ),
  ),
})

const flag = z.optional(z.enum(['0', '1', 'false', 'true']))
/** `infos`: with names and dates, of those whom one blocked. `both`: ids, of those who blocked one as well. */
export const blockedQuery = z.extend(cursorQuery, { both: flag, infos: flag })
export const blockedReply = listOf(id)
export type BlockedReply = z.infer<typeof blockedReply>
