import type { Locator, Page } from 'playwright/test'
import type { ChallengeItem } from '../../contract/http/challenge-item.ts'
import {
  challengeWithEntries,
  enterChallenge,
  entryOf,
  latestChallenge,
  listedChallenges,
} from '../support/e2e/challenges.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { scrollPosition } from '../support/e2e/gallery.ts'
import { completeSignUp, enterProviderName, freshName, type Member, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postComment, postSketch } from '../support/e2e/sketches.ts'

/** A gloperator among the seeded people. */
const GLOPERATOR = 'Ines Karlsen'
const HALF_AN_HOUR_MS = 1_800_000

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const otherDays = (page: Page) => page.getByRole('navigation', { name: 'Other challenges' })

/** Opens the page of a challenge with its entries in a grid. */
async function openEntries(page: Page, { id, title }: ChallengeItem): Promise<Locator> {
  await page.goto(`/challenge/${id}`)
  await page.getByRole('radio', { name: 'Grid' }).check()
  return page.getByRole('list', { name: `Entries of ${title}` })
}

test.describe('challenges for visitors [1 §2]', () => {
  test('back from a challenge leads to the same place in the list of challenges', async ({ page }) => {
    const challenges = await listedChallenges(page)
    const place = challenges.findIndex(({ entries }, index) => index > 12 && entries > 0)
    const [later, middle] = [challenges[place - 1], challenges[place]]
    if (!later || !middle) throw new Error('there are too few challenges')
    await page.goto('/challenges')
    await expect(page.getByRole('list', { name: 'Challenges' }).getByRole('link')).toHaveCount(challenges.length)
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
    await page.goBack()
    await expect(heading(page, middle.title)).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/challenges')
    await expect.poll(() => scrollPosition(page)).toBe(scrolled)
    await expect(card).toBeInViewport()
  })

  test('an entry opened from its challenge leads to the next entry and back', async ({ page }) => {
    const challenge = await challengeWithEntries(page, 2)
    const entries = await openEntries(page, challenge)
    await expect(entries.locator('a[href^="/user/"]').first()).toBeVisible()
    await entries.locator('a[href^="/sketch/"]').first().click()
    await expect(page).toHaveURL(new RegExp(`/sketch/\\d+\\?in=challenge-${challenge.id}$`))
    await expect(page.getByText('in a challenge'), 'under the picture on narrow windows').toBeAttached()
    await expect(page.getByRole('definition').getByRole('link', { name: challenge.title })).toBeVisible()
    await page
      .getByRole('link', { name: /^Next sketch/ })
      .first()
      .click()
    await page.goBack()
    await expect(heading(page, challenge.title)).toBeVisible()
  })
})

test('a visitor who joins to enter a sketch comes back to the choice of a sketch', async ({ page }) => {
  const { id, title } = await latestChallenge(page)
  await page.goto(`/challenge/${id}`)
  await button(page, 'Enter a sketch').click()
  await page
    .getByRole('dialog', { name: `Enter a sketch in ${title}?` })
    .getByRole('link', { name: 'Login' })
    .click()
  const nickname = freshName('Entrant')
  await enterProviderName(page, nickname)
  await completeSignUp(page, nickname)
  await expect(page.getByRole('dialog', { name: 'Enter a sketch', exact: true })).toBeVisible()
  await expect(page).toHaveURL(`/challenge/${id}`)
})

