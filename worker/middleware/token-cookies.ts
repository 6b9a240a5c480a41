import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { cookieName, cookieOptions } from '../lib/cookies.ts'
import { isSigned, sign } from '../lib/signature.ts'
import type { AppEnv } from './app-env.ts'

/** `owner` is the member of a session, whose requests are counted before the session is looked up; 0 for a sign-up. */
type Token = { name: string; token: string; owner: number }

/** The signature contains the name, so that a sign-up is no session. */
const signedText = ({ name, token, owner }: Token) => `cookie ${name} ${owner} ${token}`

/** The value of a cookie with a token: the token, its owner and the signature of both. */
export async function tokenCookie(secret: string, cookie: Token): Promise<string> {
  return `${cookie.token}.${cookie.owner}.${await sign(secret, signedText(cookie))}`
}

/** Sets a cookie with a token that the database knows. Without `seconds`, it ends when the browser is closed. */
export async function setTokenCookie(c: Context<AppEnv>, cookie: Token & { seconds?: number }): Promise<void> {
  const value = await tokenCookie(c.env.TICKET_SECRET, cookie)
  setCookie(c, cookieName(c, cookie.name), value, cookieOptions(c, cookie.seconds))
}

/**
 * Reads a cookie that `setTokenCookie` set; null for any other value. Tokens are looked up before a rate counts the
 * request, so a forged one must be refused without the database.
 */
export async function readTokenCookie(
  c: Context<AppEnv>,
  name: string,
): Promise<{ token: string; owner: number } | null> {
  const [token = '', owner = '', signature = ''] = (getCookie(c, cookieName(c, name)) ?? '').split('.')
  const found = { token, owner: Number(owner) }
  return (await isSigned(c.env.TICKET_SECRET, signedText({ name, ...found }), signature)) ? found : null
}
