import type { Page } from 'playwright/test'
import { BOARD, KEY_FRAME_INTERVAL_MS, STREAM_PREVIEW_INTERVAL_MS } from '../../contract/limits.ts'
import type { StreamFrame } from '../../contract/socket/stream-frame.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import {
  button,
  checkViewerControls,
  expectSmallScreen,
  openMenuItem,
  switchSources,
  watchReplay,
} from '../support/e2e/stream-pages.ts'
import {
  activeDevices,
  captureAudio,
  expectAudibleSound,
  expectCameraPicture,
  expectCanvasMotion,
  expectKeyFrames,
  expectLoaded,
  expectMicrophoneLevel,
  expectPreviews,
  expectStillRate,
  recordSentFrames,
  removeCodecs,
  startStream,
  stopStream,
  throttleTimers,
  trackDevices,
} from '../support/e2e/streams.ts'

type Broadcast = { id: number; nameOfArtist: string; picture: string }

/** Signs in an artist on `page` and starts a stream. */
async function goLive(page: Page, title = 'Market crowd'): Promise<Broadcast> {
  const nameOfArtist = freshName('Live')
  await signInAs(page, nameOfArtist)
  const id = await startStream(page, title)
  return { id, nameOfArtist, picture: `Live drawing by ${nameOfArtist}` }
}

/** Opens a stream as a new member. */
const watch = (viewer: Page, { id }: Pick<Broadcast, 'id'>) => signInAs(viewer, freshName('Viewer'), `/stream/${id}`)

async function post(page: Page, path: string, data: object): Promise<void> {
  const reply = await page.request.post(path, { headers: siteHeaders(), data })
  expect(reply.status(), await reply.text()).toBe(200)
}

async function sendMessage(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Message/ }).fill(text)
  await page.keyboard.press('Enter')
}

/** `watchReplay` jumps to the seventh second of a replay. */
const WATCHED_REPLAY_MS = 10_000

/** Length of the pictures that were sent, in ms. */
const lengthMs = (sent: readonly Omit<StreamFrame, 'data'>[]) =>
  (sent.findLast(({ kind }) => kind === 'picture')?.timeUs ?? 0) / 1000

