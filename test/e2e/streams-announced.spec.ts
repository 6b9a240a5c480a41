import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { streamPageReply } from '../../contract/http/streams.ts'
import { toWireTime } from '../../contract/time.ts'
import { expect } from '../support/e2e/fixtures.ts'
import { freshName, type Member, signInAs } from '../support/e2e/people.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postSketch } from '../support/e2e/sketches.ts'
import { test } from '../support/e2e/stills-stream.ts'
import { button, openMenuItem } from '../support/e2e/stream-pages.ts'
import { chooseCamera, expectCameraPicture } from '../support/e2e/streams.ts'

/** A gloperator among the seeded people. */
const GLOPERATOR = 'Ines Karlsen'
const HALF_AN_HOUR_MS = 1_800_000

/** Value of a `datetime-local` field. */
function fieldOf(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** Announces a stream that starts in half an hour. */
async function announceStream({ request }: Member): Promise<{ id: number; title: string }> {
  const title = freshName('Hands')
  const startsAt = toWireTime(Date.now() + HALF_AN_HOUR_MS)
  const data = { title, startsAt, key: crypto.randomUUID() }
  const announced = await request.post('/api/v2/stream/announce', { headers: siteHeaders(), data })
  expect(announced.status(), await announced.text()).toBe(200)
  return { id: (await announced.json()).id, title }
}

async function endAsStaff(staff: Member, id: number): Promise<void> {
  const data = { id, reason: 'Not drawn.' }
  const ended = await staff.request.post('/api/v2/stream/end', { headers: siteHeaders(), data })
  expect(ended.status(), await ended.text()).toBe(200)
}

test.describe('announced streams [2 §2 Streams]', () => {
  test('an artist schedules a stream on the page of streams', async ({ page }) => {
    const title = freshName('Hands')
    await signInAs(page, freshName('Soon'), '/streams')
    await button(page, 'Schedule a stream').click()
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Starts (your local time)').fill(fieldOf(Date.now() + HALF_AN_HOUR_MS))
    await button(page, 'Schedule').click()
    await expect(page.getByText('Stream scheduled.')).toBeVisible()
    await expect(
      page.getByRole('list', { name: 'Upcoming' }).getByRole('link', { name: title, exact: true }),
    ).toBeVisible()
  })

  test('a member can be reminded of a stream', async ({ page, anotherMember }) => {
    const { title } = await announceStream(await anotherMember(freshName('Soon')))
    await signInAs(page, freshName('Fan'), '/streams')
    const remind = button(page, `Remind me of ${title}`)
    await remind.click()
    await expect(page.getByText('We’ll remind you when it starts.')).toBeVisible()
    await expect(remind).toHaveAttribute('aria-pressed', 'true')
  })

  test('the link to the artist of a stream is at least 24 px high [WCAG 2.5.8]', async ({ page, anotherMember }) => {
    const artist = freshName('Soon')
    await announceStream(await anotherMember(artist))
    await page.goto('/streams')
    const link = page.getByRole('list', { name: 'Upcoming' }).getByRole('link', { name: artist, exact: true })
    await expect(link).toBeVisible()
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(24)
  })

  test('anyone can save an announced stream in a calendar', async ({ page, anotherMember }) => {
    const { title } = await announceStream(await anotherMember(freshName('Soon')))
    await page.goto('/streams')
    const [calendar] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: `Calendar file for ${title}` }).click(),
    ])
    expect(await readFile(await calendar.path(), 'utf8')).toContain(`SUMMARY:${title}`)
  })

  test('an artist starts an announced stream with its title, about a sketch', async ({ page }) => {
    await signInAs(page, freshName('Soon'))
    const sketch = await postSketch(page)
    const { id, title } = await announceStream(page)
    await page.goto('/streams')
    const row = page.getByRole('list', { name: 'Upcoming' }).getByRole('listitem').filter({ hasText: title })
    await row.getByRole('link', { name: 'Start it now' }).click()
    await expect(page.getByLabel('Title')).toHaveValue(title)
    await chooseCamera(page)
    await page.getByLabel('Related sketch (link)').fill(`/sketch/${sketch}`)
    await button(page, 'Start the stream').click()
    await expect(button(page, 'Stop')).toBeVisible()
    const stream = streamPageReply.parse(await (await page.request.get(`/api/v2/stream/${id}`)).json())
    expect(stream).toMatchObject({ state: 'live', title, sketch: { id: sketch } })
  })
})

