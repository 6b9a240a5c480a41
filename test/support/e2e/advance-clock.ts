import type { Page } from 'playwright/test'

/** Sets the page's clock ahead, now and after reloads. `page.clock` would also change the navigation timing. */
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
