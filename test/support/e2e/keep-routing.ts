import type { BrowserContext } from 'playwright/test'

/**
 * Goes on routing the requests of a context once a test has routed some, because Chromium never ends requests that are
 * under way when the last route is removed: https://github.com/microsoft/playwright/issues/41802. Does not route from
 * the beginning, because that switches off the cache.
 */
export function keepRouting(context: BrowserContext): void {
  let lastRoute: Promise<unknown> | undefined
  context.on('page', (page) => {
    const { route } = page
    page.route = async (...request) => {
      lastRoute ??= context.route('/requested-by-no-page', (other) => other.fallback())
      await lastRoute
      return route.apply(page, request)
    }
  })
}