test('a search for challenges is part of the address [1 §2], [1 §5]', async ({ page }) => {
  await page.goto('/challenges')
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

test('staff mend the words of a running challenge, and others read the new ones [1 §6]', async ({
  page,
  anotherBrowser,
}) => {
  // Other tests look for the titles of later ones.
  const challenge = (await listedChallenges(page)).at(-1)
  if (!challenge) throw new Error('there is no challenge')
  const [title, address] = [freshName('High tide'), `/challenge/${challenge.id}`]
  await signInAs(page, GLOPERATOR, address)
  await button(page, 'Edit').click()
  const dialog = page.getByRole('dialog', { name: `Edit ${challenge.title}` })
  await expect(dialog.getByLabel('Title')).toHaveValue(challenge.title)
  await expectAccessible(page)
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Description').fill('The water, not the sand.')
  await dialog.getByLabel('Reason').fill('A misprint.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. Everyone sees the new words.')).toBeVisible()
  await expect(heading(page, title)).toBeVisible()
  await expect(button(page, 'Edit')).toBeFocused()

  const other = await anotherBrowser()
  await signInAs(other, freshName('Reader'), '/challenges')
  await other.getByRole('link', { name: title }).click()
  await expect(heading(other, title)).toBeVisible()
  await expect(other.getByText('The water, not the sand.')).toBeVisible()
  await expect(button(other, 'Edit')).toHaveCount(0)
})

test('an unknown challenge is not found [1 §8]', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/status of 404/)
  await page.goto('/challenge/999999')
  await expect(page.getByText("Sorry, we couldn't find the page you're looking for.")).toBeVisible()
})

test.describe('suggestions and queue [1 §6]', () => {
  // The queue is shared: a test that runs at the same time would move its challenges.
  test.describe.configure({ mode: 'default' })

  const queue = (page: Page) => page.getByRole('list', { name: 'Upcoming' })
  const row = (page: Page, title: string) => queue(page).getByRole('listitem').filter({ hasText: title })

  async function post({ request }: Member, path: string, data: object): Promise<void> {
    const reply = await request.post(path, { headers: siteHeaders(), data })
    expect(reply.status(), await reply.text()).toBe(200)
  }

  /** Opens the queue as a gloperator, with a new challenge at its end; returns its title. */
  async function openQueue(page: Page): Promise<string> {
    const title = freshName('Late rain')
    await signInAs(page, GLOPERATOR)
    await post(page, '/api/v2/gloperate/challenge', { title, description: 'As seen from a window.' })
    await page.goto('/challenges/queue')
    await expect(row(page, title)).toBeVisible()
    return title
  }

  test('a member can suggest one challenge after another', async ({ page }) => {
    await signInAs(page, freshName('Muse'), '/challenges')
    for (const title of [freshName('Rain'), freshName('Snow')]) {
      await button(page, 'Suggest a challenge').click()
      await page.getByRole('textbox', { name: 'Title' }).fill(title)
      await page.getByRole('textbox', { name: 'Description' }).fill('As seen from a window.')
      if (title.startsWith('Rain')) await expectAccessible(page)
      await button(page, 'Suggest').click()
      await expect(page.getByText('Thanks for your suggestion!')).toBeVisible()
      await expect(button(page, 'Suggest a challenge')).toBeFocused()
    }
  })

  test('a suggestion leaves the list once staff accepted or declined it', async ({ page, anotherMember }) => {
    const member = freshName('Muse')
    const [idea, other, title] = [freshName('Rain'), freshName('Snow'), freshName('Late rain')]
    const muse = await anotherMember(member)
    for (const title of [idea, other])
      await post(muse, '/challenges', { action: 'suggest', title, description: 'As seen from a window.' })
    await signInAs(page, GLOPERATOR, '/challenges/queue')
    await expect(button(page, `Accept ${idea}`)).toBeVisible()
    await expectAccessible(page)
    await button(page, `Accept ${idea}`).click()
    await page.getByRole('textbox', { name: 'Title' }).fill(title)
    await button(page, 'Accept').click()
    await expect(row(page, title)).toContainText('As seen from a window.')
    await expect(row(page, title)).toContainText(`Suggested by ${member}`)
    await expect(button(page, `Accept ${idea}`)).toHaveCount(0)
    await expect(heading(page, 'Challenge queue'), 'the pressed button is gone').toBeFocused()
    await button(page, `Decline ${other}`).click()
    await page.getByLabel('Reason').fill('Said already.')
    await button(page, 'Decline').click()
    await expect(button(page, `Accept ${other}`)).toHaveCount(0)
  })

  test('a challenge that staff move in the queue keeps the focus', async ({ page }) => {
    const title = await openQueue(page)
    const place = () =>
      queue(page)
        .getByRole('heading')
        .evaluateAll((headings, wanted) => headings.findIndex((heading) => heading.textContent === wanted), title)
    const last = await place()
    await expect(button(page, `Move ${title} later`)).toHaveAttribute('aria-disabled', 'true')
    const earlier = button(page, `Move ${title} earlier`)
    await earlier.focus()
    const saved = page.waitForResponse('**/challenge/move')
    await page.keyboard.press('Enter')
    await expect(earlier).toBeFocused()
    await expect.poll(place).toBe(last - 1)
    await expect(page.getByRole('status').filter({ hasText: `${title} starts on` })).toBeAttached()
    expect((await saved).status()).toBe(200)
  })

  test('the queue shows challenges as soon as staff have edited, removed or added them', async ({ page }) => {
    const [title, added] = [await openQueue(page), freshName('Snow')]
    await button(page, `Edit ${title}`).click()
    await page.getByRole('textbox', { name: 'Description' }).fill('Through glass.')
    await button(page, 'Save').click()
    await expect(row(page, title)).toContainText('Through glass.')
    await expect(button(page, `Edit ${title}`)).toBeFocused()
    await button(page, `Remove ${title}`).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Twice in the queue.')
    await button(page, 'Remove').click()
    await expect(row(page, title)).toHaveCount(0)
    await button(page, 'Add one').click()
    await page.getByRole('textbox', { name: 'Title' }).fill(added)
    await button(page, 'Add').click()
    await expect(row(page, added)).toContainText(`Suggested by ${GLOPERATOR}`)
  })
})

