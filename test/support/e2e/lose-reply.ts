import type { Page } from 'playwright/test'

/** Lets the next POST to `url` reach the site and drops its reply. */
export async function loseReply(page: Page, url: string): Promise<void> {
  let lost = false
  await page.route(url, async (route) => {
    if (lost || route.request().method() !== 'POST') return route.continue()
    lost = true
    await route.fetch()
    await route.abort()
  })
}
