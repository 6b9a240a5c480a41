import type { Page } from 'playwright/test'
import { type CompoInfo, compoInfo, compoList } from '../../contract/http/compos.ts'
import { expect, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { seededSketches } from '../support/e2e/sketches.ts'
import { withoutFirstReplies } from '../support/e2e/without-first-replies.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Show more', exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Replies to a list with empty pages, as behind blocks. Returns the number of those that were read. */
async function replyEmptyPages(page: Page, list: RegExp, pages: number): Promise<() => number> {
  let calls = 0
  await page.route(list, (route) => {
    const read = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
    calls++
    const done = read + 1 >= pages
    return route.fulfill({ json: { items: [], cursor: done ? '' : String(read + 1), done } })
  })
  return () => calls
}

test.beforeEach(async ({ page }) => {
  await withoutFirstReplies(page)
  await signInAs(page, freshName('Behind'))
})

async function closedCompo(page: Page): Promise<CompoInfo> {
  const { items } = compoList.parse(await (await page.request.get('/api/v2/compo')).json())
  for (const { id } of items) {
    const info = compoInfo.parse(await (await page.request.get('/api/v2/compo/info', { params: { name: id } })).json())
    if (info.result) return info
  }
  throw new Error('no compo is closed')
}

test('the result of a compo reads past empty pages and says that none is shown', async ({ page }) => {
  const { id } = await closedCompo(page)
  const calls = await replyEmptyPages(page, /\/compo\/[^/]+\/1\?format=json/, 4)
  await page.goto(`/compo/${id}`)
  await expect(page.getByText('No entries to show.')).toBeVisible()
  expect(calls()).toBe(4)
})

test.describe('the page of streams behind blocks', () => {
  test.beforeEach(async ({ page }) => {
    await page.route(/\/api\/v2\/streams$/, async (route) => {
      const reply = await (await route.fetch()).json()
      await route.fulfill({ json: { ...reply, announced: [], cursors: { ...reply.cursors, announced: '1' } } })
    })
  })

  test('lists whose pages are all empty are read to their ends', async ({ page }) => {
    await replyEmptyPages(page, /\/api\/v2\/streams\/announced/, 4)
    await replyEmptyPages(page, /\/api\/v2\/streams\/replays/, 4)
    await page.goto('/streams')
    await expect(page.getByText('No replays to show.')).toBeVisible()
    await expect(heading(page, 'Upcoming')).toHaveCount(0)
    await expect(button(page)).toHaveCount(0)
  })

  test('a list waits for its reader after many empty pages, and keeps the focus at its end', async ({ page }) => {
    await replyEmptyPages(page, /\/api\/v2\/streams\/announced/, 8)
    const replays = await replyEmptyPages(page, /\/api\/v2\/streams\/replays/, 8)
    await page.goto('/streams')
    const waiting = page.locator('section', { has: heading(page, 'Replays') }).getByRole('button')
    await expect(waiting).not.toHaveAttribute('aria-busy')
    expect(replays()).toBe(6)
    await waiting.press('Enter')
    await expect(page.getByText('No replays to show.')).toBeVisible()
    await expect(heading(page, 'Replays')).toBeFocused()
    await button(page).press('Enter')
    await expect(heading(page, 'Upcoming')).toHaveCount(0)
    await expect(heading(page, 'Streams')).toBeFocused()
  })
})

test('the hearts of a sketch read past empty pages and keep the focus at their end', async ({ page }) => {
  const sketch = (await seededSketches(page)).find(({ hearts }) => hearts > 0)
  await replyEmptyPages(page, /\/api\/v2\/sketchHearts\//, 8)
  await page.goto(`/sketch/${sketch?.id}`)
  await page.getByRole('button', { name: 'Statistics' }).click()
  await expect(button(page)).not.toHaveAttribute('aria-busy')
  await button(page).press('Enter')
  await expect(page.getByText('No hearts to show.')).toBeVisible()
  await expect(heading(page, 'Hearts from')).toBeFocused()
})