test.describe('mature streams [1 §5]', () => {
  test('a mature stream is hidden from members who did not turn on mature sketches', async ({
    page,
    anotherMember,
    streamStills,
  }) => {
    const id = await streamStills(await anotherMember(freshName('Soon')), { mature: true })
    await signInAs(page, freshName('Fan'), `/stream/${id}`)
    await expect(page.getByText('Only members who turned on mature sketches can watch it.')).toBeVisible()
  })

  test('an artist marks a stream as mature before its start', async ({ page }) => {
    await signInAs(page, freshName('Soon'), '/stream/sheet')
    await chooseCamera(page)
    await page.getByLabel('Title').fill('Hands')
    await page.getByLabel('Mature').check()
    const started = page.waitForRequest('**/api/v2/stream/start')
    await button(page, 'Start the stream').click()
    expect((await started).postDataJSON()).toMatchObject({ title: 'Hands', mature: true })
  })
})

async function chooseRule(page: Page, rule: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: /Rule/ }).click()
  await page.getByRole('option', { name: rule }).click()
}

test.describe('staff [2 §6]', () => {
  test('staff who watch a mature stream are told why they can', async ({ page, anotherMember, streamStills }) => {
    const name = freshName('Soon')
    const id = await streamStills(await anotherMember(name), { mature: true })
    await signInAs(page, GLOPERATOR, `/stream/${id}`)
    await expectCameraPicture(page, `Live drawing by ${name}`)
    await expect(page.getByText('This stream is mature. You can watch it because you’re staff.')).toBeVisible()
  })

  test('staff can end a stream with a reason, which hides its replay', async ({
    page,
    anotherMember,
    streamStills,
  }) => {
    const id = await streamStills(await anotherMember(freshName('Ended')))
    await signInAs(page, GLOPERATOR, `/stream/${id}`)
    await (await openMenuItem(page, 'End stream')).click()
    await button(page, 'End stream').click()
    await expect(page.getByText('Choose the rule that was broken.')).toBeVisible()
    await chooseRule(page, 'Not a sketch')
    await page.getByLabel('Reason').fill('Not drawn.')
    await button(page, 'End stream').click()
    await expect(page.getByText('This replay was hidden by staff.')).toBeVisible()
  })

  test('a replay that staff hid can be shown again by them', async ({ page, anotherMember, streamStills }) => {
    const id = await streamStills(await anotherMember(freshName('Ended')))
    await endAsStaff(await anotherMember(GLOPERATOR), id)
    await signInAs(page, GLOPERATOR, `/stream/${id}`)
    const hidden = page.getByText('This replay was hidden by staff.')
    await expect(hidden).toBeVisible()
    await (await openMenuItem(page, 'Show replay again')).click()
    await page.getByLabel('Reason').fill('It is drawn.')
    await button(page, 'Show').click()
    await expect(hidden).toBeHidden()
    await (await openMenuItem(page, 'Hide replay')).click()
    await chooseRule(page, 'Not a sketch')
    await page.getByLabel('Reason').fill('Not drawn.')
    await button(page, 'Hide').click()
    await expect(hidden).toBeVisible()
  })

  test('an artist is told that staff ended their stream and hid its replay', async ({
    page,
    anotherMember,
    streamStills,
  }) => {
    const name = freshName('Ended')
    const id = await streamStills(await anotherMember(name))
    await endAsStaff(await anotherMember(GLOPERATOR), id)
    await signInAs(page, name, `/stream/sheet?ended=${id}`)
    await expect(page.getByText('This stream was ended by staff. This replay was hidden by staff.')).toBeVisible()
  })
})
