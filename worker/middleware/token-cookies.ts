import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { cookieName, cookieOptions } from '../lib/cookies.ts'
import { isSigned, sign } from '../lib/signature.ts'
import type { AppEnv } from './app-env.ts'

type Token = { name: string; token: string }

/** The signature contains the name, so that a sign-up is no session. */
const signedText = ({ name, token }: Token) => `cookie ${name} ${token}`

/** The value of a cookie with a token: the token and its signature. */
export async function tokenCookie(secret: string, { name, token }: Token): Promise<string> {
  return `${token}.${await sign(secret, signedText({ name, token }))}`
}

/** Sets a cookie with a token that the database knows. */
export async function setTokenCookie(c: Context<AppEnv>, cookie: Token & { seconds: number }): Promise<void> {
  const value = await tokenCookie(c.env.TICKET_SECRET, cookie)
  setCookie(c, cookieName(c, cookie.name), value, cookieOptions(c, cookie.seconds))
}

/**
 * Reads the token of a cookie that `setTokenCookie` set; null for any other value. Tokens are looked up before a rate
 * counts the request, so a forged one must be refused without the database.
 */
export async function readTokenCookie(c: Context<AppEnv>, name: string): Promise<string | null> {
  const [token = '', signature = ''] = (getCookie(c, cookieName(c, name)) ?? '').split('.')
  return (await isSigned(c.env.TICKET_SECRET, signedText({ name, token }), signature)) ? token : null
}
