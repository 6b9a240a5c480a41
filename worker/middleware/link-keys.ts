import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { LINKS_REMEMBERED } from '../../contract/limits.ts'
import { cookieName, cookieOptions } from '../lib/cookies.ts'
import type { AppEnv } from './app-env.ts'

const COOKIE = 'links'
const COOKIE_SECONDS = 365 * 86_400
/** A key as `randomToken` makes it. */
const KEY = /^[0-9a-f]{40}$/

/** The key that opened a sketch, by request. The calls that a page makes in its own request share it. */
const matchedByRequest = new WeakMap<object, string>()

/**
 * Remembers in a cookie that this browser opened a link to an unlisted sketch (`noteLink`), because the other calls of
 * its page carry only the sketch's id. Keys that opened nothing, or a page that nobody opened, would push out others.
 */
export const rememberLinks = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (!c.res.ok || !matchedByRequest.has(c.executionCtx)) return
  const keys = linkKeysOf(c)
  setCookie(c, cookieName(c, COOKIE), keys.join('.'), cookieOptions(c, COOKIE_SECONDS))
})

export function forgetLinks(c: Context): void {
  deleteCookie(c, cookieName(c, COOKIE), cookieOptions(c, 0))
}

/** Remembers that the link which the browser opened leads to a sketch of this reply. */
export function noteLink(c: Context<AppEnv>, linkKey: string | null | undefined): void {
  if (linkKey && linkKey === openedKey(c)) matchedByRequest.set(c.executionCtx, linkKey)
}

/** The keys of links that this browser opened, latest first. They are not checked: a wrong key opens nothing. */
export function linkKeysOf(c: Context<AppEnv>): string[] {
  const remembered = (getCookie(c, cookieName(c, COOKIE)) ?? '').split('.').filter((key) => KEY.test(key))
  const opened = openedKey(c)
  const keys = opened ? [opened, ...remembered] : remembered
  return [...new Set(keys)].slice(0, LINKS_REMEMBERED)
}

function openedKey(c: Context<AppEnv>): string | undefined {
  const key = c.req.query('key')
  return key && KEY.test(key) ? key : undefined
}
