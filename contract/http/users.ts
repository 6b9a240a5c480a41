import * as z from 'zod/mini'
import { FAN_NOTE_MAX, FANS_PAGE_SIZE } from '../limits.ts'
import { wireTime } from '../time.ts'
import { anyBoolean, anyId, cursorParams, id, listOf, text } from './common.ts'
import { shownMention } from './mentions.ts'
import { streak } from './streak.ts'
import { wonAward } from './won-award.ts'

/** `avatar` is a base address, see image-sizes.ts. */
export const person = z.object({ id, nickname: z.string(), avatar: z.nullable(z.string()) })
export type Person = z.infer<typeof person>

/** Empty: not said. */
export const gender = z.enum(['', 'female', 'male', 'nonbinary', 'other'])
export type Gender = z.infer<typeof gender>

/** Members from whom a member takes messages: `followed` are the artists whom they follow. */
export const messagesFrom = z.enum(['everyone', 'followed', 'nobody'])
export type MessagesFrom = z.infer<typeof messagesFrom>

/**
 * Notifications that a fan gets about an artist: new sketches (counted as unread), streams, and notes of the artist to
 * all fans [2 §7].
 */
export const fanNotifySettings = z.object({ notes: z.boolean(), upload: z.boolean(), stream: z.boolean() })
export type FanNotifySettings = z.infer<typeof fanNotifySettings>

/** A member's page [2 §3]. `hidden`: the viewer has blocked this member. */
export const profile = z.discriminatedUnion('hidden', [
  z.extend(person, { hidden: z.literal(true), blocking: z.literal(true) }),
  z.extend(person, {
    hidden: z.literal(false),
    /** Base address of a picture of 2048 × 506. */
    cover: z.nullable(z.string()),
    /** The streak in challenges; null if there never was one, or if the member hides it from this viewer. */
    streak: z.nullable(streak),
    about: z.string(),
    /** Members whom the text mentions; null for a text from before mentions were stored. */
    aboutMentions: z.nullable(z.array(shownMention)),
    /** Empty if the member did not say. */
    countryName: z.string(),
    gender,
    /** An http or https address, or empty. */
    website: z.string(),
    /** Null if the member hides them. */
    birthDay: z.nullable(z.int()),
    birthMonth: z.nullable(z.int()),
    joined: wireTime,
    glops: z.int(),
    fans: z.int(),
    /** Sketches that this viewer sees in lists. */
    sketches: z.int(),
    /** Number of albums and collections. */
    albums: z.int(),
    /** Views of their sketches. */
    views: z.int(),
    patron: z.boolean(),
    isFanOf: z.boolean(),
    /** The viewer's notification settings for this artist; null unless the viewer is a fan. */
    notify: z.nullable(fanNotifySettings),
    blocking: z.boolean(),
    /** Awards that they and their sketches won, latest first. */
    awards: z.array(wonAward),
    /** The year of awards whose nominations are open. */
    nominationsYear: z.nullable(z.int()),
    /** The viewer may write to this member [2 §2]. */
    canMessage: z.boolean(),
    /** Their live stream, if this viewer sees it in lists; always on the viewer's own profile. */
    live: z.nullable(z.object({ id, title: z.string() })),
    /** On the viewer's own profile only: available hearts, and glops earned towards the next one. */
    heartsAvailable: z.nullable(z.int()),
    heartsGlopAccum: z.nullable(z.int()),
    /** On the viewer's own profile only: features that a member who may feature can still give this month. */
    starsAvailable: z.nullable(z.int()),
    /** On the viewer's own profile only: true if they can log in with Apple, and with Google. */
    appleId: z.nullable(z.boolean()),
    google: z.nullable(z.boolean()),
    /** When they became a patron; null if they are none. */
    patronSince: z.nullable(wireTime),
    /** On the viewer's own profile only: the key that opens their own reads by `Authorization: Bearer`. */
    apiKey: z.nullable(z.string()),
  }),
])
export type Profile = z.infer<typeof profile>
export type ShownProfile = Extract<Profile, { hidden: false }>

/** `POST /api/v2/user/apiKey`: replaces the member's key. */
export const apiKeyReply = z.object({ apiKey: z.nullable(z.string()) })
export type ApiKeyReply = z.infer<typeof apiKeyReply>

/** `GET /api/v2/patron/{name}`: the patron whose profile has this web address. */
export const patronReply = z.object({ user: person })

/** A fan or a blocked member. `date` is when they became one. */
export const fanItem = z.extend(person, { date: wireTime })
export type FanItem = z.infer<typeof fanItem>
export const fanList = listOf(fanItem)
export type FanList = z.infer<typeof fanList>

export const fansParams = z.extend(cursorParams, {
  user: anyId,
  count: z.optional(z.union([z.literal(FANS_PAGE_SIZE), z.literal(String(FANS_PAGE_SIZE))])),
})
export const fansBody = z.strictObject(fansParams.shape)

export const userBody = z.object({ user: id })

export const fanReply = z.object({ isFanOf: z.boolean(), fans: z.int() })
export type FanReply = z.infer<typeof fanReply>

/** `POST /api/v2/fan/notify` */
export const fanNotifyBody = z.strictObject({ user: id, which: z.keyof(fanNotifySettings), value: z.boolean() })
export const fanNotifyReply = z.object({ notify: fanNotifySettings })

/** `POST /api/v2/user/noteToFans`. `fansNotified` is the number of fans who want notes. */
export const noteToFansBody = z.strictObject({
  message: z.pipe(text(FAN_NOTE_MAX), z.string().check(z.minLength(1))),
})
export const noteToFansReply = z.object({ fansNotified: z.int() })

/** Ids of the members whom the current user follows. */
export const fanOfReply = listOf(id)
export type FanOfReply = z.infer<typeof fanOfReply>

/** Most ids in `usersParams`. */
export const USERS_AT_ONCE = 100
/** `users` are up to 100 ids, joined by commas. */
export const usersParams = z.object({ users: z.string().check(z.regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,99}$/)) })

/** `emoticon`, a base address, is what `(me)` draws in the member's chat lines; absent for none. */
export const foundPerson = z.extend(person, { emoticon: z.optional(z.string()) })
export type FoundPerson = z.infer<typeof foundPerson>

/** `GET /api/v2/users/people`: names and pictures of members as they are now. */
export const peopleReply = z.object({ items: z.array(foundPerson) })
export type PeopleReply = z.infer<typeof peopleReply>

/** Maps ids to true for followed members. Parsed by hand, because zod's `record` would enlarge the first script. */
export const fanStatusReply = z.object({
  status: z.pipe(
    z.unknown(),
    z.transform(
      (value): Record<string, boolean> =>
        Object.fromEntries(Object.entries(Object(value)).map(([userId, isFan]) => [userId, isFan === true])),
    ),
  ),
})

/**
 * `infos`: names and dates of the members whom the current user blocked. `both`: ids, including members who blocked
 * the current user.
 */
export const blockedParams = z.extend(cursorParams, { both: z.optional(anyBoolean), infos: z.optional(anyBoolean) })
export const blockedBody = z.strictObject(blockedParams.shape)
export const blockedReply = listOf(id)
export type BlockedReply = z.infer<typeof blockedReply>

/** Sets the avatar or the cover, or makes the `(me)` emoticon. */
export const profilePictureBody = z.object({ sketch: id })
export const avatarReply = z.object({ avatar: z.string() })
export const coverReply = z.object({ cover: z.string() })
export const emoticonReply = z.object({ emoticonId: id })
