import type { Page, Route } from 'playwright/test'

/** Holds requests until the returned function is called, then lets `afterwards` handle them. */
export async function holdRequests(
  page: Page,
  url: Parameters<Page['route']>[0],
  afterwards = (route: Route) => route.continue(),
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await afterwards(route)
  })
  return resolve
}
