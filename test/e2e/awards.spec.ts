import type { Page } from 'playwright/test'
import { runSchedule } from '../support/e2e/compos.ts'
import { fieldTime } from '../support/e2e/field-time.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { postSketch } from '../support/e2e/sketches.ts'

/** A gloperator among the seeded people, who are old enough to vote. */
const GLOPERATOR = 'Ines Karlsen'
const VOTERS = ['Yuki S.', 'kestrel'] as const
/** A year of this run. */
const YEAR = 2100 + (process.pid % 800)

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

test('awards from nomination to badge [1 §4]', async ({ page, anotherBrowser, anotherMember }) => {
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

  const artistName = freshName('Inker')
  const artist = await anotherMember(artistName)
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
    await expect(page.getByText('These are the votes so far.')).toBeVisible()
  })

  await test.step('the winner has a badge on the sketch and the profile', async () => {
    await button(page, 'Edit').click()
    await fillDates(page, [-4, -3, -2, -1])
    await button(page, 'Save').click()
    await runSchedule(page)
    await page.goto(`/sketch/${sketchId}`)
    const badge = page.getByRole('link', { name: `Best in ink ${YEAR}` })
    await expect(badge).toHaveAttribute('href', address)
    await badge.click()
    const winner = category(page, 'Best in ink').getByRole('listitem').filter({ hasText: 'Winner' })
    await expect(winner).toContainText(title)
    await expectAccessible(page)
    await winner.getByRole('link', { name: artistName, exact: true }).click()
    await expect(heading(page, artistName)).toBeVisible()
    await expect(page.getByRole('link', { name: `Best in ink ${YEAR}` })).toBeVisible()
    await expectAccessible(page)
  })
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
  await expect(page.getByText('The winner of Best in colour is named.')).toBeVisible()
  const winner = category(page, 'Best in colour').getByRole('listitem').filter({ hasText: 'Winner' })
  await expect(winner).toContainText(title)
  await expectAccessible(page)
  await page.goto(`/sketch/${sketchId}`)
  await expect(page.getByRole('link', { name: 'Best in colour 2015' })).toHaveAttribute('href', '/awards/2015')
  await page.goto('/awards/2015')
  await button(page, `Remove ${title} from the winners`).click()
  await expect(winner).toHaveCount(0)
})

test('a year without awards says so, and a year that cannot be one is not found [1 §2]', async ({ page }) => {
  await page.goto('/awards/2013')
  await expect(page.getByText('There were no awards in this year.')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/awards/1999')
  await expect(page.getByText("Sorry, we couldn't find the page you're looking for.")).toBeVisible()
})
