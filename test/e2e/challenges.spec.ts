import type { Page } from 'playwright/test'
import { enterChallenge, entryOf, latestChallenge, listedChallenges } from '../support/e2e/challenges.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { scrollPosition } from '../support/e2e/gallery.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { postSketch } from '../support/e2e/sketches.ts'

/** A gloperator among the seeded people. */
const GLOPERATOR = 'Ines Karlsen'
const HALF_AN_HOUR_MS = 1_800_000

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const otherDays = (page: Page) => page.getByRole('navigation', { name: 'Other challenges' })

test('a visitor goes from all challenges to one, to its neighbours and entries, and back to the same place [1 §2]', async ({
  page,
}) => {
  const challenges = await listedChallenges(page)
  const [today, yesterday, before] = challenges
  const place = challenges.findIndex(({ entries }, index) => index > 12 && entries > 0)
  const [later, middle] = [challenges[place - 1], challenges[place]]
  if (!today || !yesterday || !before || !later || !middle) throw new Error('there are too few challenges')
  await page.goto('/challenges')
  const cards = page.getByRole('list', { name: 'Challenges' }).getByRole('link')
  await expect(cards).toHaveCount(challenges.length)
  await expect(cards.first()).toContainText(`${today.title}Today · ${today.entries} entries`)
  await expectAccessible(page)

  const card = page.getByRole('link', { name: middle.title })
  await card.scrollIntoViewIfNeeded()
  const scrolled = await scrollPosition(page)
  expect(scrolled).toBeGreaterThan(0)
  await card.click()
  await expect(heading(page, middle.title)).toBeFocused()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(/^\d+\sentr(y|ies)$/)
  await expectAccessible(page)
  await otherDays(page).getByRole('link', { name: /^Next/ }).click()
  await expect(heading(page, later.title)).toBeVisible()
  await otherDays(page)
    .getByRole('link', { name: /^Previous/ })
    .click()
  await expect(heading(page, middle.title)).toBeVisible()
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/challenges')
  await expect.poll(() => scrollPosition(page)).toBe(scrolled)
  await expect(card).toBeInViewport()

  await page.goto(`/challenge/${today.id}`)
  await expect(otherDays(page).getByRole('link', { name: /^Next/ })).toHaveCount(0)
  await page.getByRole('radio', { name: 'Grid' }).check()
  const tile = page
    .getByRole('list', { name: `Entries of ${today.title}` })
    .locator('a[href^="/sketch/"]')
    .first()
  await expect(
    page
      .getByRole('list', { name: `Entries of ${today.title}` })
      .locator('a[href^="/user/"]')
      .first(),
  ).toBeVisible()
  await tile.click()
  await expect(page).toHaveURL(new RegExp(`/sketch/\\d+\\?in=challenge-${today.id}$`))
  await expect(page.getByText('in a challenge'), 'under the picture on narrow windows').toBeAttached()
  await expect(page.getByRole('definition').getByRole('link', { name: today.title })).toBeVisible()
  await page
    .getByRole('link', { name: /^Next sketch/ })
    .first()
    .click()
  await page.goBack()
  await expect(heading(page, today.title)).toBeVisible()
  await otherDays(page).getByRole('link', { name: 'Browse past challenges' }).click()
  await expect(page).toHaveURL('/challenges')
  await button(page, 'Suggest a challenge').click()
  await expect(page.getByRole('heading', { name: 'Sign in to Croquis' })).toBeVisible()
})

test('a search for challenges is part of the address, and an empty search is not sent [1 §2], [1 §5]', async ({
  page,
}) => {
  await page.goto('/challenges')
  await page.getByRole('searchbox', { name: 'Search challenges' }).press('Enter')
  await expect(page).toHaveURL('/challenges')
  await page.getByRole('searchbox', { name: 'Search challenges' }).fill('heron')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/challenges/search?query=heron')
  await expect(page.getByRole('list', { name: 'Challenges found' }).getByRole('link')).toHaveText([
    /^Something that waits/,
  ])
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Words' }).fill('zeppelin')
  await button(page, 'Search').click()
  await expect(page.getByText('No challenge matches zeppelin.')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('searchbox', { name: 'Words' })).toHaveValue('heron')
  await expect(page.getByRole('link', { name: 'Something that waits' })).toBeVisible()
})

test('a challenge without entries shows a message [1 §8]', async ({ page }) => {
  const empty = (await listedChallenges(page)).find(({ entries }) => entries === 0)
  if (!empty) throw new Error('every challenge has entries')
  await page.goto(`/challenge/${empty.id}`)
  await expect(page.getByText('No entries yet, you should make one!')).toBeVisible()
  await expectAccessible(page)
})

