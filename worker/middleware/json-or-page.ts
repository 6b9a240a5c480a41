import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app-env.ts'

/** Leaves a path that serves both JSON and a page to the pages (worker/app.ts) if a browser navigates to it. */
export const jsonOrPage = createMiddleware<AppEnv>(async (c, next) => (wantsPage(c) ? c.notFound() : next()))

export function wantsPage(c: Context<AppEnv>): boolean {
  if (c.req.query('format') === 'json' || c.req.method !== 'GET') return false
  const mode = c.req.header('sec-fetch-mode')
  return mode ? mode === 'navigate' : (c.req.header('accept') ?? '').includes('text/html')
}
