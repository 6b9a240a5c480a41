import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from 'playwright/test'

export { expect } from 'playwright/test'

const THEMES = ['light', 'gray', 'dark'] as const
const EVERY_RULE = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Runs axe in all themes. Themes differ only in colours, so later ones run fewer rules. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of THEMES) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name
    }, theme)
    await settled(page)
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    const { violations } = await (theme === 'light' ? axe.withTags(EVERY_RULE) : axe.withRules(COLOUR_RULES)).analyze()
    expect(violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map((node) => node.target).join(', ')}`)).toEqual(
      [],
    )
  }
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

class ConsoleErrors {
  readonly #seen: string[] = []
  readonly #allowed: RegExp[] = [LOST_PICTURE]

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

type Fixtures = {
  /** Fails the test on console errors and uncaught errors that it did not allow. */
  consoleErrors: ConsoleErrors
  /** A second browser context: another member, or another device. */
  anotherBrowser: () => Promise<Page>
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
    await use(context)
  },
  anotherBrowser: async ({ browser, consoleErrors }, use) => {
    const opened: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ extraHTTPHeaders: randomIpAddress() })
      opened.push(context)
      consoleErrors.watch(context)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
})

/** The development server may be restarting (dev/start.ts). */
async function waitForSite(baseURL: string | undefined): Promise<void> {
  await expect(async () => {
    expect((await fetch(`${baseURL}/healthz`)).ok).toBe(true)
  }).toPass({ timeout: 40_000 })
}
