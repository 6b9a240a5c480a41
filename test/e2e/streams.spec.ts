import type { Browser, Page } from 'playwright/test'
import type { StreamStartBody } from '../../contract/http/streams.ts'
import { BOARD, KEY_FRAME_INTERVAL_MS, STREAM_PREVIEW_INTERVAL_MS } from '../../contract/limits.ts'
import type { StreamFrame } from '../../contract/socket/stream-frame.ts'
import { streamMessages } from '../../web/lib/messages/streams.ts'
import { ConsoleErrors, expect, expectAccessible, openBrowser } from '../support/e2e/fixtures.ts'
import { freshName, type Member, signInAs } from '../support/e2e/people.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postSketch } from '../support/e2e/sketches.ts'
import { sayInStream, test } from '../support/e2e/stills-stream.ts'
import { button, expectSmallScreen, openMenuItem, switchSources } from '../support/e2e/stream-pages.ts'
import {
  activeDevices,
  allowOnlyCodec,
  captureAudio,
  chooseCamera,
  expectAudibleSound,
  expectCameraPicture,
  expectCanvasMotion,
  expectKeyFrames,
  expectLoaded,
  expectMicrophoneLevel,
  expectStillRate,
  recordSentFrames,
  removeCodecs,
  removeTrackProcessor,
  setPageHidden,
  startStream,
  stopStream,
  throttleTimers,
  trackDevices,
} from '../support/e2e/streams.ts'

type SentFrames = readonly Omit<StreamFrame, 'data'>[]
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

async function post({ request }: Member, path: string, data: object): Promise<void> {
  const reply = await request.post(path, { headers: siteHeaders(), data })
  expect(reply.status(), await reply.text()).toBe(200)
}

async function sendMessage(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Message/ }).fill(text)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log').getByText(text)).toBeVisible()
}

/** Length of the pictures that were sent, in ms. */
const lengthMs = (sent: SentFrames) => (sent.findLast(({ kind }) => kind === 'picture')?.timeUs ?? 0) / 1000

test.describe('visitors [2 §2 Streams]', () => {
  test('visitors see the latest picture of a live stream in open lists, on its page and on the home page', async ({
    page,
    anotherMember,
    streamStills,
  }) => {
    const [name, title] = [freshName('Live'), freshName('Crowd')]
    await page.clock.install()
    await page.goto('/streams')
    await expect(page.getByRole('list', { name: 'Live now' }).getByText('Whiteboard', { exact: true })).toBeVisible()
    const id = await streamStills(await anotherMember(name), { title })
    const card = page.getByRole('link', { name: title })
    await expect(async () => {
      await page.clock.fastForward(STREAM_PREVIEW_INTERVAL_MS)
      await expect(card.locator('img')).toBeVisible({ timeout: 5000 })
    }).toPass()
    await expectLoaded(card.locator('img'))
    await expectAccessible(page)
    await card.click()
    await expect(page).toHaveURL(`/stream/${id}`)
    await expectLoaded(page.getByRole('img', { name: `Live drawing by ${name}` }))
    await expectAccessible(page)
    const live = page.getByRole('list', { name: 'Live now' }).getByRole('link', { name: title })
    await expect(async () => {
      // Visitors share a reply for some seconds.
      await page.goto('/')
      await expect(live.locator('img')).toBeVisible({ timeout: 5000 })
    }).toPass()
    await expectLoaded(live.locator('img'))
    await expect(live).toHaveAttribute('href', `/stream/${id}`)
  })

  test('a card of a new stream shows a skeleton until its first picture', async ({ page, anotherMember }) => {
    const [artist, title] = [await anotherMember(freshName('Live')), freshName('Blank')]
    const data: StreamStartBody = { title, source: 'camera', key: crypto.randomUUID() }
    await post(artist, '/api/v2/stream/start', data)
    await page.goto('/streams')
    const picture = page.getByRole('link', { name: title }).locator('> span').first()
    await expect(picture.locator('img')).toHaveCount(0)
    const skeleton = picture.locator('[aria-hidden="true"]')
    await expect(skeleton).toBeVisible()
    expect(await skeleton.boundingBox()).toEqual(await picture.boundingBox())
  })

  test('a visitor is told to log in to watch a live stream', async ({ page, anotherMember, streamStills }) => {
    await page.goto(`/stream/${await streamStills(await anotherMember(freshName('Live')))}`)
    await expect(page.getByText('You must be logged in to watch a live stream.')).toBeVisible()
  })

  test('the page of a stream links to the sketch that it is about', async ({ page, anotherMember, streamStills }) => {
    const study = freshName('Study')
    const artist = await anotherMember(freshName('Live'))
    const sketchId = await postSketch(artist, { title: study })
    await page.goto(`/stream/${await streamStills(artist, { sketchId })}`)
    await expect(page.getByRole('link', { name: study })).toHaveAttribute('href', `/sketch/${sketchId}`)
  })

  test('a visitor is told to log in to start a stream', async ({ page }) => {
    await page.goto('/stream/sheet')
    await expect(page.getByText('You must be logged in to start a live stream.')).toBeVisible()
  })
})

