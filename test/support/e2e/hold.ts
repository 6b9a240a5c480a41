import type { Page, Route } from 'playwright/test'

/**
 * Keeps calls from reaching the site until the function that is answered is called; then they go their way, or the way
 * that is given, such as `(route) => route.abort()`.
 */
export async function holdRequests(
  page: Page,
  url: string | RegExp,
  afterwards = (route: Route) => route.continue(),
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await afterwards(route)
  })
  return resolve
}
