import type { Page } from 'playwright/test'
import { type AwardsBody, awardsInfo, type NominateBody } from '../../contract/http/awards.ts'
import { toWireTime } from '../../contract/time.ts'
import { runSchedule } from '../support/e2e/compos.ts'
import { fieldTime } from '../support/e2e/field-time.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, type Member, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postSketch } from '../support/e2e/sketches.ts'

/** A gloperator among the seeded people, who are old enough to nominate and to vote. */
const GLOPERATOR = 'Ines Karlsen'
const VOTERS = ['Yuki S.', 'kestrel'] as const
/** The first year of this run; each test opens a later one than those before it. */
const YEAR = 2100 + (process.pid % 200) * 4

// A member nominates for the latest year with open nominations: a test that runs at the same time would open a later
// one.
test.describe.configure({ mode: 'default' })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const category = (page: Page, name: string) => page.getByRole('region', { name })

/** Hours from now to the start and end of nominations, and to those of voting: staff move the dates, not the clock. */
async function fillDates(page: Page, hours: readonly [number, number, number, number]): Promise<void> {
  const labels = ['Nominations open (your local time)', 'Nominations close', 'Voting opens', 'Voting closes']
  for (const [index, label] of labels.entries()) await page.getByLabel(label).fill(fieldTime(hours[index] ?? 0))
}

async function choose(page: Page, option: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Category/ }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('awards from nomination to votes [1 §4]', async ({ page, anotherBrowser, anotherMember }) => {
  const address = `/awards/${YEAR}`

  await test.step('staff open a year', async () => {
    await signInAs(page, GLOPERATOR, '/awards/2022')
    await expect(page.getByText('Voting closed on')).toBeVisible()
    await expect(category(page, 'Sketch of the year').getByText('Winner').first()).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Open a year').click()
    await page.getByLabel('Year', { exact: true }).fill(String(YEAR))
    await fillDates(page, [-2, 24, 48, 72])
    await page.getByLabel('Categories').fill('Best in ink')
    await button(page, 'Open').click()
    await expect(page.getByText('Begin each line with "sketch:" or "artist:", followed by a title.')).toBeVisible()
    await page.getByLabel('Categories').fill('sketch: Best in ink\nartist: Artist of the year')
    await expectAccessible(page)
    await button(page, 'Open').click()
    await expect(heading(page, `Awards ${YEAR}`)).toBeVisible()
    await expect(page.getByText('No nominees yet.')).toHaveCount(2)
  })

  const artist = await anotherMember(freshName('Inker'))
  const title = freshName('Wet roofs')
  const sketchId = await postSketch(artist, { title })
  const otherTitle = freshName('Dry roofs')
  const otherId = await postSketch(await anotherMember(freshName('Other')), { title: otherTitle })
  const voter = await anotherBrowser()

  await test.step('a member nominates a sketch on its page, and needs a category [1 §5]', async () => {
    await signInAs(voter, VOTERS[0], `/sketch/${sketchId}`)
    await button(voter, 'More actions').click()
    await voter.getByRole('menuitem', { name: 'Nominate for an award' }).click()
    const dialog = voter.getByRole('dialog', { name: `Nominate ${title}` })
    await dialog.getByRole('button', { name: 'Nominate', exact: true }).click()
    await expect(dialog.getByText('Please choose an award category')).toBeVisible()
    await expectAccessible(voter)
    await choose(voter, 'Best in ink')
    await dialog.getByRole('button', { name: 'Nominate', exact: true }).click()
    await expect(voter.getByText('Nominated for Best in ink.')).toBeVisible()
  })

  await test.step('they nominate another on the page of the awards, and take it back', async () => {
    await voter.goto(address)
    await expect(category(voter, 'Best in ink').getByText('1 nominee')).toBeVisible()
    for (const isLast of [false, true]) {
      await button(voter, 'Nominate').click()
      await choose(voter, 'Best in ink')
      await voter.getByLabel('Sketch or artist').fill(`/sketch/${otherId}`)
      await voter.getByRole('dialog').getByRole('button', { name: 'Nominate', exact: true }).click()
      await expect(category(voter, 'Best in ink').getByText('2 nominees')).toBeVisible()
      if (isLast) break
      await button(voter, `Take back your nomination of ${otherTitle}`).click()
      await expect(category(voter, 'Best in ink').getByText('1 nominee')).toBeVisible()
    }
    await expectAccessible(voter)
  })

  await test.step('staff begin the voting', async () => {
    await page.reload()
    await button(page, 'Edit').click()
    await fillDates(page, [-4, -2, -1, 24])
    await button(page, 'Save').click()
    await expect(page.getByText(/^Voting is open until/)).toBeVisible()
  })

  await test.step('a member votes, clears the vote and casts it again [1 §4]', async () => {
    await voter.reload()
    await button(voter, `Vote for ${otherTitle}`).click()
    await expect(category(voter, 'Best in ink').getByText(`Your vote: ${otherTitle}`)).toBeVisible()
    await expect(button(voter, `Vote for ${title}`)).toBeHidden()
    await expect(voter.getByRole('heading', { name: 'Best in ink' })).toBeFocused()
    await expectAccessible(voter)
    await button(voter, 'Clear your vote for Best in ink').click()
    await button(voter, `Vote for ${title}`).click()
    await expect(category(voter, 'Best in ink').getByText(`Your vote: ${title}`)).toBeVisible()
    await expect(voter.getByText(/You have voted in 1 of 2 categories\.$/)).toBeVisible()
  })

  await test.step('staff preview the votes', async () => {
    await page.getByRole('link', { name: 'Preview votes' }).click()
    await expect(category(page, 'Best in ink').getByText('1 vote', { exact: true })).toBeVisible()
    await expect(page.getByText('These are the votes so far,')).toBeVisible()
  })
})