test('an unknown challenge is not found [1 §8]', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/status of 404/)
  for (const path of ['/challenge/999999', '/challenge/none', '/challenges/none', '/challenges/queue']) {
    await page.goto(path)
    await expect(page.getByText("Sorry, we couldn't find the page you're looking for.")).toBeVisible()
  }
})

test('a member suggests a challenge, and staff edit, queue, move and decline suggestions [1 §6]', async ({
  page,
  anotherBrowser,
}) => {
  const member = freshName('Muse')
  const [idea, other, title] = [freshName('Rain'), freshName('Snow'), freshName('Late rain')]
  await signInAs(page, member, '/challenges')
  for (const title of [idea, other]) {
    await button(page, 'Suggest a challenge').click()
    await page.getByRole('textbox', { name: 'Title' }).fill(title)
    await page.getByRole('textbox', { name: 'Description' }).fill('As seen from a window.')
    if (title === idea) await expectAccessible(page)
    await button(page, 'Suggest').click()
    await expect(page.getByText('Thanks for your suggestion!')).toBeVisible()
    await expect(button(page, 'Suggest a challenge')).toBeFocused()
  }
  await page.goto('/challenges/queue')
  await expect(page.getByText("Sorry, we couldn't find the page you're looking for.")).toBeVisible()

  const staff = await anotherBrowser()
  await signInAs(staff, GLOPERATOR, '/challenges')
  await staff.getByRole('link', { name: 'Queue' }).click()
  const queue = staff.getByRole('list', { name: 'Upcoming' })
  const row = (title: string) => queue.getByRole('listitem').filter({ hasText: title })
  await expectAccessible(staff)
  await button(staff, `Accept ${idea}`).click()
  await staff.getByRole('textbox', { name: 'Title' }).fill(title)
  await expectAccessible(staff)
  await button(staff, 'Accept').click()
  await expect(row(title)).toContainText('As seen from a window.')
  await expect(row(title)).toContainText(`Suggested by ${member}`)
  await expect(heading(staff, 'Challenge queue'), 'what was pressed is gone').toBeFocused()
  await button(staff, `Decline ${other}`).click()
  await staff.getByLabel('Reason').fill('Said already.')
  await button(staff, 'Decline').click()
  await expect(button(staff, `Accept ${other}`)).toHaveCount(0)

  const place = () =>
    queue
      .getByRole('heading')
      .evaluateAll((headings, wanted) => headings.findIndex((heading) => heading.textContent === wanted), title)
  const last = await place()
  const later = button(staff, `Move ${title} later`)
  await expect(later).toHaveAttribute('aria-disabled', 'true')
  const earlier = button(staff, `Move ${title} earlier`)
  await earlier.focus()
  await staff.keyboard.press('Enter')
  await expect(earlier).toBeFocused()
  await expect.poll(place).toBe(last - 1)
  await expect(staff.getByRole('status').filter({ hasText: `${title} starts on` })).toBeAttached()
  await staff.reload()
  await expect.poll(place).toBe(last - 1)

  await button(staff, `Edit ${title}`).click()
  await staff.getByRole('textbox', { name: 'Description' }).fill('Through glass.')
  await button(staff, 'Save').click()
  await expect(row(title)).toContainText('Through glass.')
  await expect(button(staff, `Edit ${title}`)).toBeFocused()
  await button(staff, `Remove ${title}`).click()
  await button(staff, 'Remove').click()
  await expect(row(title)).toHaveCount(0)
  await button(staff, 'Add one').click()
  await staff.getByRole('textbox', { name: 'Title' }).fill(title)
  await button(staff, 'Add').click()
  await expect(row(title)).toContainText(`Suggested by ${GLOPERATOR}`)
})

