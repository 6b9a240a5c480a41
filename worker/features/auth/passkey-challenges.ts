import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import { cookieName, cookieOptions, takeCookie } from '../../lib/cookies.ts'
import type { Db } from '../../lib/database.ts'
import { deleteInParts } from '../../lib/delete-in-parts.ts'
import { randomToken, sha256Hex } from '../../lib/random.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { passkeyChallenges } from './schema.ts'

const CHALLENGE_COOKIE = 'passkey-challenge'
export const CHALLENGE_SECONDS = 300

/**
 * Makes a challenge for this browser, which can be answered once within five minutes. `session` is the hash of the
 * session in which a passkey is added; null for a sign-in.
 */
export async function startChallenge(c: Context<AppEnv>, session: string | null): Promise<string> {
  // 40 hex digits are also valid base64url, which is what WebAuthn carries.
  const challenge = randomToken()
  await dbOf(c)
    .insert(passkeyChallenges)
    .values({
      challengeHash: await sha256Hex(challenge),
      sessionHash: session,
      expiresAt: Date.now() + CHALLENGE_SECONDS * 1000,
    })
  setCookie(c, cookieName(c, CHALLENGE_COOKIE), challenge, cookieOptions(c, CHALLENGE_SECONDS))
  return challenge
}

/** Reads the challenge of this browser and ends it. Returns null if there is none, or it belongs to another session. */
export async function takeChallenge(c: Context<AppEnv>, session: string | null): Promise<string | null> {
  const challenge = takeCookie(c, CHALLENGE_COOKIE)
  if (challenge === '') return null
  const taken = await dbOf(c)
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, await sha256Hex(challenge)),
        session === null ? isNull(passkeyChallenges.sessionHash) : eq(passkeyChallenges.sessionHash, session),
        gt(passkeyChallenges.expiresAt, Date.now()),
      ),
    )
    .returning({ expiresAt: passkeyChallenges.expiresAt })
  return taken.length > 0 ? challenge : null
}

export async function removeExpiredChallenges(db: Db, now: number): Promise<void> {
  await deleteInParts(db, passkeyChallenges, lt(passkeyChallenges.expiresAt, now))
}
