import type { Page } from 'playwright/test'

/**
 * Puts the page's clock so many milliseconds ahead of time, now and after reloads. Unlike `page.clock` it leaves alone
 * what tells a page that it was reloaded.
 */
export async function advanceClock(page: Page, aheadMs: number): Promise<void> {
  await page.addInitScript(runAhead, aheadMs)
  await page.evaluate(runAhead, aheadMs)
}

function runAhead(aheadMs: number): void {
  const clock = Date as DateConstructor & { real?: () => number }
  const real = clock.real ?? Date.now
  clock.real = real
  Date.now = () => real.call(Date) + aheadMs
}