/** An artist who is live, and a viewer. */
async function openLiveStream(browser: Browser) {
  const errors = new ConsoleErrors()
  const [artist, viewer] = [await openBrowser(browser, errors), await openBrowser(browser, errors)]
  const sent = recordSentFrames(artist)
  const broadcast = await goLive(artist)
  await captureAudio(viewer)
  await watch(viewer, broadcast)
  await expectCameraPicture(viewer, broadcast.picture)
  return { errors, artist, viewer, sent, broadcast }
}

test.describe('a live stream [2 §2 Streams]', () => {
  // A single worker runs these tests, so that they share the stream: encoding costs more than all else.
  test.describe.configure({ mode: 'default' })
  let live: Awaited<ReturnType<typeof openLiveStream>>

  test.beforeAll(async ({ browser }) => {
    live = await openLiveStream(browser)
  })
  test.afterEach(() => {
    expect(live.errors.left(), 'errors on the console').toEqual([])
  })
  test.afterAll(async () => {
    for (const page of [live.artist, live.viewer]) await page.context().close()
  })

  /** Turns on the sound unless an earlier test has. */
  async function turnOnSound({ viewer }: typeof live): Promise<void> {
    const turnOn = button(viewer, 'Turn on sound')
    await expect(turnOn.or(button(viewer, 'Mute'))).toBeVisible()
    if (await turnOn.isVisible()) await turnOn.press('Enter')
    await expect(button(viewer, 'Mute')).toBeVisible()
  }

  test('viewers see the pictures of a live stream move', async () => {
    await expectCanvasMotion(live.viewer, live.broadcast.picture)
  })

  test('viewers hear a live stream once they turn on its sound', async () => {
    const { viewer } = live
    await expect(button(viewer, 'Unmute')).toBeVisible()
    await button(viewer, 'Turn on sound').press('Enter')
    await expect(button(viewer, 'Mute')).toBeFocused()
    await expectAudibleSound(viewer)
    await expectAccessible(viewer)
  })

  test('the artist sees the level of their microphone', async () => {
    await expectMicrophoneLevel(live.artist)
  })

  test('the artist can see what viewers see', async () => {
    const { artist } = live
    await artist.getByText('What viewers see').click()
    await expectCameraPicture(artist, 'What viewers see')
    await expectAccessible(artist)
    await artist.getByText('Your picture').click()
    await expect(artist.locator('video')).toBeVisible()
  })

  test('a stream is encoded in VP9 where the browser can', async () => {
    await expect(live.artist.getByText(/, VP9$/)).toBeVisible()
  })

  test('the artist and viewers see how many members watch and have watched', async ({
    anotherMember,
    watchBySocket,
  }) => {
    await watchBySocket(await anotherMember(freshName('Viewer')), live.broadcast.id)
    for (const page of [live.artist, live.viewer]) {
      await expect(page.getByText(/2 watching/)).toBeVisible()
      await expect(page.getByText(/\b2 views$/)).toBeVisible()
    }
  })

  test('messages of viewers appear in the chat beside the stream', async () => {
    await sendMessage(live.viewer, 'Which brush is that?')
    await expect(live.artist.getByRole('log').getByText('Which brush is that?')).toBeVisible()
  })

  test('the key M mutes a stream even while its volume slider has the focus', async () => {
    const { viewer } = live
    await turnOnSound(live)
    const volume = viewer.getByRole('slider', { name: 'Volume' })
    await volume.fill('40')
    await volume.press('m')
    await expect(button(viewer, 'Unmute')).toBeVisible()
    await expect(volume).toHaveValue('0')
    await volume.press('m')
    await expect(volume).toHaveValue('40')
    await volume.press('ArrowRight')
    await expect(volume).toHaveValue('45')
  })

  test('the key F shows the stream in full screen until it is pressed again', async () => {
    const { viewer } = live
    await viewer.keyboard.press('f')
    await expect(button(viewer, 'Leave full screen')).toBeVisible()
    await viewer.keyboard.press('f')
    await expect(button(viewer, 'Full screen')).toBeVisible()
  })

  test('the key P shows the stream in a small window until it is pressed again', async () => {
    const { viewer } = live
    const hasSmallWindow = () => viewer.evaluate(() => document.pictureInPictureElement !== null)
    await viewer.keyboard.press('p')
    await expect.poll(hasSmallWindow).toBe(true)
    await viewer.keyboard.press('p')
    await expect.poll(hasSmallWindow).toBe(false)
  })

  test('the key C moves the focus to the chat', async () => {
    const { viewer } = live
    await viewer.keyboard.press('c')
    await expect(viewer.getByRole('textbox', { name: /^Message/ })).toBeFocused()
    await viewer.getByRole('textbox', { name: /^Message/ }).blur()
  })

  test('the canvas view shows one pixel of the stream per CSS pixel', async () => {
    const { viewer } = live
    const canvasView = button(viewer, 'Canvas view')
    await canvasView.click()
    await expect(canvasView).toHaveAttribute('aria-pressed', 'true')
    const canvas = viewer.getByRole('img', { name: live.broadcast.picture })
    const width = await canvas.evaluate(({ width }: HTMLCanvasElement) => width)
    await expect.poll(async () => (await canvas.boundingBox())?.width).toBe(width)
    await canvasView.click()
  })

  test('a viewer chooses between smooth motion and the lowest delay', async () => {
    const { viewer } = live
    await (await openMenuItem(viewer, 'Smooth motion')).click()
    await (await openMenuItem(viewer, 'Lowest delay')).click()
    await expect(await openMenuItem(viewer, 'Smooth motion')).toBeVisible()
    await viewer.keyboard.press('Escape')
  })

  test('a viewer reports a stream at the moment shown', async () => {
    const { viewer } = live
    await (await openMenuItem(viewer, 'Report')).click()
    const dialog = viewer.getByRole('dialog', { name: /^Report/ })
    await expect(dialog.getByText(/^A gloperator will look at the stream at \d+:\d\d\.$/)).toBeVisible()
    await dialog.getByLabel(/^What’s wrong/).fill('Rude drawing.')
    const sent = viewer.waitForRequest('**/api/v2/report')
    await dialog.getByRole('button', { name: 'Report' }).click()
    expect((await sent).postDataJSON()).toMatchObject({ details: 'Rude drawing.', seconds: expect.any(Number) })
    await expect(viewer.getByText('Thanks for your report, it will be reviewed by a gloperator.')).toBeVisible()
  })

  test('all controls of a viewer fit into a window of 320 px', async () => {
    await turnOnSound(live)
    await expectSmallScreen(live.viewer)
  })

  test('key frames begin a stream and follow at most four seconds apart [2 §9]', async () => {
    await expect.poll(() => lengthMs(live.sent)).toBeGreaterThan(KEY_FRAME_INTERVAL_MS * 2)
    expectKeyFrames(live.sent)
  })

  test('an encoded stream has stills for lists', () => {
    expect(live.sent.filter(({ kind }) => kind === 'still')[0]?.timeUs).toBeLessThan(STREAM_PREVIEW_INTERVAL_MS * 1000)
  })

  test('viewers see that the artist paused until the stream resumes', async () => {
    const { artist, viewer } = live
    await button(artist, 'Pause').click()
    await expect(viewer.getByText('The artist paused the stream.')).toBeVisible()
    await button(artist, 'Resume').click()
    await expect(viewer.getByText('The artist paused the stream.')).toBeHidden()
    await expectCanvasMotion(viewer, live.broadcast.picture)
  })

  test('viewers see the new source after the artist replaced a closed one', async () => {
    const { artist, viewer, broadcast } = live
    await switchSources(artist)
    await expect(viewer.getByRole('img', { name: broadcast.picture })).toHaveAttribute('width', String(BOARD.width))
  })

  test("a stream and its chapters continue after a reload of the artist's page", async () => {
    const { artist, viewer, broadcast } = live
    await turnOnSound(live)
    await artist.getByLabel('Start a new chapter').fill('Colour')
    await button(artist, 'Add').click()
    await expect(artist.getByRole('list', { name: 'Chapters' })).toContainText('Colour')

    await artist.goto(`/stream/${broadcast.id}`)
    await expect(viewer.getByText(/The artist lost connection/)).toBeVisible()
    await artist.getByRole('link', { name: 'Resume your stream' }).click()
    await chooseCamera(artist)
    await artist.getByLabel('Microphone').check()
    await button(artist, 'Resume').click()
    await expect(artist.getByRole('list', { name: 'Chapters' })).toContainText('Colour')
    await expect(viewer.getByText(/The artist lost connection/)).toBeHidden()
    await expectCanvasMotion(viewer, broadcast.picture)
    await expectAudibleSound(viewer)
  })
})

