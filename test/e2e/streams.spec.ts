import { BOARD, STREAM_PREVIEW_INTERVAL_MS } from '../../contract/limits.ts'
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

test('visitors see live streams, and are told to log in to watch or start one [2 §2 Streams]', async ({
  page,
  anotherBrowser,
}) => {
  const artist = await anotherBrowser()
  const nameOfArtist = freshName('Open')
  const sent = recordSentFrames(artist)
  await signInAs(artist, nameOfArtist)
  const title = freshName('Crowd')
  await page.clock.install()
  await page.goto('/streams')
  await expect(page.getByRole('heading', { name: 'Streams', exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Live now' }).getByText('Whiteboard', { exact: true })).toBeVisible()
  const id = await startStream(artist, title)
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
  await expectLoaded(page.getByRole('img', { name: `Live drawing by ${nameOfArtist}` }))
  await expectAccessible(page)
  await page.goto('/')
  const live = page.getByRole('list', { name: 'Live now' }).getByRole('link', { name: title })
  await expectLoaded(live.locator('img'))
  await live.click()
  await expect(page).toHaveURL(`/stream/${id}`)
  await expectPreviews(sent)
  await page.goto('/stream/sheet')
  await expect(page.getByText('You must be logged in to start a live stream.')).toBeVisible()
  await stopStream(artist)
  await button(artist, 'Delete recording').click()
  await artist.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(artist).toHaveURL('/streams')
  await page.goto(`/stream/${id}`)
  await expect(page.getByText('This stream has ended. No replay available.')).toBeVisible()
})

test('viewers of a live stream see, hear and chat, and the stream continues after a reload [2 §2 Streams]', async ({
  page,
  anotherBrowser,
}) => {
  test.setTimeout(180_000)
  const nameOfArtist = freshName('Live')
  const sent = recordSentFrames(page)
  await signInAs(page, nameOfArtist)
  const id = await startStream(page, 'Market crowd')
  const picture = `Live drawing by ${nameOfArtist}`
  await expectMicrophoneLevel(page)

  const early = await anotherBrowser()
  await captureAudio(early)
  await signInAs(early, freshName('One'), `/stream/${id}`)
  await expectCameraPicture(early, picture)
  await expectCanvasMotion(early, picture)
  await expect(early.getByRole('button', { name: 'Unmute' })).toBeVisible()
  await early.getByRole('button', { name: 'Turn on sound' }).press('Enter')
  await expect(early.getByRole('button', { name: 'Mute', exact: true })).toBeFocused()
  await expectAudibleSound(early)
  await expectAccessible(early)
  await early.getByRole('button', { name: 'Canvas view' }).click()
  await expect(early.getByRole('button', { name: 'Canvas view' })).toHaveAttribute('aria-pressed', 'true')

  const late = await anotherBrowser()
  await signInAs(late, freshName('Late'), `/stream/${id}`)
  await expectCameraPicture(late, picture)
  for (const viewer of [early, late, page]) {
    await expect(viewer.getByText(/2 watching/)).toBeVisible()
    await expect(viewer.getByText(/\b2 views$/)).toBeVisible()
  }

  await late.getByRole('textbox', { name: /^Message/ }).fill('Which brush is that?')
  await late.keyboard.press('Enter')
  await expect(page.getByRole('log').getByText('Which brush is that?')).toBeVisible()
  await page.getByLabel('Start a new chapter').fill('Colour')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByText('What viewers see').click()
  await expectCameraPicture(page, 'What viewers see')
  await expect(page.getByText(/, VP9$/)).toBeVisible()
  await expectAccessible(page)

  await checkViewerControls(early)
  await expectSmallScreen(late)

  expectKeyFrames(sent)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(early.getByText('The artist paused the stream.')).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(early.getByText('The artist paused the stream.')).toBeHidden()
  await expectCanvasMotion(early, picture)

  await switchSources(page)
  await expect(late.getByRole('img', { name: picture })).toHaveAttribute('width', String(BOARD.width))

  await page.goto(`/stream/${id}`)
  await expect(early.getByText(/The artist lost connection/)).toBeVisible()
  await page.getByRole('link', { name: 'Resume your stream' }).click()
  await page.getByRole('button', { name: 'Camera' }).click()
  await page.getByLabel('Microphone').check()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByRole('list', { name: 'Chapters' })).toContainText('Colour')
  await expect(early.getByText(/The artist lost connection/)).toBeHidden()
  for (const viewer of [early, late]) await expectCanvasMotion(viewer, picture)
  await expectAudibleSound(early)

  await stopStream(page)
  for (const viewer of [early, late]) await expect(viewer.getByText('This stream has ended.')).toBeVisible()
  await expect(early.getByRole('link', { name: `More by ${nameOfArtist}` })).toHaveAttribute('href', /^\/user\/\d+$/)
  await expectAccessible(page)
  const steps = () => page.evaluate(() => history.length)
  const before = await steps()
  await page.getByRole('button', { name: 'Publish as a replay' }).click()
  await expect(page).toHaveURL(`/stream/${id}`)
  expect(await steps(), 'back leads to where one was before the stream').toBe(before)
  await (await openMenuItem(page, 'Edit')).click()
  await expect(page.getByRole('textbox', { name: 'Chapters' })).toHaveValue(/^\d+:\d\d Colour$/)
  await page.getByRole('textbox', { name: 'Chapters' }).fill('0:00 Lines\n0:01 Shades')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: '0:01 Shades' })).toBeVisible()

  await captureAudio(late)
  await late.goto(`/stream/${id}`)
  await watchReplay(late, `Drawing by ${nameOfArtist}`)
  await expectAccessible(late)

  await button(early, 'Watch the replay').click()
  await expectCameraPicture(early, `Drawing by ${nameOfArtist}`)

  await (await openMenuItem(page, 'Delete replay')).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No replay available.')).toBeVisible()
  await late.reload()
  await expect(late.getByText('No replay available.')).toBeVisible()
})

