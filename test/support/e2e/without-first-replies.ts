import type { Page } from 'playwright/test'
import { FIRST_REPLIES_ID } from '../../../contract/first-load.ts'

/** Removes the replies from the HTML of pages, so that the application makes its first calls itself. */
export async function withoutFirstReplies(page: Page): Promise<void> {
  await page.addInitScript((id) => {
    new MutationObserver(() => {
      document.getElementById(id)?.remove()
    }).observe(document, { childList: true, subtree: true })
  }, FIRST_REPLIES_ID)
}