test('a browser that encodes only H.264 publishes and plays it [2 §2 Streams]', async ({ page }) => {
  await allowOnlyCodec(page, 'avc1')
  await goLive(page)
  await expect(page.getByText(/, H\.264$/)).toBeVisible({ timeout: 30_000 })
  await page.getByText('What viewers see').click()
  await expectCameraPicture(page, 'What viewers see')
})

test('a browser that encodes none of the codecs of streams says so and sends stills [2 §2 Streams]', async ({
  page,
}) => {
  await allowOnlyCodec(page, 'none')
  await goLive(page)
  await expect(page.getByText(streamMessages.stillsInstead)).toBeVisible()
  await expect(page.getByText('Stills', { exact: true })).toBeVisible()
})

test('browsers without codecs publish and play stills and sound files', async ({ page, anotherBrowser }) => {
  const sent = recordSentFrames(page)
  await removeCodecs(page)
  await throttleTimers(page)
  const { id, nameOfArtist, picture } = await goLive(page)
  await expect(page.getByText('viewers see stills')).toBeVisible()
  const viewer = await anotherBrowser()
  await removeCodecs(viewer)
  await captureAudio(viewer)
  await watch(viewer, { id })
  await expectCameraPicture(viewer, picture)
  await expectCanvasMotion(viewer, picture)
  await button(viewer, 'Unmute').click()
  await expectAudibleSound(viewer)
  await stopStream(page)
  expectStillRate(sent)
  await post(page, '/api/v2/stream/replay', { id, keep: true })
  await viewer.goto(`/stream/${id}`)
  await expectCameraPicture(viewer, `Drawing by ${nameOfArtist}`)
})

