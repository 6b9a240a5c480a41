import { expect, type Page } from 'playwright/test'
import { BOARD } from '../../../contract/limits.ts'
import { expectAudibleSound, expectCameraPicture, expectCanvasMotion } from './streams.ts'

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export async function openMenuItem(page: Page, name: string) {
  await button(page, 'More').click()
  return page.getByRole('menuitem', { name })
}

/** Checks the viewer's controls: volume, full screen, picture in picture, chat focus, smoothing. */
export async function checkViewerControls(page: Page): Promise<void> {
  const volume = page.getByRole('slider', { name: 'Volume' })
  await volume.fill('40')
  // Page shortcuts work while the slider has the focus, except its own keys.
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
  await expect(page.getByRole('textbox', { name: /^Message/ })).toBeFocused()

  await (await openMenuItem(page, 'Smooth motion')).click()
  await expect(await openMenuItem(page, 'Lowest delay')).toBeVisible()
  await page.keyboard.press('Escape')
  await (await openMenuItem(page, 'Report')).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Report' }).click()
  await expect(page.getByText('Thanks for your report, it will be reviewed by a gloperator.')).toBeVisible()
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

/** Plays a replay, seeks by keys, and checks sound and chat. */
export async function watchReplay(page: Page, replay: string): Promise<void> {
  const moment = page.getByRole('slider', { name: 'Moment' })
  await expectCameraPicture(page, replay)
  await button(page, 'Play the replay').press('Enter')
  await expect(button(page, 'Pause')).toBeFocused()
  await expect(button(page, 'Play the replay')).toBeHidden()
  await expectCanvasMotion(page, replay)
  await expectAudibleSound(page)
  await button(page, 'Double speed').click()
  await expect(button(page, 'Double speed')).toHaveAttribute('aria-pressed', 'true')
  await expectCanvasMotion(page, replay)
  await expectAudibleSound(page)
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
