import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod/mini'
import { cookieName, cookieOptions, takeCookie } from '../../lib/cookies.ts'
import { randomToken } from '../../lib/random.ts'
import { isSigned, sign } from '../../lib/signature.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { appleSignInUrl } from './apple.ts'
import { beginSignIn, type SignInAttempt } from './provider.ts'
import { safeReturn } from './rules.ts'

const ATTEMPT_COOKIE = 'signing-in'
const APPLE_COOKIE = 'apple-nonce'
const ATTEMPT_SECONDS = 600

/** `linkTo`: the logged-in member to whose account the identity is added; absent for a sign-in. */
type Attempt = SignInAttempt & { linkTo?: number | undefined }

const attemptCookie = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  linkTo: z.optional(z.int()),
})

export function callbackUri(c: Context): string {
  return new URL('/sign-in/callback', c.req.url).href
}

/** Starts a sign-in at the provider in this browser; returns the provider's address. */
export async function startAttempt(
  c: Context<AppEnv>,
  { returnTo, linkTo }: { returnTo: string; linkTo?: number },
): Promise<string> {
  const { url, attempt } = await beginSignIn(c.env, callbackUri(c), returnTo)
  const value = btoa(JSON.stringify({ ...attempt, linkTo } satisfies Attempt))
  setCookie(c, cookieName(c, ATTEMPT_COOKIE), value, cookieOptions(c, ATTEMPT_SECONDS))
  return url
}

/**
 * Reads the browser's sign-in attempt with this state and removes it, because it is valid only once. An attempt with
 * another state stays, because another tab may finish it.
 */
export function readAttempt(c: Context<AppEnv>, state: string | undefined): Attempt | null {
  try {
    const attempt = attemptCookie.parse(JSON.parse(atob(getCookie(c, cookieName(c, ATTEMPT_COOKIE)) ?? '')))
    if (attempt.state !== state) return null
    takeCookie(c, ATTEMPT_COOKIE)
    return { ...attempt, returnTo: safeReturn(attempt.returnTo) }
  } catch {
    return null
  }
}

/** `linkTo`: as in `Attempt`. The nonce is valid for one token, until `expiresAt`. */
type AppleAttempt = { nonce: string; expiresAt: number; linkTo: number | undefined }

/** Text that the site signs, so that a nonce read from a token does not make that token valid in another browser. */
const signedText = ({ nonce, expiresAt, linkTo }: AppleAttempt) => `apple ${nonce} ${expiresAt} ${linkTo ?? ''}`

/** Starts a sign-in with Apple in this browser; returns Apple's address. */
export async function startAppleAttempt(c: Context<AppEnv>, linkTo?: number): Promise<string> {
  const nonce = randomToken()
  const expiresAt = Date.now() + ATTEMPT_SECONDS * 1000
  const signature = await sign(c.env.TICKET_SECRET, signedText({ nonce, expiresAt, linkTo }))
  const cookie = `${nonce}.${expiresAt}.${linkTo ?? ''}.${signature}`
  setCookie(c, cookieName(c, APPLE_COOKIE), cookie, cookieOptions(c, ATTEMPT_SECONDS))
  return appleSignInUrl(c.env, new URL('/sign-in/apple/return', c.req.url).href, nonce)
}

/**
 * Reads the browser's sign-in with Apple. Returns null if there is none, or it expired. It stays until a token with its
 * nonce was accepted (`endAppleAttempt`), because the token may be another tab's.
 */
export async function readAppleAttempt(c: Context<AppEnv>): Promise<AppleAttempt | null> {
  const [nonce = '', time, member = '', signature = ''] = (getCookie(c, cookieName(c, APPLE_COOKIE)) ?? '').split('.')
  const attempt = { nonce, expiresAt: Number(time), linkTo: member === '' ? undefined : Number(member) }
  const isOwn = await isSigned(c.env.TICKET_SECRET, signedText(attempt), signature)
  return isOwn && attempt.expiresAt > Date.now() ? attempt : null
}

export function endAppleAttempt(c: Context<AppEnv>): void {
  deleteCookie(c, cookieName(c, APPLE_COOKIE), cookieOptions(c, 0))
}
