import { createRequire } from 'node:module'
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from 'playwright/test'
import { keepRouting } from './keep-routing.ts'
import { type Member, signInByRequests } from './people.ts'

export { expect } from 'playwright/test'

const THEMES = ['light', 'gray', 'dark'] as const
const EVERY_RULE = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] }
const COLOUR_RULES = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

type AxeOptions = { runOnly: { type: string; values: string[] }; resultTypes: ['violations'] }
type AxeResults = { violations: { id: string; nodes: { target: string[] }[] }[] }
type WindowWithAxe = Window & { axe?: { run: (options: AxeOptions) => Promise<AxeResults> } }

const { source: AXE } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as {
  source: string
}

/** Runs axe in all themes. Themes differ only in colours, so later ones run fewer rules. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page that still loads has no heading.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // Reading its half megabyte takes longer than most checks: each document reads it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  // A control half under the header of a scrolled page would count as too small to press.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const found: string[] = []
  for (const theme of THEMES) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name
    }, theme)
    await settled(page)
    const runOnly = theme === 'light' ? EVERY_RULE : COLOUR_RULES
    const results = await page.evaluate((options) => (window as WindowWithAxe).axe?.run(options), {
      runOnly,
      resultTypes: ['violations'],
    } satisfies AxeOptions)
    if (!results) throw new Error('the page was left while it was checked')
    found.push(...results.violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ target }) => target)}`))
  }
  expect(found).toEqual([])
}

/** Waits for finite animations, so that contrast is measured at their end. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState === 'finished' || effect?.getTiming().iterations === Infinity),
  )
}

/** A random address, so that limits by address apply to one browser of one test. */
function randomIpAddress(): Record<string, string> {
  const part = () => Math.floor(Math.random() * 254) + 1
  return { 'cf-connecting-ip': `10.${part()}.${part()}.${part()}` }
}

/** Chromium loses a picture that is on its way from a camera that is switched off, and reports it as the page's. */
const LOST_PICTURE = /VideoFrame was garbage collected/
/** Files that a page was loading when the test took the network away. */
const LOST_NETWORK = /ERR_INTERNET_DISCONNECTED/

/** Collects errors on the consoles of pages. */
export class ConsoleErrors {
  readonly #seen: string[] = []
  readonly #allowed: RegExp[] = [LOST_PICTURE, LOST_NETWORK]

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      // The trace recorder reads previews that the site's policy refuses.
      const fromRecorder = message.location().url === '' && message.text().startsWith("Connecting to 'blob:")
      if (message.type() === 'error' && !fromRecorder) this.#seen.push(`${message.text()} ${message.location().url}`)
    })
    context.on('weberror', (error) => this.#seen.push(String(error.error())))
  }

  allow(...errors: RegExp[]): void {
    this.#allowed.push(...errors)
  }

  left(): string[] {
    return this.#seen.filter((text) => !this.#allowed.some((allowed) => allowed.test(text)))
  }
}

/** Opens a page in a new context: another member, or another device. The caller closes the context. */
export async function openBrowser(browser: Browser, errors: ConsoleErrors): Promise<Page> {
  const context = await browser.newContext({ extraHTTPHeaders: randomIpAddress() })
  errors.watch(context)
  keepRouting(context)
  return context.newPage()
}

type Fixtures = {
  /** Fails the test on console errors and uncaught errors that it did not allow. */
  consoleErrors: ConsoleErrors
  /** A second browser context: another member, or another device. */
  anotherBrowser: () => Promise<Page>
  /** Another member, who has no browser and sends requests. */
  anotherMember: (nickname: string) => Promise<Member>
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  consoleErrors: async ({}, use) => {
    const errors = new ConsoleErrors()
    await use(errors)
    expect(errors.left(), 'errors on the console').toEqual([])
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  extraHTTPHeaders: async ({}, use) => use(randomIpAddress()),
  context: async ({ context, consoleErrors, baseURL }, use) => {
    await waitForSite(baseURL)
    consoleErrors.watch(context)
    keepRouting(context)
    await use(context)
  },
  anotherBrowser: async ({ browser, consoleErrors }, use) => {
    const opened: Page[] = []
    await use(async () => {
      const page = await openBrowser(browser, consoleErrors)
      opened.push(page)
      return page
    })
    for (const page of opened) await page.context().close()
  },
  anotherMember: async ({ playwright, baseURL }, use) => {
    const opened: APIRequestContext[] = []
    await use(async (nickname) => {
      const request = await playwright.request.newContext({ baseURL, extraHTTPHeaders: randomIpAddress() })
      opened.push(request)
      await signInByRequests({ request }, nickname)
      return { request }
    })
    for (const request of opened) await request.dispose()
  },
})

/** The development server may be restarting (dev/start.ts). */
async function waitForSite(baseURL: string | undefined): Promise<void> {
  await expect(async () => {
    expect((await fetch(`${baseURL}/healthz`)).ok).toBe(true)
  }).toPass({ timeout: 40_000 })
}

/** Waits until the focus is in a dialog or menu, which takes it up to two frames after it appears. */
export async function expectFocusIn(area: Locator): Promise<void> {
  await expect(area.and(area.page().locator(':focus-within'))).toBeVisible()
}

/** Expects that the page is no wider than the window. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(beyond, `width beyond the window of ${page.url()}`).toBeLessThanOrEqual(0)
}
