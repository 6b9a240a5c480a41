import { lt } from 'drizzle-orm'
import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import { cookieName, cookieOptions, takeCookie } from '../../lib/cookies.ts'
import type { Db } from '../../lib/database.ts'
import { deleteInParts } from '../../lib/delete-in-parts.ts'
import { randomToken, sha256Hex } from '../../lib/random.ts'
import { isSigned, sign } from '../../lib/signature.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { passkeyChallenges } from './schema.ts'

const CHALLENGE_COOKIE = 'passkey-challenge'
export const CHALLENGE_SECONDS = 300

type Challenge = { challenge: string; expiresAt: number }

/** Text that the site signs. The signature replaces a stored row, so that visitors' requests write nothing. */
const signedText = ({ challenge, expiresAt }: Challenge, session: string | null) =>
  `passkey challenge ${challenge} ${expiresAt} ${session ?? ''}`

/**
 * Makes a challenge for this browser, which can be used once within five minutes. `session` is the hash of the session
 * in which a passkey is added; null for a sign-in.
 */
export async function startChallenge(c: Context<AppEnv>, session: string | null): Promise<string> {
  // WebAuthn transports the challenge as base64url. 40 hex digits are valid base64url.
  const challenge = randomToken()
  const expiresAt = Date.now() + CHALLENGE_SECONDS * 1000
  const signature = await sign(c.env.TICKET_SECRET, signedText({ challenge, expiresAt }, session))
  const cookie = `${challenge}.${expiresAt}.${signature}`
  setCookie(c, cookieName(c, CHALLENGE_COOKIE), cookie, cookieOptions(c, CHALLENGE_SECONDS))
  return challenge
}

/** Reads the challenge of this browser. Returns null if there is none, or it expired or belongs to another session. */
export async function readChallenge(c: Context<AppEnv>, session: string | null): Promise<Challenge | null> {
  const [challenge = '', time, signature = ''] = takeCookie(c, CHALLENGE_COOKIE).split('.')
  const read = { challenge, expiresAt: Number(time) }
  const isOwn = await isSigned(c.env.TICKET_SECRET, signedText(read, session), signature)
  return isOwn && read.expiresAt > Date.now() ? read : null
}

/**
 * Marks a challenge as used, before the response is verified, or the nonce of a verified token. Returns false if it was
 * used before.
 */
export async function endChallenge(db: Db, { challenge, expiresAt }: Challenge): Promise<boolean> {
  const ended = await db
    .insert(passkeyChallenges)
    .values({ challengeHash: await sha256Hex(challenge), expiresAt })
    .onConflictDoNothing()
    .returning({ expiresAt: passkeyChallenges.expiresAt })
  return ended.length > 0
}

export async function removeExpiredChallenges(db: Db, now: number): Promise<void> {
  await deleteInParts(db, passkeyChallenges, lt(passkeyChallenges.expiresAt, now))
}