const HOUR_MS = 3_600_000
/** Hours from now to the start and end of nominations, and to those of voting. */
type Hours = readonly [number, number, number, number]
const NOMINATING: Hours = [-2, 24, 48, 72]
const VOTING: Hours = [-4, -2, -1, 24]

async function post({ request }: Member, path: string, data: object): Promise<void> {
  const reply = await request.post(path, { headers: siteHeaders(), data })
  expect(reply.status(), await reply.text()).toBe(200)
}

const categoriesOf = async ({ request }: Member, year: number) =>
  awardsInfo.parse(await (await request.get('/api/v2/awards/info', { params: { year } })).json()).categories

type Categories = AwardsBody['categories']
const NEW_CATEGORIES: Categories = [
  { title: 'Best in ink', kind: 'sketch' },
  { title: 'Artist of the year', kind: 'artist' },
]

async function saveYear(staff: Member, year: number, hours: Hours, categories: Categories): Promise<void> {
  const [nominationsStart, nominationsEnd, votingStart, votingEnd] = hours.map((hour) =>
    toWireTime(Date.now() + hour * HOUR_MS),
  )
  const dates = { nominationsStart, nominationsEnd, votingStart, votingEnd }
  await post(staff, '/api/v2/awards/edit', { year, ...dates, categories } satisfies Partial<AwardsBody>)
}

/** Opens the nominations of a year, as staff. */
const openNominations = (staff: Member, year: number) => saveYear(staff, year, NOMINATING, NEW_CATEGORIES)

/** Ends the nominations of a year and begins its voting, as staff. */
async function beginVoting(staff: Member, year: number): Promise<void> {
  const opened = await categoriesOf(staff, year)
  await saveYear(
    staff,
    year,
    VOTING,
    opened.map(({ id, title, kind }) => ({ id, title, kind })),
  )
}

test('a member nominates an artist on their profile, in a category of artists [1 §5]', async ({
  page,
  anotherMember,
}) => {
  const [year, staff] = [YEAR + 1, await anotherMember(GLOPERATOR)]
  await openNominations(staff, year)
  const artistName = freshName('Inker')
  const artistId = await currentUserId(await anotherMember(artistName))
  await signInAs(page, VOTERS[0], `/user/${artistId}`)
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Nominate for an award' }).click()
  const dialog = page.getByRole('dialog', { name: `Nominate ${artistName}` })
  await dialog.getByRole('button', { name: /Category/ }).click()
  await expect(page.getByRole('option')).toHaveText(['Artist of the year'])
  await page.getByRole('option').click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Nominate', exact: true }).click()
  await expect(page.getByText('Nominated for Artist of the year.')).toBeVisible()
  await page.goto(`/awards/${year}`)
  const nominees = category(page, 'Artist of the year')
  await expect(nominees.getByRole('link', { name: artistName })).toBeVisible()
  await expect(button(page, `Take back your nomination of ${artistName}`)).toBeVisible()
  await expectAccessible(page)
  // Menus of other tests do not offer nominations.
  await beginVoting(staff, year)
})