test.describe('streaks in challenges [1 §1]', () => {
  test('an entry begins a streak, a comment earns a rest day, and the streak can be hidden', async ({
    page,
    anotherMember,
  }) => {
    const nickname = freshName('Streak')
    const reader = await anotherMember(freshName('Reader'))
    const theirs = await postSketch(reader)
    await signInAs(page, nickname, '/challenges')
    const status = page.getByRole('status').filter({ hasText: /streak|day/ })
    await expect(status).toContainText('Enter a sketch today to begin a streak.')
    await enterChallenge(page, (await latestChallenge(page)).id, await postSketch(page))
    await postComment(page, theirs, 'What a line.')
    await page.reload()
    await expect(status).toContainText('1-day streak · 1 rest day')
    await expectAccessible(page)
    const profile = `/user/${await currentUserId(page)}`
    const shown = async () => (await (await reader.request.get(`/api${profile}`)).json()).streak
    expect(await shown()).toEqual({ length: 1, longest: 1 })
    await page.goto('/editProfile')
    await page.getByRole('checkbox', { name: 'Show others my streak in challenges' }).uncheck()
    await button(page, 'Update').click()
    await expect.poll(shown).toBeNull()
    await page.goto(profile)
    await expect(page.getByText('Challenges: 1-day streak'), 'to the member').toBeVisible()
  })

  test('a rest day keeps a streak over a day without an entry', async ({ page }) => {
    // Seeded: entries three and two days ago, none yesterday.
    await signInAs(page, 'nightbus', '/challenges')
    const status = page.getByRole('status').filter({ hasText: /streak|day/ })
    await expect(status).toContainText('2 days')
    await enterChallenge(page, (await latestChallenge(page)).id, await postSketch(page))
    await page.reload()
    await expect(status).toContainText('3 days')
    await page.goto(`/user/${await currentUserId(page)}`)
    await expect(page.getByText('Challenges: 3 days')).toBeVisible()
  })
})

