import { expect, type Page } from 'playwright/test'
import { BOARD } from '../../../contract/limits.ts'

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export async function openMenuItem(page: Page, name: string) {
  await button(page, 'More').click()
  return page.getByRole('menuitem', { name })
}

/** Everything is usable at 320 px. */
export async function expectSmallScreen(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(page.getByText(/^(Good|Fair|Poor) picture, \d+\.\d s behind$/)).toBeInViewport()
  for (const name of ['Mute', 'Picture in picture', 'Canvas view', 'Full screen'])
    await expect(button(page, name)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('slider', { name: 'Volume' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('textbox', { name: /^Message/ })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  if (before) await page.setViewportSize(before)
}

/** Switches from camera to screen, ends that, and switches to the whiteboard. */
export async function switchSources(page: Page): Promise<void> {
  await page.getByText('Your picture').click()
  await button(page, 'Screen or window').click()
  await expect(button(page, 'Screen or window')).toHaveAttribute('aria-pressed', 'true')
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    const [track] = (video.srcObject as MediaStream).getVideoTracks()
    track?.dispatchEvent(new Event('ended'))
  })
  await expect(page.getByText('Your source was closed. Choose another one to continue.')).toBeVisible()
  await button(page, 'Whiteboard').click()
  await expect(page.getByText(new RegExp(`^${BOARD.width} × `))).toBeVisible()
}
