import type { Page } from 'playwright/test'
import { expect, expectAccessible, expectFocusIn, test } from '../support/e2e/fixtures.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { png } from '../support/e2e/pictures.ts'
import { listedSketches } from '../support/e2e/sketches.ts'
import { boardTransform, enterWhiteboard } from '../support/e2e/whiteboard.ts'

/** Keys work once the page is interactive, so they are pressed until then. */
const pressUntil = (page: Page, keys: string[], works: () => Promise<void>) =>
  expect(async () => {
    for (const key of keys) await page.keyboard.press(key)
    await works()
  }).toPass()

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard and scrolling' })
const openSheet = (page: Page) => pressUntil(page, ['?'], () => expect(sheet(page)).toBeVisible({ timeout: 2000 }))

test.describe('shortcut keys', () => {
  test('"?" lists the shortcut keys', async ({ page }) => {
    await page.goto('/artists')
    await openSheet(page)
    await expect(sheet(page).getByText('Give a heart')).toBeVisible()
    await expectAccessible(page)
  })

  test('shortcut keys open pages outside text fields', async ({ page }) => {
    await page.goto('/artists')
    await pressUntil(page, ['g', 'g'], () => expect(page).toHaveURL(/\/gallery\/recent/, { timeout: 2000 }))
    const field = page.getByRole('banner').getByRole('combobox')
    await pressUntil(page, ['/'], () => expect(field).toBeFocused({ timeout: 2000 }))
    await page.keyboard.type('gh?')
    await expect(field).toHaveValue('gh?')
    await expect(page).toHaveURL(/\/gallery\/recent/)
  })

  test('the search field keeps the focus when it is chosen while the next page loads', async ({ page }) => {
    const release = await holdRequests(page, /\/assets\/GuidelinesPage-.*\.js$/)
    await page.goto('/artists')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Guidelines' }).click()
    const field = page.getByRole('banner').getByRole('combobox')
    await pressUntil(page, ['/'], () => expect(field).toBeFocused({ timeout: 2000 }))
    release()
    await expect(page.getByRole('heading', { level: 1, name: 'Community guidelines' })).toBeVisible()
    await page.keyboard.type('fox')
    await expect(field).toHaveValue('fox')
  })

  test('the search key in a narrow window focuses the search of the new page, not of the one still shown', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 800, height: 600 })
    await page.goto('/artists')
    await openSheet(page)
    await expectFocusIn(sheet(page))
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toHaveCount(0)
    await page.evaluate(() => {
      history.pushState(null, '', '/gallery/recent')
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }))
    })
    await expect(page).toHaveURL(/\/search/)
    await expect(page.getByRole('searchbox')).toBeFocused()
  })

  test('shortcut keys can be turned off in this browser (WCAG 2.1.4)', async ({ page }) => {
    await page.goto('/artists')
    await openSheet(page)
    await sheet(page).getByRole('checkbox', { name: 'Use keyboard shortcuts' }).uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await expect(sheet(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Keyboard and scrolling' }).click()
    await expect(sheet(page).getByRole('checkbox', { name: 'Use keyboard shortcuts' })).not.toBeChecked()
  })

  test('shortcut keys lead from a gallery to the comment field of a sketch', async ({ page }) => {
    await signInAs(page, freshName('Quick'), '/gallery/recent')
    const links = page.getByRole('list', { name: 'Recent' }).getByRole('link')
    await pressUntil(page, ['j'], () => expect(links.and(page.locator(':focus'))).toHaveCount(1, { timeout: 1000 }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/sketch\/\d+/)
    await pressUntil(page, ['c'], () =>
      expect(page.getByRole('textbox', { name: 'Your comment' })).toBeFocused({ timeout: 1000 }),
    )
  })
})

test.describe('keys pressed before the application listens', () => {
  /** Presses keys on the first paint of a sketch, then lets the application start. */
  async function pressEarly(page: Page, keys: string[]) {
    const [sketch] = await listedSketches(page.request)
    const release = await holdRequests(page, /\/assets\/(?!start-).*\.js$/)
    await page.goto(`/sketch/${sketch?.id}`, { waitUntil: 'commit' })
    // Chromium ignores keys before the first paint.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    for (const key of keys) await page.keyboard.press(key)
    release()
  }

  test('text after "/" goes to the search field and runs no other key', async ({ page }) => {
    await pressEarly(page, ['/', 'g', 'H', 'a', 't', '#', 'Backspace', 's'])
    const field = page.getByRole('banner').getByRole('combobox')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('gHats')
    await page.keyboard.type('?')
    await expect(field).toHaveValue('gHats?')
    await expect(page).toHaveURL(/\/sketch\/\d+/)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })

  test('letters after "?" run no other key', async ({ page }) => {
    await pressEarly(page, ['?', 'g', 'h'])
    await expect(sheet(page)).toBeVisible()
    await expect(page).toHaveURL(/\/sketch\/\d+/)
  })
})

/** Presses a key as another keyboard reports it; Ctrl and Alt are AltGr on Windows. */
async function pressReported(page: Page, key: string, code: string, held: 'AltGr' | 'nothing' = 'nothing') {
  const session = await page.context().newCDPSession(page)
  const modifiers = held === 'AltGr' ? 1 + 2 : 0
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code, modifiers })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code })
  await session.detach()
}

test.describe('shortcut keys on keyboards of other languages', () => {
  test('a German keyboard changes the brush by AltGr and zooms the whiteboard by place', async ({ page }) => {
    await signInAs(page, freshName('Umlaut'))
    await enterWhiteboard(page)
    const size = page.getByRole('slider', { name: 'Size' })
    const first = await size.inputValue()
    await pressReported(page, ']', 'Digit9', 'AltGr')
    await expect(size).not.toHaveValue(first)
    await pressReported(page, '[', 'Digit8', 'AltGr')
    await expect(size).toHaveValue(first)
    const { scale } = await boardTransform(page)
    await pressReported(page, 'Dead', 'Equal')
    await expect.poll(async () => (await boardTransform(page)).scale).toBeGreaterThan(scale)
    await pressReported(page, 'ß', 'Minus')
    await expect.poll(async () => (await boardTransform(page)).scale).toBe(scale)
  })

  test('a French keyboard zooms the full view without Shift', async ({ page }) => {
    await page.goto('/gallery/recent')
    await page.getByRole('list', { name: 'Recent' }).getByRole('link').first().click()
    await page.getByRole('button', { name: 'View full size' }).first().click()
    const size = page.getByRole('dialog').getByLabel('Size')
    const whole = (await size.textContent()) ?? ''
    await pressReported(page, '=', 'Equal')
    await expect(size).not.toHaveText(whole)
    await pressReported(page, 'à', 'Digit0')
    await expect(size).toHaveText(whole)
  })
})

test('dropping pictures on any page opens the upload page with them', async ({ page }) => {
  await signInAs(page, freshName('Dropper'), '/artists')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { name, mimeType, buffer } = await png('dropped.png', 64)
  const files = await page.evaluateHandle(
    ({ name, mimeType, bytes }) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }))
      return transfer
    },
    { name, mimeType, bytes: [...buffer] },
  )
  await expect(async () => {
    await page.dispatchEvent('body', 'dragenter', { dataTransfer: files })
    await page.dispatchEvent('body', 'dragover', { dataTransfer: files })
    await expect(page.getByText('Drop to upload')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.dispatchEvent('body', 'drop', { dataTransfer: files })
  await expect(page).toHaveURL('/upload')
  await expect(page.getByRole('listitem', { name: 'dropped.png' })).toBeVisible()
})