test('an artist whose browser pauses the picture of hidden tabs is told so [2 §2 Streams]', async ({ page }) => {
  await removeTrackProcessor(page)
  await goLive(page)
  const notice = page.getByText('Your browser pauses the picture while this tab is hidden.')
  await expect(notice).toBeHidden()
  const title = await page.title()
  await setPageHidden(page, true)
  await expect(notice).toBeVisible()
  await expect(page).toHaveTitle(/^Picture paused/)
  await expectAccessible(page)
  await setPageHidden(page, false)
  await expect(notice).toBeHidden()
  await expect(page).toHaveTitle(title)
  await expect(page.getByText('Viewers saw a still picture while this tab was hidden.')).toBeVisible()
  await stopStream(page)
})

test.describe('the end of a stream [2 §2 Streams]', () => {
  /** Ends a stream of stills on `page`, where its artist logs in. */
  async function stopOnPage(page: Page, nameOfArtist: string): Promise<void> {
    await signInAs(page, nameOfArtist, '/stream/sheet')
    await stopStream(page)
  }

  test('viewers of an ended stream are offered its replay', async ({ page, anotherMember, streamStills }) => {
    const name = freshName('Live')
    const artist = await anotherMember(name)
    const id = await streamStills(artist)
    await page.clock.install()
    await watch(page, { id })
    await expectCameraPicture(page, `Live drawing by ${name}`)
    await post(artist, '/api/v2/stream/end', { id })
    await expect(page.getByText('This stream has ended. No replay yet.')).toBeVisible()
    const more = page.getByRole('link', { name: `More by ${name}` })
    await expect(more).toHaveAttribute('href', /^\/user\/\d+$/)
    await post(artist, '/api/v2/stream/replay', { id, keep: true })
    const watchReplay = button(page, 'Watch the replay')
    await expect(async () => {
      await page.clock.fastForward(DECISION_INTERVAL_MS)
      await expect(watchReplay).toBeVisible({ timeout: 5000 })
    }).toPass()
    await watchReplay.click()
    await expectCameraPicture(page, `Drawing by ${name}`)
  })

  test('the chat stays open for viewers of an ended stream', async ({ page, anotherMember, streamStills }) => {
    const name = freshName('Live')
    const artist = await anotherMember(name)
    const id = await streamStills(artist)
    await watch(page, { id })
    await expectCameraPicture(page, `Live drawing by ${name}`)
    await post(artist, '/api/v2/stream/end', { id })
    await expect(page.getByText('This stream has ended. No replay yet.')).toBeVisible()
    await sendMessage(page, 'Thanks for that')
  })

  test('publishing the recording replaces the page after the end in the history', async ({
    page,
    anotherMember,
    streamStills,
  }) => {
    const name = freshName('Live')
    const id = await streamStills(await anotherMember(name))
    await stopOnPage(page, name)
    await expectAccessible(page)
    const before = await page.evaluate(() => history.length)
    await button(page, 'Publish as a replay').click()
    await expect(page).toHaveURL(`/stream/${id}`)
    await expectCameraPicture(page, `Drawing by ${name}`)
    expect(await page.evaluate(() => history.length)).toBe(before)
  })

  test('a stream whose recording was deleted has no replay', async ({ page, anotherMember, streamStills }) => {
    const name = freshName('Live')
    const id = await streamStills(await anotherMember(name))
    await stopOnPage(page, name)
    await button(page, 'Delete recording').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL('/streams')
    await page.goto(`/stream/${id}`)
    await expect(page.getByText('This stream has ended. No replay available.')).toBeVisible()
  })
})

