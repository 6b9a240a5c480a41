import { test } from 'playwright/test'

/** Headers that mark a write as coming from the site's own pages. */
export function siteHeaders(): { origin: string } {
  const { baseURL } = test.info().project.use
  if (!baseURL) throw new Error('playwright.config.ts names no site')
  return { origin: new URL(baseURL).origin }
}