test('a publisher whose stream was taken over or has ended is told at once, and their camera is switched off', async ({
  page,
  anotherBrowser,
}) => {
  test.setTimeout(120_000)
  await trackDevices(page)
  const nameOfArtist = freshName('Away')
  await signInAs(page, nameOfArtist)
  const id = await startStream(page, 'Two windows')
  const viewer = await anotherBrowser()
  await signInAs(viewer, freshName('Stays'), `/stream/${id}`)

  const second = await page.context().newPage()
  await trackDevices(second)
  await second.goto('/stream/sheet')
  await second.getByRole('button', { name: 'Resume' }).click()
  await expect(second.getByRole('button', { name: 'Screen or window' })).toBeFocused()
  await second.getByRole('button', { name: 'Camera' }).click()
  await second.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('You’re streaming from another window now.')).toBeVisible()
  expect(await activeDevices(page)).toBe(0)
  await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden()

  await expectCameraPicture(viewer, `Live drawing by ${nameOfArtist}`)
  await page.close()
  await second.context().setOffline(true)
  await expect(second.getByText(/The stream ends if it isn’t back/)).toBeVisible()
  await expect(second.getByText('Offline', { exact: true })).toBeVisible()
  const ended = await second.request.post('/api/v2/stream/end', { headers: siteHeaders(), data: { id } })
  expect(ended.status()).toBe(200)
  await expect(viewer.getByText('This stream has ended. No replay yet.')).toBeVisible()
  await viewer.getByRole('textbox', { name: /^Message/ }).fill('Thanks for that')
  await viewer.keyboard.press('Enter')
  await expect(viewer.getByRole('log').getByText('Thanks for that')).toBeVisible()

  await second.context().setOffline(false)
  await expect(second.getByRole('heading', { name: 'This stream has ended.' })).toBeVisible()
  expect(await activeDevices(second)).toBe(0)
  await second.reload()
  await expect(second.getByText('Two windows')).toBeVisible()
  await expect(second.getByRole('img', { name: 'The end of the stream' })).toBeVisible()
  await expect(second.getByRole('button', { name: 'Also post the last picture as a sketch' })).toBeVisible()
  await expectAccessible(second)
})

test('browsers without codecs publish and play stills and sound files', async ({ page, anotherBrowser }) => {
  const nameOfArtist = freshName('Still')
  const sent = recordSentFrames(page)
  await removeCodecs(page)
  await throttleTimers(page)
  await signInAs(page, nameOfArtist)
  const id = await startStream(page, 'Stills')
  await expect(page.getByText('viewers see stills')).toBeVisible()
  const viewer = await anotherBrowser()
  await removeCodecs(viewer)
  await captureAudio(viewer)
  await signInAs(viewer, freshName('Old'), `/stream/${id}`)
  await expectCameraPicture(viewer, `Live drawing by ${nameOfArtist}`)
  await expectCanvasMotion(viewer, `Live drawing by ${nameOfArtist}`)
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
