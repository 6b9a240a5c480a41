import { readFile } from 'node:fs/promises'
import { expect, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
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

test('a stream is announced, awaited, started about a sketch, and ended and hidden by staff [2 §2 Streams]', async ({
  page,
  anotherBrowser,
}) => {
  test.setTimeout(120_000)
  const [nameOfArtist, title, study] = [freshName('Soon'), freshName('Hands'), freshName('Study')]
  await allowOnlyCodec(page, 'avc1')
  await signInAs(page, nameOfArtist)
  const sketch = await postSketch(page, { title: study })
  await page.goto('/streams')
  await button(page, 'Schedule a stream').click()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Starts (your local time)').fill(fieldOf(Date.now() + HALF_AN_HOUR_MS))
  await button(page, 'Schedule').click()
  await expect(page.getByText('Stream scheduled.')).toBeVisible()

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

  const row = page.getByRole('list', { name: 'Upcoming' }).getByRole('listitem').filter({ hasText: title })
  await row.getByRole('link', { name: 'Start it now' }).click()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await button(page, 'Camera').click()
  await page.getByLabel('Related sketch (link)').fill(`/sketch/${sketch}`)
  await page.getByLabel('Mature').check()
  await button(page, 'Start the stream').click()
  await expect(page.getByText(/, H\.264$/)).toBeVisible()

  await fan.getByRole('link', { name: title, exact: true }).click()
  await expect(fan.getByText('Only members who turned on mature sketches can watch it.')).toBeVisible()
  const staff = await anotherBrowser()
  await signInAs(staff, GLOPERATOR, new URL(fan.url()).pathname)
  await expectCameraPicture(staff, `Live drawing by ${nameOfArtist}`)
  await expect(staff.getByText('This stream is mature. You can watch it because you’re staff.')).toBeVisible()
  await expect(staff.getByRole('link', { name: study })).toHaveAttribute('href', `/sketch/${sketch}`)

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
