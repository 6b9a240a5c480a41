import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import {
  devicesOn,
  expectCamera,
  expectMotion,
  expectTone,
  listenTo,
  rememberDevices,
  startStream,
  stopStream,
  withoutCoders,
} from '../support/e2e/streams.ts'

test('visitors see what is live, and are told to log in to watch or to start [2 §2 Streams]', async ({
  page,
  anotherBrowser,
}) => {
  const artist = await anotherBrowser()
  await signInAs(artist, freshName('Open'))
  const title = freshName('Crowd')
  const id = await startStream(artist, title)
  await page.goto('/streams')
  await expect(page.getByRole('heading', { name: 'Streams', exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Live now' }).getByText('Whiteboard', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: title })).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  await page.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(`/stream/${id}`)
  await expect(page.getByText('You must be logged in to watch a live stream.')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/stream/sheet')
  await expect(page.getByText('You must be logged in to start a live stream.')).toBeVisible()
  await stopStream(artist)
})

test('a member is live: others see, hear and talk, and it goes on after a reload [2 §2 Streams]', async ({
  page,
  anotherBrowser,
}) => {
  test.setTimeout(120_000)
  const nameOfArtist = freshName('Live')
  await signInAs(page, nameOfArtist)
  const id = await startStream(page, 'Market crowd')
  const picture = `Live drawing by ${nameOfArtist}`

  const one = await anotherBrowser()
  await listenTo(one)
  await signInAs(one, freshName('One'), `/stream/${id}`)
  await expectCamera(one, picture)
  await expectMotion(one, picture)
  await expect(one.getByRole('button', { name: 'Unmute' })).toBeVisible()
  await one.getByRole('button', { name: 'Turn on sound' }).press('Enter')
  await expect(one.getByRole('button', { name: 'Mute', exact: true })).toBeFocused()
  await expectTone(one)
  await expectAccessible(one)
  await one.getByRole('button', { name: 'Canvas view' }).click()
  await expect(one.getByRole('button', { name: 'Canvas view' })).toHaveAttribute('aria-pressed', 'true')
  await one.getByRole('button', { name: 'Full screen' }).click()
  await one.getByRole('button', { name: 'Leave full screen' }).click()

  const late = await anotherBrowser()
  await signInAs(late, freshName('Late'), `/stream/${id}`)
  await expectCamera(late, picture)
  for (const who of [one, late, page]) await expect(who.getByText(/2 watching/)).toBeVisible()

  await late.getByLabel('Message').fill('Which brush is that?')
  await late.keyboard.press('Enter')
  await expect(page.getByRole('log').getByText('Which brush is that?')).toBeVisible()
  await page.getByLabel('Chapter that begins now').fill('Colour')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByText('What viewers see').click()
  await expectCamera(page, 'What viewers see')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(one.getByText('The artist has paused the stream.')).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(one.getByText('The artist has paused the stream.')).toBeHidden()
  await expectMotion(one, picture)

  await page.goto(`/stream/${id}`)
  await expect(one.getByText(/The artist has lost the connection/)).toBeVisible()
  await page.getByRole('link', { name: 'Go on with your stream' }).click()
  await page.getByRole('button', { name: 'Camera' }).click()
  await page.getByLabel('Microphone').check()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(one.getByText(/The artist has lost the connection/)).toBeHidden()
  for (const who of [one, late]) await expectMotion(who, picture)
  await expectTone(one)

  await stopStream(page)
  for (const who of [one, late]) await expect(who.getByText('This stream has ended.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep a replay' }).click()
  await expect(page).toHaveURL(`/stream/${id}`)

  await listenTo(late)
  await late.goto(`/stream/${id}`)
  const replay = `Drawing by ${nameOfArtist}`
  await expectCamera(late, replay)
  await late.getByRole('button', { name: 'Play', exact: true }).click()
  await expectMotion(late, replay)
  await expectTone(late)
  await late.getByRole('button', { name: /Colour/ }).click()
  await expect(late.getByRole('log').getByText('Which brush is that?')).toBeVisible()
  await late.getByRole('button', { name: 'Pause' }).click()
  const moment = late.getByRole('slider', { name: 'Moment' })
  await late.keyboard.press('0')
  await expect(moment).toHaveValue('0')
  await expect(late.getByRole('log').getByText('Which brush is that?')).toBeHidden()
  await late.keyboard.press('ArrowRight')
  await expect(moment).toHaveValue('5000')
  await expectAccessible(late)
})

test('whose stream goes on elsewhere, or ended while they were cut off, is told at once, and their camera is off', async ({
  page,
  anotherBrowser,
}) => {
  test.setTimeout(120_000)
  await rememberDevices(page)
  const nameOfArtist = freshName('Away')
  await signInAs(page, nameOfArtist)
  const id = await startStream(page, 'Two windows')
  const viewer = await anotherBrowser()
  await signInAs(viewer, freshName('Stays'), `/stream/${id}`)

  const second = await page.context().newPage()
  await rememberDevices(second)
  await second.goto('/stream/sheet')
  await second.getByRole('button', { name: 'Go on' }).click()
  await expect(second.getByRole('button', { name: 'Screen or window' })).toBeFocused()
  await second.getByRole('button', { name: 'Camera' }).click()
  await second.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByText('You stream from another window now.')).toBeVisible()
  expect(await devicesOn(page)).toBe(0)
  await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden()

  await expectCamera(viewer, `Live drawing by ${nameOfArtist}`)
  await page.close()
  await second.context().setOffline(true)
  await expect(second.getByText(/If it is not back within half a minute, the stream ends/)).toBeVisible()
  await expect(second.getByText('Offline', { exact: true })).toBeVisible()
  const ended = await second.request.post('/api/v2/stream/end', { headers: siteHeaders(), data: { id } })
  expect(ended.status()).toBe(200)
  await expect(viewer.getByText('This stream has ended. There is no replay yet.')).toBeVisible()
  await viewer.getByLabel('Message').fill('Thanks for that')
  await viewer.keyboard.press('Enter')
  await expect(viewer.getByRole('log').getByText('Thanks for that')).toBeVisible()

  await second.context().setOffline(false)
  await expect(second.getByRole('heading', { name: 'This stream has ended.' })).toBeVisible()
  expect(await devicesOn(second)).toBe(0)
  await second.reload()
  await expect(second.getByText('Two windows')).toBeVisible()
  await expect(second.getByRole('img', { name: 'How it looked last' })).toBeVisible()
  await expect(second.getByRole('button', { name: 'Post the last picture with it' })).toBeVisible()
  await expectAccessible(second)
})

test('browsers without coders send stills and files of sound, and see and hear those', async ({
  page,
  anotherBrowser,
}) => {
  const nameOfArtist = freshName('Still')
  await withoutCoders(page)
  await signInAs(page, nameOfArtist)
  const id = await startStream(page, 'Stills')
  await expect(page.getByText('viewers see stills')).toBeVisible()
  const viewer = await anotherBrowser()
  await withoutCoders(viewer)
  await listenTo(viewer)
  await signInAs(viewer, freshName('Old'), `/stream/${id}`)
  await expectCamera(viewer, `Live drawing by ${nameOfArtist}`)
  await expectMotion(viewer, `Live drawing by ${nameOfArtist}`)
  await viewer.getByRole('button', { name: 'Unmute' }).click()
  await expectTone(viewer)
  await stopStream(page)
})
