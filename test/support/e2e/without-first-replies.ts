import type { Page } from 'playwright/test'
import { FIRST_REPLIES_ID } from '../../../contract/first-load.ts'

const REPLIES = new RegExp(`(id="${FIRST_REPLIES_ID}">).*?(</script>)`, 's')

/** Removes the replies from the HTML of pages, so that the application makes its first calls itself. */
export async function withoutFirstReplies(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(REPLIES, '$1{}$2') })
  })
}
