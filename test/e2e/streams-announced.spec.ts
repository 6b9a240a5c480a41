import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { toWireTime } from '../../contract/time.ts'
import { expect, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postSketch } from '../support/e2e/sketches.ts'
import { button, openMenuItem } from '../support/e2e/stream-pages.ts'
import { allowOnlyCodec, expectCameraPicture } from '../support/e2e/streams.ts'

/** A gloperator among the seeded people. */
const GLOPERATOR = 'Ines Karlsen'
const HALF_AN_HOUR_MS = 1_800_000

/** Value of a `datetime-local` field. */
function fieldOf(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** Announces a stream that starts in half an hour. */
async function announceStream(page: Page): Promise<{ id: number; title: string }> {
  const title = freshName('Hands')
  const startsAt = toWireTime(Date.now() + HALF_AN_HOUR_MS)
  const data = { title, startsAt, key: crypto.randomUUID() }
  const announced = await page.request.post('/api/v2/stream/announce', { headers: siteHeaders(), data })
  expect(announced.status(), await announced.text()).toBe(200)
  return { id: (await announced.json()).id, title }
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

  test('a member can be reminded of a stream and save it in a calendar', async ({ page, anotherBrowser }) => {
    await signInAs(page, freshName('Soon'))
    const { title } = await announceStream(page)
    const fan = await anotherBrowser()
    await signInAs(fan, freshName('Fan'), '/streams')
    await button(fan, `Remind me of ${title}`).click()
    await expect(fan.getByText('We’ll remind you when it starts.')).toBeVisible()
    await expect(button(fan, `Remind me of ${title}`)).toHaveAttribute('aria-pressed', 'true')
    const [calendar] = await Promise.all([
      fan.waitForEvent('download'),
      fan.getByRole('link', { name: `Calendar file for ${title}` }).click(),
    ])
    expect(await readFile(await calendar.path(), 'utf8')).toContain(`SUMMARY:${title}`)
  })

  test('an artist starts an announced stream with its title, about a sketch', async ({ page, anotherBrowser }) => {
    const study = freshName('Study')
    await allowOnlyCodec(page, 'avc1')
    await signInAs(page, freshName('Soon'))
    const sketch = await postSketch(page, { title: study })
    const { id, title } = await announceStream(page)
    await page.goto('/streams')
    const row = page.getByRole('list', { name: 'Upcoming' }).getByRole('listitem').filter({ hasText: title })
    await row.getByRole('link', { name: 'Start it now' }).click()
    await expect(page.getByLabel('Title')).toHaveValue(title)
    await button(page, 'Camera').click()
    await page.getByLabel('Related sketch (link)').fill(`/sketch/${sketch}`)
    await button(page, 'Start the stream').click()
    await expect(page.getByText(/, H\.264$/)).toBeVisible()
    const fan = await anotherBrowser()
    await signInAs(fan, freshName('Fan'), `/stream/${id}`)
    await expect(fan.getByRole('link', { name: study })).toHaveAttribute('href', `/sketch/${sketch}`)
  })
})

test.describe('staff [2 §6]', () => {
  /** Starts a mature stream on `page`; returns its address. */
  async function startMatureStream(page: Page, nickname: string): Promise<string> {
    await signInAs(page, nickname, '/stream/sheet')
    await button(page, 'Camera').click()
    await page.getByLabel('Title').fill('Hands')
    await page.getByLabel('Mature').check()
    const [started] = await Promise.all([
      page.waitForResponse('**/api/v2/stream/start'),
      button(page, 'Start the stream').click(),
    ])
    return `/stream/${(await started.json()).id}`
  }

  test('a mature stream is shown to members who turned on mature sketches, and to staff', async ({
    page,
    anotherBrowser,
  }) => {
    const nameOfArtist = freshName('Soon')
    const address = await startMatureStream(page, nameOfArtist)
    const [fan, staff] = [await anotherBrowser(), await anotherBrowser()]
    await signInAs(fan, freshName('Fan'), address)
    await expect(fan.getByText('Only members who turned on mature sketches can watch it.')).toBeVisible()
    await signInAs(staff, GLOPERATOR, address)
    await expectCameraPicture(staff, `Live drawing by ${nameOfArtist}`)
    await expect(staff.getByText('This stream is mature. You can watch it because you’re staff.')).toBeVisible()
  })

  test('staff end a stream and hide its replay, until they show it again', async ({ page, anotherBrowser }) => {
    const nameOfArtist = freshName('Ended')
    const address = await startMatureStream(page, nameOfArtist)
    const staff = await anotherBrowser()
    await signInAs(staff, GLOPERATOR, address)
    await expectCameraPicture(staff, `Live drawing by ${nameOfArtist}`)
    await (await openMenuItem(staff, 'End stream')).click()
    await staff.getByLabel('Reason').fill('Not drawn.')
    await button(staff, 'End stream').click()
    await expect(page.getByText('This stream was ended by staff. This replay was hidden by staff.')).toBeVisible()
    await expect(staff.getByText('This replay was hidden by staff.')).toBeVisible()
    await (await openMenuItem(staff, 'Show replay again')).click()
    await button(staff, 'Show').click()
    await expect(staff.getByText('This replay was hidden by staff.')).toBeHidden()
    await (await openMenuItem(staff, 'Hide replay')).click()
    await button(staff, 'Hide').click()
    await expect(staff.getByText('This replay was hidden by staff.')).toBeVisible()
  })
})