/** Interval at which the page of an ended stream checks for a replay. */
const DECISION_INTERVAL_MS = 15_000

/** Length of replays of stills. */
const LONG_REPLAY_MS = 10_000

/** Long enough for the watched parts of a replay at double speed, on a busy machine too. */
const WATCHED_REPLAY_MS = 6000

test.describe('replays [2 §2 Streams]', () => {
  test('a replay plays the picture and sound of its stream, also at double speed', async ({ page }) => {
    const sent = recordSentFrames(page)
    await captureAudio(page)
    const { id, nameOfArtist } = await goLive(page)
    await expect.poll(() => lengthMs(sent), { timeout: 30_000 }).toBeGreaterThan(WATCHED_REPLAY_MS)
    await stopStream(page)
    await post(page, '/api/v2/stream/replay', { id, keep: true })
    await page.goto(`/stream/${id}`)
    const replay = `Drawing by ${nameOfArtist}`
    await expectCameraPicture(page, replay)
    await expectAudibleSound(page, async () => {
      await button(page, 'Play the replay').press('Enter')
      await expect(button(page, 'Pause')).toBeFocused()
      await expectCanvasMotion(page, replay)
    })
    await button(page, 'Double speed').click()
    await expect(button(page, 'Double speed')).toHaveAttribute('aria-pressed', 'true')
    const startAgain = async () => {
      await page.keyboard.press('0')
      await expectCanvasMotion(page, replay)
    }
    await expectAudibleSound(page, startAgain, button(page, 'Play'))
  })

  /** Ends a stream and publishes its recording. */
  async function publishReplay(artist: Member, id: number): Promise<void> {
    await post(artist, '/api/v2/stream/end', { id })
    await post(artist, '/api/v2/stream/replay', { id, keep: true })
  }

  const momentOf = (page: Page) => page.getByRole('slider', { name: 'Moment' })

  test('the key K, the space key and a press on the picture play and pause a replay', async ({
    page,
    anotherMember,
    streamStills,
  }) => {
    const name = freshName('Live')
    const artist = await anotherMember(name)
    const id = await streamStills(artist, {}, { lengthMs: LONG_REPLAY_MS })
    await publishReplay(artist, id)
    await page.goto(`/stream/${id}`)
    await button(page, 'Play the replay').click()
    const [play, pause] = [button(page, 'Play'), button(page, 'Pause')]
    await expect(pause).toBeVisible()
    await page.keyboard.press('k')
    await expect(play).toBeVisible()
    await page.getByRole('img', { name: `Drawing by ${name}` }).click()
    await expect(pause).toBeVisible()
    await page.keyboard.press('Space')
    await expect(play).toBeVisible()
  })

  test('digits and arrow keys seek in a replay, also while its slider has the focus', async ({
    page,
    anotherMember,
    streamStills,
  }) => {
    const artist = await anotherMember(freshName('Live'))
    const id = await streamStills(artist, {}, { lengthMs: LONG_REPLAY_MS })
    await publishReplay(artist, id)
    await page.goto(`/stream/${id}`)
    await expect(button(page, 'Play the replay')).toBeVisible()
    const moment = momentOf(page)
    await page.keyboard.press('3')
    await expect(moment).toHaveValue('3000')
    await page.keyboard.press('0')
    await expect(moment).toHaveValue('0')
    await page.keyboard.press('ArrowRight')
    await expect(moment).toHaveValue('5000')
    await moment.fill('2000')
    await moment.press('ArrowRight')
    await expect(moment).toHaveValue('7000')
  })

  test('the key M mutes a replay', async ({ page, anotherMember, streamStills }) => {
    const artist = await anotherMember(freshName('Live'))
    const id = await streamStills(artist)
    await publishReplay(artist, id)
    await page.goto(`/stream/${id}`)
    await expect(button(page, 'Mute')).toBeVisible()
    await page.keyboard.press('m')
    await expect(button(page, 'Unmute')).toBeVisible()
  })

  test('the chat of a replay follows its position', async ({ page, anotherMember, streamStills }) => {
    const artist = await anotherMember(freshName('Live'))
    const id = await streamStills(artist, {}, { lengthMs: LONG_REPLAY_MS })
    // Lines are placed by whole seconds.
    const startedBy = Date.now()
    await expect.poll(() => Date.now() - startedBy).toBeGreaterThan(1000)
    await sayInStream(artist, id, 'Which brush is that?')
    await publishReplay(artist, id)
    await page.goto(`/stream/${id}`)
    await expect(button(page, 'Play the replay')).toBeVisible()
    const line = page.getByRole('log').getByText('Which brush is that?')
    await momentOf(page).press('End')
    await expect(line).toBeVisible()
    await expectAccessible(page)
    await momentOf(page).press('Home')
    await expect(line).toBeHidden()
  })

  test('the artist edits the chapters of a replay, which then seek to their times', async ({
    page,
    anotherMember,
    streamStills,
  }) => {
    const name = freshName('Live')
    const artist = await anotherMember(name)
    const id = await streamStills(artist, {}, { lengthMs: LONG_REPLAY_MS })
    await publishReplay(artist, id)
    await post(artist, '/api/v2/stream/chapters', { id, chapters: [{ atMs: 2000, title: 'Colour' }] })
    await signInAs(page, name, `/stream/${id}`)
    await (await openMenuItem(page, 'Edit')).click()
    const chapters = page.getByRole('textbox', { name: 'Chapters' })
    await expect(chapters).toHaveValue('0:02 Colour')
    await chapters.fill('0:00 Lines\n0:03 Shades')
    await button(page, 'Save').click()
    await button(page, '0:03 Shades').click()
    await expect(momentOf(page)).toHaveValue('3000')
  })

  test('the artist can delete a replay', async ({ page, anotherMember, streamStills }) => {
    const name = freshName('Live')
    const artist = await anotherMember(name)
    const id = await streamStills(artist)
    await publishReplay(artist, id)
    await signInAs(page, name, `/stream/${id}`)
    await (await openMenuItem(page, 'Delete replay')).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No replay available.')).toBeVisible()
  })
})