test('a member enters a sketch on the page of a challenge, sees it there, and withdraws it [1 §4], [1 §5]', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 409/)
  const [today, yesterday] = await listedChallenges(page)
  if (!today || !yesterday) throw new Error('there are too few challenges')
  await signInAs(page, freshName('Entrant'))
  await page.goto(`/challenge/${today.id}`)
  await button(page, 'Enter a sketch').click()
  await expect(page.getByText('You have no sketches to enter yet.')).toBeVisible()
  await button(page, 'Cancel').click()
  const [taken, title] = [freshName('Taken'), freshName('Patience')]
  await enterChallenge(page, yesterday.id, await postSketch(page, { title: taken }))
  const sketch = await postSketch(page, { title })
  await postSketch(page, { title: 'Only by link', unlisted: true })

  await page.goto(`/challenge/${today.id}`)
  await button(page, 'Enter a sketch').click()
  const own = page.getByRole('list', { name: 'Your sketches' })
  await expect(own.getByRole('button')).toHaveText([title, taken])
  await expectAccessible(page)
  await own.getByRole('button', { name: taken }).click()
  await button(page, 'Enter').click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    'There was a problem entering this competition/challenge: This sketch is already in another challenge.',
  )
  await own.getByRole('button', { name: title }).click()
  await expect(page.getByRole('dialog')).toContainText(`Enter ${title} in ${today.title}?`)
  await expectAccessible(page)
  await button(page, 'Enter').click()
  await expect(page.getByText(`Entered in ${today.title}.`)).toBeVisible()
  await expect(entryOf(page, today, sketch)).toBeVisible()
  await expect(button(page, 'Enter a sketch')).toBeFocused()
  await expectAccessible(page)

  await button(page, `Remove ${title} from the challenge`).click()
  await expect(page.getByRole('alertdialog')).toContainText('Your sketch is kept.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(`Removed from ${today.title}.`)).toBeVisible()
  await expect(entryOf(page, today, sketch)).toHaveCount(0)
  await expect(heading(page, today.title), 'what was pressed is gone').toBeFocused()
})

test('an artist enters a sketch on its own page, and staff remove it with a reason [1 §4], [1 §6]', async ({
  page,
  anotherBrowser,
}) => {
  const [today, yesterday] = await listedChallenges(page)
  if (!today || !yesterday) throw new Error('there are too few challenges')
  await signInAs(page, freshName('Artist'))
  const unlisted = await postSketch(page, { title: 'Only by link', unlisted: true })
  const sketch = await postSketch(page, { title: freshName('Waits') })
  await page.goto(`/sketch/${unlisted}`)
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible()
  await expect(button(page, 'Enter challenge')).toHaveCount(0)

  await page.goto(`/sketch/${sketch}`)
  await button(page, 'Enter challenge').click()
  await expect(page.getByRole('dialog')).toContainText(`${today.title}, Today`)
  await expectAccessible(page)
  await button(page, 'Enter').click()
  const fact = page.getByRole('definition').getByRole('link', { name: today.title })
  await expect(fact).toHaveAttribute('href', `/challenge/${today.id}`)
  await expect(button(page, 'Remove from challenge')).toBeFocused()
  await expectAccessible(page)
  await button(page, 'Remove from challenge').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(fact).toHaveCount(0)
  await expect(button(page, 'Enter challenge')).toBeFocused()

  await button(page, 'Enter challenge').click()
  await page.getByRole('dialog').getByLabel('Challenge', { exact: true }).click()
  await page.getByRole('option', { name: yesterday.title }).click()
  await button(page, 'Enter').click()
  await page.getByRole('definition').getByRole('link', { name: yesterday.title }).click()
  await expect(entryOf(page, yesterday, sketch)).toBeVisible()

  const staff = await anotherBrowser()
  await signInAs(staff, GLOPERATOR, `/sketch/${sketch}`)
  await button(staff, 'Staff').click()
  await button(staff, 'Remove from challenge').click()
  await staff.getByRole('dialog').getByLabel('Reason').fill('It is older than the challenge.')
  await expectAccessible(staff)
  await staff.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(staff.getByText(`Removed from ${yesterday.title}.`)).toBeVisible()
  await expect(button(staff, 'Remove from challenge')).toHaveCount(0)
  await expect(staff.getByRole('heading', { level: 1 }), 'what was pressed is gone').toBeFocused()
  await page.goto(`/sketch/${sketch}`)
  await expect(button(page, 'Enter challenge')).toBeVisible()
})

test('a stream about a challenge links to it, and the challenge links to the stream [2 §2 Streams]', async ({
  page,
}) => {
  const today = await latestChallenge(page)
  const title = freshName('Waiting')
  await signInAs(page, freshName('Streamer'), `/challenge/${today.id}`)
  await page.getByRole('link', { name: 'Stream this challenge' }).click()
  await expect(page).toHaveURL(`/stream/sheet?challenge=${today.id}`)
  await expect(page.getByText(`${today.title}, `).first()).toBeAttached()

  await page.goto('/streams')
  await button(page, 'Schedule a stream').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill(title)
  const begins = new Date(Date.now() + HALF_AN_HOUR_MS - new Date().getTimezoneOffset() * 60_000)
  await dialog.getByLabel('Starts (your local time)').fill(begins.toISOString().slice(0, 16))
  await dialog.getByLabel('Challenge').click()
  await page.getByRole('option', { name: today.title }).click()
  await button(page, 'Schedule').click()
  await page.getByRole('link', { name: title, exact: true }).click()
  await page.getByRole('link', { name: today.title }).click()
  await expect(page).toHaveURL(`/challenge/${today.id}`)
})