test.describe('entries on the page of a challenge [1 §4], [1 §5]', () => {
  test('a refused entry shows the reason and can be sent again', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 409/)
    const today = await latestChallenge(page)
    const title = freshName('Patience')
    await signInAs(page, freshName('Entrant'))
    const sketch = await postSketch(page, { title })
    await page.goto(`/challenge/${today.id}`)
    await button(page, 'Enter a sketch').click()
    await page.getByRole('list', { name: 'Your sketches' }).getByRole('button', { name: title }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(`Enter ${title} in ${today.title}?`)
    await expectAccessible(page)
    await page.route(
      '/challenges',
      (route) => route.fulfill({ status: 409, json: { error: { code: 'in_another_challenge', message: '' } } }),
      { times: 1 },
    )
    await button(page, 'Enter').click()
    await expect(dialog.getByRole('alert')).toContainText('This sketch is already in another challenge.')
    await button(page, 'Enter').click()
    await expect(page.getByText(`Entered in ${today.title}.`)).toBeVisible()
    await expect(entryOf(page, today, sketch)).toBeVisible()
    await expect(button(page, 'Enter a sketch')).toBeFocused()
  })

  test('a member can withdraw an entry and keep the sketch', async ({ page }) => {
    const today = await latestChallenge(page)
    const title = freshName('Patience')
    await signInAs(page, freshName('Entrant'))
    const sketch = await postSketch(page, { title })
    await enterChallenge(page, today.id, sketch)
    await page.goto(`/challenge/${today.id}`)
    await expect(entryOf(page, today, sketch)).toBeVisible()
    await button(page, `Remove ${title} from the challenge`).click()
    await expect(page.getByRole('alertdialog')).toContainText('Your sketch is kept.')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText(`Removed from ${today.title}.`)).toBeVisible()
    await expect(entryOf(page, today, sketch)).toHaveCount(0)
    await expect(heading(page, today.title), 'the pressed button is gone').toBeFocused()
  })
})

test.describe('entries on the page of a sketch [1 §4], [1 §6]', () => {
  test('a sketch names the challenge in which its artist entered it, until they remove it', async ({ page }) => {
    const [latest, previous] = await listedChallenges(page)
    if (!latest || !previous) throw new Error('there are too few challenges')
    await signInAs(page, freshName('Artist'))
    await page.goto(`/sketch/${await postSketch(page, { title: freshName('Waits') })}`)
    await button(page, 'More actions').click()
    await menuItem(page, 'Enter challenge').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(`${latest.title}, `)
    await expectAccessible(page)
    await dialog.getByLabel('Challenge', { exact: true }).click()
    await page.getByRole('option', { name: previous.title }).click()
    await button(page, 'Enter').click()
    const fact = page.getByRole('definition').getByRole('link', { name: previous.title })
    await expect(fact).toHaveAttribute('href', `/challenge/${previous.id}`)
    await expect(button(page, 'More actions')).toBeFocused()
    await button(page, 'More actions').click()
    await menuItem(page, 'Remove from challenge').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(fact).toHaveCount(0)
    await expect(button(page, 'More actions')).toBeFocused()
  })

  test('staff remove an entry with a reason', async ({ page, anotherMember }) => {
    const [, yesterday] = await listedChallenges(page)
    if (!yesterday) throw new Error('there are too few challenges')
    const artist = await anotherMember(freshName('Artist'))
    const sketch = await postSketch(artist, { title: freshName('Waits') })
    await enterChallenge(artist, yesterday.id, sketch)
    await signInAs(page, GLOPERATOR, `/sketch/${sketch}`)
    await button(page, 'Staff').click()
    await button(page, 'Remove from challenge').click()
    await page.getByRole('dialog').getByRole('button', { name: /Rule/ }).click()
    await page.getByRole('option', { name: 'Not a sketch' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('It is older than the challenge.')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText(`Removed from ${yesterday.title}.`)).toBeVisible()
    await expect(button(page, 'Remove from challenge')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 }), 'the pressed button is gone').toBeFocused()
  })
})

test('a stream about a challenge and the challenge link to each other [2 §2 Streams]', async ({ page }) => {
  const today = await latestChallenge(page)
  const title = freshName('Waiting')
  await signInAs(page, freshName('Streamer'), '/streams')
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
  await page.getByRole('link', { name: 'Stream this challenge' }).click()
  await expect(page).toHaveURL(`/stream/sheet?challenge=${today.id}`)
  await expect(page.getByText(`${today.title}, `).first()).toBeAttached()
})
