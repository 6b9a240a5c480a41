import * as z from 'zod/mini'
import { NICKNAME_MAX, NICKNAME_MIN } from '../limits.ts'
import { wireTime } from '../time.ts'
import { id, line } from './common.ts'

/** The current user, as every page knows them [1 §3]. `image` addresses are bases, see image-sizes. */
export const currentUser = z.object({
  id,
  nickname: z.string(),
  avatar: z.nullable(z.string()),
  /** Whether this member wants to see mature sketches. */
  mature: z.boolean(),
  /** Icon flags: `g` group admin, `m` gloperator, `a` admin, `f` may feature, `p` patron. */
  flags: z.string(),
  gloperator: z.boolean(),
  heartsAvailable: z.int(),
  /** Notices that were not read yet. */
  unread: z.int(),
  /** A ticket for the sockets of chat rooms, for some minutes; null for an account that may not chat. */
  chatId: z.nullable(z.string()),
})
export type CurrentUser = z.infer<typeof currentUser>

/** A ban record as its member sees it [2 §3]; `dateEnd` is null when no time ends it. */
export const banNotice = z.object({
  duration: z.int(),
  dateStart: wireTime,
  dateEnd: z.nullable(wireTime),
  userId: id,
  reason: z.string(),
  /** Bans and warnings before this one. */
  offenses: z.int(),
})
export type BanNotice = z.infer<typeof banNotice>

/**
 * `signUp` is there while a first sign-in waits for a nickname and a birth date, `ban` while a ban or a warning stands
 * for the current user.
 */
export const sessionReply = z.object({
  user: z.nullable(currentUser),
  ban: z.nullable(banNotice),
  signUp: z.nullable(z.object({ suggestedNickname: z.string() })),
  appDownloadUrl: z.nullable(z.string()),
  /** Whether Apple sign-in is configured. */
  appleSignIn: z.boolean(),
})
export type SessionReply = z.infer<typeof sessionReply>

export const nickname = z.pipe(
  line(NICKNAME_MAX),
  z.string().check(z.minLength(NICKNAME_MIN), z.regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._'-]*$/u)),
)

/** `birthDate` is a day of the calendar, `yyyy-mm-dd`. */
export const signUpBody = z.object({ nickname, birthDate: z.iso.date() })

export const appleIdBody = z.object({ identityToken: z.string().check(z.minLength(1), z.maxLength(8192)) })

export const appleIdReply = z.object({ user: currentUser })

export const ownSession = z.object({
  id: z.string(),
  device: z.string(),
  dateCreated: wireTime,
  dateSeen: wireTime,
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>
export const sessionsReply = z.object({ items: z.array(ownSession) })
export const endSessionBody = z.object({ id: z.string().check(z.regex(/^[\w-]{1,40}$/)) })