test.describe('visitors [2 §2 Streams]', () => {
  test('a visitor sees the latest pictures of live streams, and is told to log in to watch one', async ({
    page,
    anotherBrowser,
  }) => {
    const artist = await anotherBrowser()
    const sent = recordSentFrames(artist)
    const title = freshName('Crowd')
    await page.clock.install()
    await page.goto('/streams')
    await expect(page.getByRole('heading', { name: 'Streams', exact: true })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Live now' }).getByText('Whiteboard', { exact: true })).toBeVisible()
    const { id, picture } = await goLive(artist, title)
    const card = page.getByRole('link', { name: title })
    await expect(async () => {
      await page.clock.fastForward(STREAM_PREVIEW_INTERVAL_MS)
      await expect(card.locator('img')).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expectLoaded(card.locator('img'))
    await expectAccessible(page)
    await card.click()
    await expect(page).toHaveURL(`/stream/${id}`)
    await expect(page.getByText('You must be logged in to watch a live stream.')).toBeVisible()
    await expectLoaded(page.getByRole('img', { name: picture }))
    await expectAccessible(page)
    await page.goto('/')
    const live = page.getByRole('list', { name: 'Live now' }).getByRole('link', { name: title })
    await expectLoaded(live.locator('img'))
    await live.click()
    await expect(page).toHaveURL(`/stream/${id}`)
    await expectPreviews(sent)
  })

  test('a visitor is told to log in to start a stream', async ({ page }) => {
    await page.goto('/stream/sheet')
    await expect(page.getByText('You must be logged in to start a live stream.')).toBeVisible()
  })
})

test.describe('live streams [2 §2 Streams]', () => {
  test('viewers of a live stream see and hear it', async ({ page, anotherBrowser }) => {
    test.setTimeout(120_000)
    const sent = recordSentFrames(page)
    const broadcast = await goLive(page)
    await expectMicrophoneLevel(page)
    const viewer = await anotherBrowser()
    await captureAudio(viewer)
    await watch(viewer, broadcast)
    await expectCameraPicture(viewer, broadcast.picture)
    await expectCanvasMotion(viewer, broadcast.picture)
    await expect(button(viewer, 'Unmute')).toBeVisible()
    await button(viewer, 'Turn on sound').press('Enter')
    await expect(button(viewer, 'Mute')).toBeFocused()
    await expectAudibleSound(viewer)
    await expectAccessible(viewer)
    await page.getByText('What viewers see').click()
    await expectCameraPicture(page, 'What viewers see')
    await expect(page.getByText(/, VP9$/)).toBeVisible()
    await expectAccessible(page)
    await expect.poll(() => lengthMs(sent)).toBeGreaterThan(KEY_FRAME_INTERVAL_MS * 2)
    expectKeyFrames(sent)
  })

  test('a live stream shows its viewers and their chat', async ({ page, anotherBrowser }) => {
    const broadcast = await goLive(page)
    const [early, late] = [await anotherBrowser(), await anotherBrowser()]
    await watch(early, broadcast)
    await watch(late, broadcast)
    for (const viewer of [early, late, page]) {
      await expect(viewer.getByText(/2 watching/)).toBeVisible()
      await expect(viewer.getByText(/\b2 views$/)).toBeVisible()
    }
    await sendMessage(late, 'Which brush is that?')
    await expect(page.getByRole('log').getByText('Which brush is that?')).toBeVisible()
  })

  test('a viewer controls the picture and sound of a live stream, also in a small window', async ({
    page,
    anotherBrowser,
  }) => {
    const broadcast = await goLive(page)
    const viewer = await anotherBrowser()
    await captureAudio(viewer)
    await watch(viewer, broadcast)
    await expectCameraPicture(viewer, broadcast.picture)
    await button(viewer, 'Turn on sound').press('Enter')
    await expect(button(viewer, 'Mute')).toBeFocused()
    await button(viewer, 'Canvas view').click()
    await expect(button(viewer, 'Canvas view')).toHaveAttribute('aria-pressed', 'true')
    await checkViewerControls(viewer)
    await expectSmallScreen(viewer)
  })

  test('viewers see a pause and a new source of the artist', async ({ page, anotherBrowser }) => {
    const broadcast = await goLive(page)
    const viewer = await anotherBrowser()
    await watch(viewer, broadcast)
    await expectCameraPicture(viewer, broadcast.picture)
    await button(page, 'Pause').click()
    await expect(viewer.getByText('The artist paused the stream.')).toBeVisible()
    await button(page, 'Resume').click()
    await expect(viewer.getByText('The artist paused the stream.')).toBeHidden()
    await expectCanvasMotion(viewer, broadcast.picture)
    await switchSources(page)
    await expect(viewer.getByRole('img', { name: broadcast.picture })).toHaveAttribute('width', String(BOARD.width))
  })

  test("a stream and its chapters continue after a reload of the artist's page", async ({ page, anotherBrowser }) => {
    test.setTimeout(120_000)
    const broadcast = await goLive(page)
    const [early, late] = [await anotherBrowser(), await anotherBrowser()]
    await captureAudio(early)
    for (const viewer of [early, late]) await watch(viewer, broadcast)
    await button(early, 'Turn on sound').press('Enter')
    await page.getByLabel('Start a new chapter').fill('Colour')
    await button(page, 'Add').click()

    await page.goto(`/stream/${broadcast.id}`)
    await expect(early.getByText(/The artist lost connection/)).toBeVisible()
    await page.getByRole('link', { name: 'Resume your stream' }).click()
    await button(page, 'Camera').click()
    await page.getByLabel('Microphone').check()
    await button(page, 'Resume').click()
    await expect(page.getByRole('list', { name: 'Chapters' })).toContainText('Colour')
    await expect(early.getByText(/The artist lost connection/)).toBeHidden()
    for (const viewer of [early, late]) await expectCanvasMotion(viewer, broadcast.picture)
    await expectAudibleSound(early)
  })
})

test.describe('replays [2 §2 Streams]', () => {
  test('viewers of an ended stream are told when it has a replay', async ({ page, anotherBrowser }) => {
    const broadcast = await goLive(page)
    const viewer = await anotherBrowser()
    await watch(viewer, broadcast)
    await expectCameraPicture(viewer, broadcast.picture)
    await stopStream(page)
    await expect(viewer.getByText('This stream has ended. No replay yet.')).toBeVisible()
    const more = viewer.getByRole('link', { name: `More by ${broadcast.nameOfArtist}` })
    await expect(more).toHaveAttribute('href', /^\/user\/\d+$/)
    await expectAccessible(page)
    const before = await page.evaluate(() => history.length)
    await button(page, 'Publish as a replay').click()
    await expect(page).toHaveURL(`/stream/${broadcast.id}`)
    expect(await page.evaluate(() => history.length), 'back leads to the page before the stream').toBe(before)
    await button(viewer, 'Watch the replay').click()
    await expectCameraPicture(viewer, `Drawing by ${broadcast.nameOfArtist}`)

    await (await openMenuItem(page, 'Delete replay')).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No replay available.')).toBeVisible()
    await viewer.reload()
    await expect(viewer.getByText('No replay available.')).toBeVisible()
  })

  test('a stream whose recording was deleted has no replay', async ({ page, anotherBrowser }) => {
    const sent = recordSentFrames(page)
    const { id } = await goLive(page)
    await expect.poll(() => lengthMs(sent), 'there is something to record').toBeGreaterThan(1000)
    await stopStream(page)
    await button(page, 'Delete recording').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL('/streams')
    const visitor = await anotherBrowser()
    await visitor.goto(`/stream/${id}`)
    await expect(visitor.getByText('This stream has ended. No replay available.')).toBeVisible()
  })

  test('a replay plays the picture, sound, chat and edited chapters of its stream', async ({
    page,
    anotherBrowser,
  }) => {
    test.setTimeout(120_000)
    const sent = recordSentFrames(page)
    const { id, nameOfArtist } = await goLive(page)
    const viewer = await anotherBrowser()
    await captureAudio(viewer)
    await watch(viewer, { id })
    await page.getByLabel('Start a new chapter').fill('Colour')
    await button(page, 'Add').click()
    await expect(page.getByRole('list', { name: 'Chapters' })).toContainText('Colour')
    await sendMessage(viewer, 'Which brush is that?')
    await expect(page.getByRole('log').getByText('Which brush is that?')).toBeVisible()
    await expect.poll(() => lengthMs(sent), { timeout: 30_000 }).toBeGreaterThan(WATCHED_REPLAY_MS)
    await stopStream(page)
    await post(page, '/api/v2/stream/replay', { id, keep: true })
    await page.goto(`/stream/${id}`)
    await (await openMenuItem(page, 'Edit')).click()
    await expect(page.getByRole('textbox', { name: 'Chapters' })).toHaveValue(/^\d+:\d\d Colour$/)
    await page.getByRole('textbox', { name: 'Chapters' }).fill('0:00 Lines\n0:01 Shades')
    await button(page, 'Save').click()
    await expect(button(page, '0:01 Shades')).toBeVisible()
    await viewer.goto(`/stream/${id}`)
    await watchReplay(viewer, `Drawing by ${nameOfArtist}`)
    await expectAccessible(viewer)
  })
})

test.describe('publishers [2 §2 Streams]', () => {
  test('a publisher whose stream was taken over in another window is told at once', async ({
    page,
    anotherBrowser,
  }) => {
    await trackDevices(page)
    const broadcast = await goLive(page)
    const viewer = await anotherBrowser()
    await watch(viewer, broadcast)
    const second = await page.context().newPage()
    await second.goto('/stream/sheet')
    await button(second, 'Resume').click()
    await expect(button(second, 'Screen or window')).toBeFocused()
    await button(second, 'Camera').click()
    await button(second, 'Resume').click()
    await expect(page.getByText('You’re streaming from another window now.')).toBeVisible()
    expect(await activeDevices(page), 'camera and microphone are switched off').toBe(0)
    await expect(button(page, 'Pause')).toBeHidden()
    await expectCameraPicture(viewer, broadcast.picture)
  })

  test('a publisher whose stream ended while they were offline is told when they are back', async ({
    page,
    anotherBrowser,
  }) => {
    await trackDevices(page)
    const broadcast = await goLive(page, 'Two windows')
    const viewer = await anotherBrowser()
    await watch(viewer, broadcast)
    await expectCameraPicture(viewer, broadcast.picture)
    await page.context().setOffline(true)
    await expect(page.getByText(/The stream ends if it isn’t back/)).toBeVisible()
    await expect(page.getByText('Offline', { exact: true })).toBeVisible()
    await post(page, '/api/v2/stream/end', { id: broadcast.id })
    await expect(viewer.getByText('This stream has ended. No replay yet.')).toBeVisible()
    await sendMessage(viewer, 'Thanks for that')
    await expect(viewer.getByRole('log').getByText('Thanks for that'), 'the chat stays open').toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { name: 'This stream has ended.' })).toBeVisible()
    expect(await activeDevices(page), 'camera and microphone are switched off').toBe(0)
    await page.reload()
    await expect(page.getByText('Two windows')).toBeVisible()
    await expect(page.getByRole('img', { name: 'The end of the stream' })).toBeVisible()
    await expect(button(page, 'Also post the last picture as a sketch')).toBeVisible()
    await expectAccessible(page)
  })
})

test('browsers without codecs publish and play stills and sound files', async ({ page, anotherBrowser }) => {
  const sent = recordSentFrames(page)
  await removeCodecs(page)
  await throttleTimers(page)
  const { id, nameOfArtist, picture } = await goLive(page, 'Stills')
  await expect(page.getByText('viewers see stills')).toBeVisible()
  const viewer = await anotherBrowser()
  await removeCodecs(viewer)
  await captureAudio(viewer)
  await watch(viewer, { id })
  await expectCameraPicture(viewer, picture)
  await expectCanvasMotion(viewer, picture)
  await viewer.getByRole('button', { name: 'Unmute' }).click()
  await expectAudibleSound(viewer)
  await stopStream(page)
  expectStillRate(sent)

  await button(page, 'Also post the last picture as a sketch').click()
  await expect(page.getByLabel('Title')).toHaveValue('Stills')
  await page.getByText('No', { exact: true }).click()
  await button(page, 'Post').click()
  await expect(page.getByText('Posted.')).toBeVisible()
  await viewer.goto(`/stream/${id}`)
  await expectCameraPicture(viewer, `Drawing by ${nameOfArtist}`)
  await viewer.getByRole('link', { name: 'Stills' }).click()
  await expect(viewer).toHaveURL(/\/sketch\/\d+$/)
})
