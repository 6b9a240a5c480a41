import { test } from 'playwright/test'

/** The headers by which the site knows a write for one of its own pages'. */
export function siteHeaders(): { origin: string } {
  const { baseURL } = test.info().project.use
  if (!baseURL) throw new Error('playwright.config.ts names no site')
  return { origin: new URL(baseURL).origin }
}
