import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'

/** Whether a browser asks for a page to look at, on a path that is a page and a reply. */
export function wantsPage(c: Context<AppEnv>): boolean {
  if (c.req.query('format') === 'json' || c.req.method !== 'GET') return false
  const mode = c.req.header('sec-fetch-mode')
  return mode ? mode === 'navigate' : (c.req.header('accept') ?? '').includes('text/html')
}
