import * as z from 'zod/mini'
import { isDeletedMemberName } from '../deleted-member.ts'
import { NICKNAME_KEY_MAX, NICKNAME_MAX, NICKNAME_MIN } from '../limits.ts'
import { nicknameKey } from '../text.ts'
import { theme } from '../theme.ts'
import { wireTime } from '../time.ts'
import { id, line } from './common.ts'

/** The logged-in member [1 §3]. `avatar` is a base address, see image-sizes.ts. */
export const currentUser = z.object({
  id,
  nickname: z.string(),
  avatar: z.nullable(z.string()),
  /** The member switched mature sketches on. */
  mature: z.boolean(),
  /** True if pages show the chat box. */
  showChat: z.boolean(),
  /** Null until the member chose one. */
  theme: z.nullable(theme),
  /** Null until the browser sent it. */
  timeZone: z.nullable(z.string()),
  /** `g` group admin, `m` gloperator, `a` admin, `f` may feature, `p` patron. */
  flags: z.string(),
  /** True for gloperators and admins. */
  gloperator: z.boolean(),
  heartsAvailable: z.int(),
  /** Number of unread notifications. */
  unread: z.int(),
  /** Number of threads of messages with unread posts. */
  unreadMessages: z.int(),
  /** Ticket for sockets, valid for ten minutes; null if the account may not chat. */
  chatId: z.nullable(z.string()),
})
export type CurrentUser = z.infer<typeof currentUser>

/** A ban as the banned member sees it [2 §3]. `dateEnd` is null for a permanent ban and for a warning. */
export const currentBan = z.object({
  /** In hours, or one of the constants of ban.ts. */
  duration: z.int(),
  /** A permanent ban that a second member of staff has not confirmed. Until then it lasts for `duration` hours. */
  unconfirmed: z.boolean(),
  dateStart: wireTime,
  dateEnd: z.nullable(wireTime),
  userId: id,
  reason: z.string(),
  /** Bans and warnings before this one. */
  offenses: z.int(),
})
export type CurrentBan = z.infer<typeof currentBan>

/**
 * `signUp` is set from a first sign-in until the account is created. `ban` is the current ban, or a warning that the
 * member has not accepted.
 */
export const sessionReply = z.object({
  user: z.nullable(currentUser),
  /** Set while staff act as the user: their nickname and id, and when that ends. */
  impersonation: z.nullable(z.object({ by: z.string(), byId: z.int(), until: wireTime })),
  ban: z.nullable(currentBan),
  /** When the account will be deleted, if the member asked for that. */
  deletesAt: z.nullable(wireTime),
  signUp: z.nullable(z.object({ suggestedNickname: z.string() })),
  appDownloadUrl: z.nullable(z.string()),
  /** Sign-in with Apple is offered. */
  appleSignIn: z.boolean(),
  /** Sign-in is under maintenance. */
  isMaintenance: z.boolean(),
  /** A stream that everyone may see is live, or was a few seconds ago. */
  isLive: z.boolean(),
})
export type SessionReply = z.infer<typeof sessionReply>

export const nickname = z.pipe(
  line(NICKNAME_MAX),
  z.string().check(
    z.minLength(NICKNAME_MIN),
    z.regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._'-]*$/u),
    // Some scripts have invisible letters.
    z.regex(/^\P{Default_Ignorable_Code_Point}*$/u),
    z.refine((text) => nicknameKey(text).length <= NICKNAME_KEY_MAX),
    z.refine((text) => !isDeletedMemberName(text)),
  ),
)

export const signUpBody = z.object({ nickname, birthDate: z.iso.date() })

export const appleIdBody = z.object({ identityToken: z.string().check(z.minLength(1), z.maxLength(8192)) })

/** `linked`: the identity was added to the account of the logged-in member. */
export const appleIdReply = z.object({ user: currentUser, linked: z.optional(z.literal(true)) })
export type AppleIdReply = z.infer<typeof appleIdReply>

export const ownSession = z.object({
  id: z.string(),
  device: z.string(),
  dateCreated: wireTime,
  dateSeen: wireTime,
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>
export const sessionsReply = z.object({ items: z.array(ownSession) })
/** Ends one session, or with `others` all sessions of the member except the current one. */
export const endSessionBody = z.union([
  z.strictObject({ id: z.string().check(z.regex(/^[\w-]{1,40}$/)) }),
  z.strictObject({ others: z.literal(true) }),
])
