import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from 'playwright/test'

export { expect } from 'playwright/test'

const THEMES = ['light', 'gray', 'dark'] as const

/** Signs in through the provider's own pages as someone new, chooses a nickname and comes back to `path`. */
export async function signInAsNew(page: Page, nickname: string, path = '/'): Promise<void> {
  await page.goto(`/sign-in?return=${encodeURIComponent(path)}`)
  await page.getByLabel('Name').fill(nickname)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Croquis' })).toBeVisible()
  await page.getByLabel('Nickname').fill(nickname)
  await page.getByLabel('Date of birth').fill('1990-06-14')
  await page.getByRole('button', { name: 'Open my account' }).click()
  await expect(page.getByRole('banner').getByText(nickname)).toBeVisible()
}

/** Signs in through the provider's own pages as one of the seeded people. */
export async function signInAs(page: Page, nickname: string, path = '/'): Promise<void> {
  await page.goto(`/sign-in?return=${encodeURIComponent(path)}`)
  await page.getByRole('button', { name: nickname, exact: true }).click()
  await expect(page.getByRole('banner').getByText(nickname)).toBeVisible()
}

let made = 0
/** A nickname that nobody in this run has. */
export const freshName = (stem: string) => `${stem} ${process.pid}${++made}`.slice(0, 24)

/** Lets axe look at the page in its three themes; what it finds fails the test. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of THEMES) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name
    }, theme)
    await settled(page)
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze()
    expect(violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map((node) => node.target).join(', ')}`)).toEqual(
      [],
    )
  }
}

/** Waits until no fade runs any more, so that contrast is measured on what stays; endless ones do not count. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => animation.effect?.getTiming().iterations === Infinity),
  )
}

/** Every page of a test: an error on the console, or one that nobody caught, fails it. */
export const test = base.extend<{ allowedErrors: RegExp[] }>({
  allowedErrors: [[], { option: true }],
  context: async ({ context, allowedErrors }, use) => {
    const errors: string[] = []
    const keep = (text: string) => {
      if (!allowedErrors.some((allowed) => allowed.test(text))) errors.push(text)
    }
    context.on('console', (message) => message.type() === 'error' && keep(message.text()))
    context.on('weberror', (error) => keep(String(error.error())))
    await use(context)
    expect(errors, 'errors on the console').toEqual([])
  },
})
