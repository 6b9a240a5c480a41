import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app-env.ts'

/** Replies with the page instead of JSON if a browser navigates to a path that serves both. */
export const jsonOrPage = createMiddleware<AppEnv>((c, next) => (wantsPage(c) ? c.env.ASSETS.fetch(c.req.raw) : next()))

export function wantsPage(c: Context<AppEnv>): boolean {
  if (c.req.query('format') === 'json' || c.req.method !== 'GET') return false
  const mode = c.req.header('sec-fetch-mode')
  return mode ? mode === 'navigate' : (c.req.header('accept') ?? '').includes('text/html')
}