test('a nomination that could not be sent says so, and can be sent again [1 §8]', async ({
  page,
  anotherMember,
  consoleErrors,
}) => {
  consoleErrors.allow(/Failed to load resource/)
  const [year, staff] = [YEAR + 2, await anotherMember(GLOPERATOR)]
  await openNominations(staff, year)
  const artistName = freshName('Inker')
  const artistId = await currentUserId(await anotherMember(artistName))
  await signInAs(page, VOTERS[0], `/awards/${year}`)
  await button(page, 'Nominate').click()
  await choose(page, 'Artist of the year')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Sketch or artist').fill(`/user/${artistId}`)
  await page.route('/awards', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Nominate', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Sorry there was an error posting the nomination.')
  await expect(dialog.getByLabel('Sketch or artist')).toHaveValue(`/user/${artistId}`)
  await dialog.getByRole('button', { name: 'Nominate', exact: true }).click()
  await expect(page.getByText('Nominated for Artist of the year.')).toBeVisible()
  await expect(category(page, 'Artist of the year').getByRole('link', { name: artistName })).toBeVisible()
  await beginVoting(staff, year)
})

test('a vote that could not be sent says so offline, and else reloads the page, to cast it again [1 §8]', async ({
  page,
  anotherMember,
  consoleErrors,
}) => {
  consoleErrors.allow(/Failed to load resource/)
  const [year, staff] = [YEAR + 3, await anotherMember(GLOPERATOR)]
  await openNominations(staff, year)
  const artistName = freshName('Inker')
  const artistId = await currentUserId(await anotherMember(artistName))
  const categoryId = (await categoriesOf(staff, year)).find(({ kind }) => kind === 'artist')?.id ?? 0
  const nomination: NominateBody = { categoryId, action: 'nominateArtist', artistId }
  await post(await anotherMember(VOTERS[0]), '/awards', nomination)
  await beginVoting(staff, year)
  await signInAs(page, VOTERS[1], `/awards/${year}`)
  const vote = button(page, `Vote for ${artistName}`)
  await expect(vote).toBeVisible()
  await page.context().setOffline(true)
  await vote.click()
  await expect(page.getByText('Check your connection and try again.')).toBeVisible()
  await page.context().setOffline(false)
  // The route stays: removing it during the reload could hold the reload up.
  let calls = 0
  await page.route('/api/v2/awards/vote', (route) =>
    ++calls === 1 ? route.fulfill({ status: 500 }) : route.continue(),
  )
  const reloaded = page.waitForEvent('load')
  await vote.click()
  await reloaded
  await vote.click()
  await expect(page.getByText('Your vote is saved.')).toBeVisible()
  await expect(category(page, 'Artist of the year').getByText(`Your vote: ${artistName}`)).toBeVisible()
})

test('staff name the winners of a year whose awards were held before members voted here [1 §2]', async ({
  page,
  anotherMember,
}) => {
  const artistName = freshName('Brush')
  const artist = await anotherMember(artistName)
  const title = freshName('Harbour')
  const sketchId = await postSketch(artist, { title })
  await signInAs(page, GLOPERATOR, '/awards/2015')
  await button(page, 'Edit').click()
  await page.getByLabel('Categories').fill('sketch: Best in colour')
  await page.getByLabel('Recap').fill('The first year on paper.')
  await button(page, 'Save').click()
  await expect(page.getByText('Awards 2015 are saved.')).toBeVisible()
  await runSchedule(page)
  await page.goto('/awards/2015')
  await expect(page.getByText('The first year on paper.')).toBeVisible()
  await button(page, 'Name a winner of Best in colour').click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(dialog.getByText('Enter the link of a sketch or an artist.')).toBeVisible()
  await dialog.getByLabel('Sketch').fill(`/sketch/${sketchId}`)
  await dialog.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(dialog.getByText('Give a reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('It won on paper.')
  await dialog.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(page.getByText('The winner of Best in colour is named.')).toBeVisible()
  const winner = category(page, 'Best in colour').getByRole('listitem').filter({ hasText: 'Winner' })
  await expect(winner).toContainText(title)
  await expectAccessible(page)
  await page.goto(`/sketch/${sketchId}`)
  await expect(page.getByRole('link', { name: 'Best in colour 2015' })).toHaveAttribute('href', '/awards/2015')
  await page.goto('/awards/2015')
  await button(page, `Remove ${title} from the winners`).click()
  await dialog.getByLabel('Reason').fill('It was another sketch.')
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText(`${title} is no longer a winner.`)).toBeVisible()
  await expect(winner).toHaveCount(0)
})

test('a year without awards says so, and a year that cannot be one is not found [1 §2]', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 404 .*\/awards\/1999$/)
  await page.goto('/awards/2013')
  await expect(page.getByText('There were no awards in this year.')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/awards/1999')
  await expect(page.getByText("Sorry, we couldn't find the page you're looking for.")).toBeVisible()
})
