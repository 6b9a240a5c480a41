import { expect, type Page } from 'playwright/test'
import { BOARD } from '../../../contract/limits.ts'
import { expectCamera, expectMotion, expectTone } from './streams.ts'

/** A button by its whole name. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Opens the menu of what there is to do about a stream; answers one thing of it. */
export async function openMenuItem(page: Page, name: string) {
  await button(page, 'More').click()
  return page.getByRole('menuitem', { name })
}

/** What one who watches chooses for themselves: sound, how it is shown, where they write, and whether motion is even. */
export async function checkViewerControls(page: Page): Promise<void> {
  const volume = page.getByRole('slider', { name: 'Volume' })
  await volume.fill('40')
  // The slider keeps the focus: keys are for the page all the same, but for those that move it.
  await volume.press('m')
  await expect(button(page, 'Unmute')).toBeVisible()
  await expect(volume).toHaveValue('0')
  await page.keyboard.press('m')
  await expect(volume).toHaveValue('40')
  await page.keyboard.press('ArrowRight')
  await expect(volume).toHaveValue('45')

  await page.keyboard.press('f')
  await expect(button(page, 'Leave full screen')).toBeVisible()
  await page.keyboard.press('f')
  await expect(button(page, 'Full screen')).toBeVisible()
  const hasSmallWindow = () => page.evaluate(() => document.pictureInPictureElement !== null)
  await page.keyboard.press('p')
  await expect.poll(hasSmallWindow).toBe(true)
  await page.keyboard.press('p')
  await expect.poll(hasSmallWindow).toBe(false)
  await page.keyboard.press('c')
  await expect(page.getByLabel('Message')).toBeFocused()

  await (await openMenuItem(page, 'Show motion evenly')).click()
  await expect(await openMenuItem(page, 'Show pictures as they come')).toBeVisible()
  await page.keyboard.press('Escape')
  await (await openMenuItem(page, 'Report')).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Report' }).click()
  await expect(page.getByText('Thanks for your report, it will be reviewed by a gloperator.')).toBeVisible()
}

/** At 320 pixels all of it is there. */
export async function expectSmallScreen(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(page.getByText(/^(Good|Fair|Poor) picture, \d+\.\d s behind$/)).toBeInViewport()
  for (const name of ['Mute', 'Picture in picture', 'Canvas view', 'Full screen'])
    await expect(button(page, name)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('slider', { name: 'Volume' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Message')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  if (before) await page.setViewportSize(before)
}

/** Shows a screen instead of the camera, which then closes by itself, and the whiteboard in its place. */
export async function switchSources(page: Page): Promise<void> {
  await page.getByText('What you show').click()
  await button(page, 'Screen or window').click()
  await expect(button(page, 'Screen or window')).toHaveAttribute('aria-pressed', 'true')
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    const [track] = (video.srcObject as MediaStream).getVideoTracks()
    track?.dispatchEvent(new Event('ended'))
  })
  await expect(page.getByText('What you showed was closed. Pick something else to go on.')).toBeVisible()
  await button(page, 'Whiteboard').click()
  await expect(page.getByText(new RegExp(`^${BOARD.width} × `))).toBeVisible()
}

/** Plays a replay, goes about in it by keys, and hears and reads what was said. */
export async function watchReplay(page: Page, replay: string): Promise<void> {
  const moment = page.getByRole('slider', { name: 'Moment' })
  await expectCamera(page, replay)
  await button(page, 'Play the replay').press('Enter')
  await expect(button(page, 'Pause')).toBeFocused()
  await expect(button(page, 'Play the replay')).toBeHidden()
  await expectMotion(page, replay)
  await expectTone(page)
  await button(page, 'Double speed').click()
  await expect(button(page, 'Double speed')).toHaveAttribute('aria-pressed', 'true')
  await expectMotion(page, replay)
  await expectTone(page)
  await button(page, 'Double speed').click()
  await page.getByRole('img', { name: replay }).click()
  await expect(button(page, 'Play')).toBeVisible()
  await page.getByRole('img', { name: replay }).click()
  await page.getByRole('button', { name: '0:01 Shades' }).click()
  await page.keyboard.press('6')
  await expect(page.getByRole('log').getByText('Which brush is that?')).toBeVisible()
  await page.keyboard.press('k')
  await expect(button(page, 'Play')).toBeVisible()
  await page.keyboard.press('0')
  await expect(moment).toHaveValue('0')
  await expect(page.getByRole('log').getByText('Which brush is that?')).toBeHidden()
  await page.keyboard.press('ArrowRight')
  await expect(moment).toHaveValue('5000')

  await moment.fill('2000')
  await moment.press('ArrowRight')
  await expect(moment).toHaveValue('7000')
  await page.keyboard.press('m')
  await expect(button(page, 'Unmute')).toBeVisible()
  await page.keyboard.press('Space')
  await expect(button(page, 'Pause')).toBeVisible()
  await page.keyboard.press('k')
  await page.keyboard.press('0')
  await expect(moment).toHaveValue('0')
}