test.describe('publishers [2 §2 Streams]', () => {
  test('a publisher whose stream was taken over in another window is told at once', async ({ page }) => {
    await trackDevices(page)
    await goLive(page)
    const second = await page.context().newPage()
    await second.goto('/stream/sheet')
    await button(second, 'Resume').click()
    await expect(button(second, 'Screen or window'), 'a source is needed first').toBeFocused()
    await chooseCamera(second)
    await button(second, 'Resume').click()
    await expect(page.getByText('You’re streaming from another window now.')).toBeVisible()
    await expect.poll(() => activeDevices(page), 'camera and microphone are switched off').toBe(0)
    await expect(button(page, 'Pause')).toBeHidden()
    await expect(second.getByText(/, VP9$/)).toBeVisible()
  })

  test('a publisher whose stream ended while they were offline is told when they are back', async ({ page }) => {
    await trackDevices(page)
    const { id } = await goLive(page)
    await expect(page.getByText(/, VP9$/), 'the connection is open').toBeVisible()
    await page.context().setOffline(true)
    await expect(page.getByText(/The stream ends if it isn’t back/)).toBeVisible()
    await expect(page.getByText('Offline', { exact: true })).toBeVisible()
    await post(page, '/api/v2/stream/end', { id })
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { name: 'This stream has ended.' })).toBeVisible()
    await expect.poll(() => activeDevices(page), 'camera and microphone are switched off').toBe(0)
  })

  test('the last picture of a stream can be posted with its replay, also after a reload', async ({ page }) => {
    const title = freshName('Crowd')
    const sent = recordSentFrames(page)
    const { id } = await goLive(page, title)
    await expect.poll(() => lengthMs(sent), 'there is something to record').toBeGreaterThan(1000)
    await stopStream(page)
    await page.reload()
    await expect(page.getByText(title)).toBeVisible()
    await expect(page.getByRole('img', { name: 'The end of the stream' })).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Also post the last picture as a sketch').click()
    await expect(page.getByLabel('Title')).toHaveValue(title)
    await page.getByText('No', { exact: true }).click()
    await button(page, 'Post').click()
    await expect(page.getByText('Posted.')).toBeVisible()
    await page.goto(`/stream/${id}`)
    await expect(page.getByRole('main').getByRole('link', { name: title })).toHaveAttribute('href', /^\/sketch\/\d+$/)
  })
})
