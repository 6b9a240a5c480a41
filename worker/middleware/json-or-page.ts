import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app-env.ts'

/** On a path that is a page and a reply: answers the page to a browser that asks for something to look at. */
export const jsonOrPage = createMiddleware<AppEnv>((c, next) => (wantsPage(c) ? c.env.ASSETS.fetch(c.req.raw) : next()))

/** Whether a browser asks for something to look at. */
export function wantsPage(c: Context<AppEnv>): boolean {
  if (c.req.query('format') === 'json' || c.req.method !== 'GET') return false
  const mode = c.req.header('sec-fetch-mode')
  return mode ? mode === 'navigate' : (c.req.header('accept') ?? '').includes('text/html')
}
