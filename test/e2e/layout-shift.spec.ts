import type { Page } from 'playwright/test'
import { expect, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'

type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }

/** Records every layout shift of the page, also those after an input, with the elements that moved. */
async function recordShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const recorded = window as Window & { shifts?: string[] }
    recorded.shifts = []
    const nameOf = (node: Node | null) =>
      node instanceof Element ? node.outerHTML.slice(0, 80) : String(node?.nodeName)
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        recorded.shifts?.push(`${value.toFixed(4)} ${sources.map(({ node }) => nameOf(node)).join(' | ')}`)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as Window & { shifts?: string[] }).shifts ?? ['not recorded'])
}

/** Delays replies, so that each state of a page while it loads is painted. */
const delayReplies = (page: Page) =>
  page.route(/\/api\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150))
    await route.continue()
  })

/** Text that appears once a page has loaded, for visitors and members. */
const PAGES = [
  { path: '/streams', visitor: /^No replays yet|Replays/, member: /^No replays yet|Replays/ },
  { path: '/chat', visitor: 'Sorry, you must be logged in to chat.', member: /artists? here/ },
  {
    path: '/whiteboard',
    visitor: 'You must be logged in to access the whiteboard.',
    member: 'There is no undo. Leave room for others',
  },
] as const

for (const width of [360, 1280])
  test(`nothing moves while the pages of live features load, at ${width} px`, async ({ page, anotherBrowser }) => {
    const member = await anotherBrowser()
    await signInAs(member, freshName('Still'))
    for (const [who, browser] of [
      ['visitor', page],
      ['member', member],
    ] as const) {
      await browser.setViewportSize({ width, height: 800 })
      const shifts = await recordShifts(browser)
      await delayReplies(browser)
      for (const { path, ...texts } of PAGES) {
        await browser.goto(path)
        await expect(browser.getByText(texts[who]).first()).toBeVisible()
        await browser.waitForLoadState('networkidle')
        expect(await shifts(), `${path} of a ${who}`).toEqual([])
      }
    }
    await member.getByRole('button', { name: "I'll be good, let me in!" }).click()
    await expect(member.getByRole('textbox', { name: /^Message/ })).toBeVisible()
    await expect(member.getByText(/\d+:\d\d/).first()).toBeVisible()
    const afterEntering = await member.evaluate(() => (window as Window & { shifts?: string[] }).shifts)
    expect(afterEntering, 'the board after entering').toEqual([])
  })
