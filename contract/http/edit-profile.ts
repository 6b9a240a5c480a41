import * as z from 'zod/mini'
import { COUNTRY_CODES } from '../countries.ts'
import { ABOUT_MAX, WATERMARK_NAME_MAX, WEBSITE_MAX } from '../limits.ts'
import { slug } from '../slug.ts'
import { theme } from '../theme.ts'
import { timeZone } from '../time-zone.ts'
import { nickname } from './auth.ts'
import { id, line, text } from './common.ts'
import { emailAddress } from './mail.ts'
import { requiredReason } from './reasons.ts'
import { gender, messagesFrom } from './users.ts'

/** An http or https address, to which `https://` is added if the member left it out. Empty for none. */
export const website = z.pipe(
  line(WEBSITE_MAX),
  z.pipe(z.transform(websiteAddress), z.string().check(z.maxLength(WEBSITE_MAX), z.regex(/^(https?:\/\/.*)?$/))),
)

/** Completes the address of a website. Returns a text that the schema refuses for an invalid address. */
function websiteAddress(text: string): string {
  if (text === '') return ''
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]*:\d/.test(text) ? text : `https://${text}`)
  const isWebsite =
    url && /^https?:$/.test(url.protocol) && !url.username && !url.password && /\.[^.]{2,}$/.test(url.hostname)
  return isWebsite ? url.href : 'not a website'
}

/** The base address of a picture (image-sizes.ts), or null for none. */
const picture = z.nullable(z.string().check(z.maxLength(200)))

/** The public part of a profile. Staff can edit it, too. */
export const profileInfo = z.strictObject({
  nickname,
  about: text(ABOUT_MAX),
  /** A code of countries.ts, or empty. */
  country: z.string().check(z.refine((code) => code === '' || COUNTRY_CODES.includes(code))),
  gender,
  website,
  /** The member's current avatar, or one of their sketches. */
  avatar: picture,
  /** The member's current cover, a generic one, or one of their sketches that has the size of a cover. */
  cover: picture,
})
export type ProfileInfo = z.infer<typeof profileInfo>

/**
 * `POST /user/{id}/edit`: an edit by staff, which leaves out the fields that stay as they are. It is refused without a
 * reason, which is for the staff log.
 */
export const profileByStaff = z.strictObject({
  ...z.partial(profileInfo).shape,
  reason: requiredReason,
})
export type ProfileByStaff = z.infer<typeof profileByStaff>

/** A member's own settings. */
export const privateSettings = z.strictObject({
  /** The address for account recovery, seen by the member alone; empty for none. */
  email: z.union([z.literal(''), emailAddress]),
  /** True if pages show the chat box. */
  showChat: z.boolean(),
  /** Mature sketches are shown; for adults. */
  showMature: z.boolean(),
  /** Others see the birthday, without the year. Refused below 18 years. */
  showBirthday: z.boolean(),
  /** The pages of the member's sketches name the device from which they were posted. */
  showDevice: z.boolean(),
  /** Others see the streak in challenges. */
  showStreak: z.boolean(),
  /** The time zone of the days of the streak; null until the browser sent it. */
  timeZone: z.nullable(timeZone),
  messagesFrom,
  /** Send a mail when an export is ready. */
  emailExport: z.boolean(),
  /** Send mails about compos that the member takes part in, and about compos of their groups. */
  emailCompo: z.boolean(),
  /** Null follows the setting of the device. */
  theme: z.nullable(theme),
  /** A recent emoticon, which `(me)` draws in chat; null for none. */
  emoticonId: z.nullable(id),
})
export type PrivateSettings = z.infer<typeof privateSettings>

/** A patron's extras [2 §2]. */
export const patronSettings = z.strictObject({
  /** The profile's web address after the site's; empty for none. */
  slug,
  /** The name in watermarks; empty for the nickname. */
  wmName: line(WATERMARK_NAME_MAX),
  /** Mails about new private messages, and about new fans. */
  emailMsg: z.boolean(),
  emailFan: z.boolean(),
})
export type PatronSettings = z.infer<typeof patronSettings>

/** The form of a member [2 §3]; only that of a patron has a patron's settings. */
export const profileForm = z.strictObject({
  ...profileInfo.shape,
  ...privateSettings.shape,
  slug: z.optional(patronSettings.shape.slug),
  wmName: z.optional(patronSettings.shape.wmName),
  emailMsg: z.optional(patronSettings.shape.emailMsg),
  emailFan: z.optional(patronSettings.shape.emailFan),
})
export type ProfileForm = z.infer<typeof profileForm>

/** `POST /editProfile`: fields that are left out stay as they are. */
export const editProfileBody = z.partial(profileForm)
export type EditProfileBody = z.infer<typeof editProfileBody>

/** `POST /api/v2/user/theme`: the theme that a member chose in the menu. */
export const themeBody = z.strictObject({ theme })

const choices = {
  /** Generic covers, as base addresses. */
  covers: z.array(z.string()),
  /** The member's sketches that have the size of a cover, the latest first. */
  recentSketches: z.array(z.object({ id, title: z.string(), imageUrl: z.string() })),
  /** The member's latest sketches that can be an avatar. */
  avatars: z.array(z.object({ id, title: z.string(), imageUrl: z.string() })),
  countries: z.array(z.object({ code: z.string(), name: z.string() })),
}

/** `GET /editProfile` and, for staff, `GET /user/{id}/edit`, which has no private settings [2 §2]. */
export const editProfileReply = z.discriminatedUnion('own', [
  z.object({
    id,
    own: z.literal(true),
    userInfo: z.object({
      ...profileInfo.shape,
      ...privateSettings.shape,
      email: z.string(),
      birthDay: z.int(),
      birthMonth: z.int(),
      useNewSite: z.literal(true),
    }),
    /** The confirmed address. Only this one recovers the account. */
    confirmedEmail: z.nullable(z.string()),
    /** Null unless the member is a patron. */
    userPro: z.nullable(patronSettings),
    /** True if the member is old enough to see mature sketches. */
    mayShowMature: z.boolean(),
    /** The member's emoticons that can be drawn, the last made first. `image` is a base address. */
    recentEmoticons: z.array(z.object({ id, title: z.string(), image: z.string() })),
    ...choices,
  }),
  z.object({ id, own: z.literal(false), userInfo: profileInfo, ...choices }),
])
export type EditProfileReply = z.infer<typeof editProfileReply>
export type OwnProfile = Extract<EditProfileReply, { own: true }>
