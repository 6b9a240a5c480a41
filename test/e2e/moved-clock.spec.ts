import type { Page } from 'playwright/test'
import type { AwardsBody } from '../../contract/http/awards.ts'
import { toWireTime } from '../../contract/time.ts'
import { enterChallenge, latestChallenge } from '../support/e2e/challenges.ts'
import {
  enterCompo,
  freshCompo,
  GLOPERATOR,
  openCompo,
  runSchedule,
  setOf,
  tilesOf,
  voteFor,
} from '../support/e2e/compos.ts'
import { expect, test } from '../support/e2e/moved-site.ts'
import { freshName, type Member } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postComment, postSketch } from '../support/e2e/sketches.ts'
import { choose, order } from '../support/e2e/store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

// They move one clock.
test.describe.configure({ mode: 'default' })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/**
 * Logs in as a member who sends requests. The tests' clock is not moved, and cookies that end by it would have ended
 * for the browser.
 */
async function signIn(page: Page, { request }: Member): Promise<void> {
  const { cookies } = await request.storageState()
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, expires: -1 })))
}

/** Picks the favourite where it is shown, else the first sketch, from a set to the last. */
async function pickSets(page: Page, favourite: string, from: number): Promise<void> {
  for (let number = from; number <= 2; number++) {
    await expect(setOf(page, number)).toBeVisible()
    const shown = tilesOf(page).filter({ hasText: favourite })
    await ((await shown.isVisible()) ? shown : tilesOf(page).first()).click()
    await button(page, 'Next').click()
  }
  await expect(page.getByText('Thanks for voting.')).toBeVisible()
}

test('five members enter a compo, vote once it is time, and read their places after its end [1 §4]', async ({
  page,
  context,
  anotherBrowser,
  anotherMember,
  clock,
}) => {
  const compo = freshCompo()
  const address = `/compo/${compo.key}`
  const [favourite, begin] = [freshName('Lantern'), clock.now()]
  const staff = await anotherMember(GLOPERATOR)
  const [updating, skipping] = [await anotherBrowser(), await anotherBrowser()]
  const [artist, fifth] = [await anotherMember(freshName('Artist')), await anotherMember(freshName('Fifth'))]
  let winner = 0

  await test.step('they enter', async () => {
    await openCompo(staff, { ...compo, hours: [-1, 25, 72], now: begin })
    for (const voter of [page, updating, skipping]) await signIn(voter, await anotherMember(freshName('Voter')))
    for (const member of [page, updating, skipping, fifth, staff])
      await enterCompo(member, compo.key, await postSketch(member, { title: freshName('Kerb') }))
    winner = await postSketch(artist, { title: favourite })
    await enterCompo(artist, compo.key, winner)
    await page.goto(address)
    await expect(page.getByRole('timer')).toHaveText(/^1 day 00:\d\d:\d\d$/)
  })

  await test.step('the voting begins, which they are told', async () => {
    await clock.moveTo(begin + 26 * HOUR_MS)
    await runSchedule(page)
    await page.goto('/activity')
    await page.getByRole('link', { name: `Voting in ${compo.title} has begun` }).click()
    await expect(heading(page, 'Which one is best?')).toBeVisible()
  })

  await test.step('one closes the tab after a set and goes on in another', async () => {
    const favoured = tilesOf(page).filter({ hasText: favourite })
    await ((await favoured.isVisible()) ? favoured : tilesOf(page).first()).click()
    const saved = page.waitForResponse((reply) => reply.url().endsWith(`/api/compoVote/${compo.key}`) && reply.ok())
    await button(page, 'Next').click()
    await saved
    await page.close()
    const tab = await context.newPage()
    await tab.goto(`${address}/vote`)
    await pickSets(tab, favourite, 2)
  })

  await test.step('one votes, and updates the vote a day later', async () => {
    await updating.goto(`${address}/vote`)
    await pickSets(updating, freshName('None'), 1)
    await clock.moveTo(begin + 50 * HOUR_MS)
    await updating.goto(address)
    await updating.getByRole('link', { name: 'Update your vote', exact: true }).click()
    await pickSets(updating, favourite, 1)
  })

  await test.step('one skips all, and two vote', async () => {
    await skipping.goto(`${address}/vote`)
    for (const number of [1, 2]) {
      await expect(setOf(skipping, number)).toBeVisible()
      await button(skipping, 'Skip').click()
    }
    await expect(skipping.getByText('Thanks for voting.')).toBeVisible()
    for (const member of [artist, fifth]) await voteFor(member, compo.key, winner)
  })

  await test.step('the voting ends, and the result is on the compo, tiles, sketches and profiles', async () => {
    await clock.moveTo(begin + 73 * HOUR_MS)
    await skipping.goto(`${address}/vote`)
    await expect(skipping.getByText(/^You judged all 2 sets/)).toBeVisible()
    await runSchedule(staff)
    await skipping.goto(address)
    await expect(skipping.getByText(/^Closed on/)).toBeVisible()
    const first = skipping.getByRole('region', { name: '1st to 3rd place' }).getByRole('listitem').first()
    await expect(first).toContainText(favourite)
    await expect(first).toContainText('1st')
    await skipping.goto(`/sketch/${winner}`)
    const fact = skipping.getByRole('definition').filter({ has: skipping.getByRole('link', { name: compo.title }) })
    await expect(fact).toHaveText(`${compo.title}, 1st`)
    await skipping.goto(`/user/${await currentUserId(artist)}`)
    await expect(skipping.getByRole('main')).toContainText('Place in a compo: 1st')
  })
})

test('awards open, are voted on and close by the clock, and the winner has a badge [1 §4]', async ({
  page,
  anotherMember,
  clock,
}) => {
  const [year, begin] = [2090, clock.now()]
  const at = (day: number) => toWireTime(begin + day * DAY_MS)
  const dates = { nominationsStart: at(1), nominationsEnd: at(2), votingStart: at(3), votingEnd: at(4) }
  const categories: AwardsBody['categories'] = [{ title: 'Best in ink', kind: 'sketch' }]
  const staff = await anotherMember(GLOPERATOR)
  const opened = await staff.request.post('/api/v2/awards/edit', {
    headers: siteHeaders(),
    data: { year, ...dates, categories } satisfies Partial<AwardsBody>,
  })
  expect(opened.status(), await opened.text()).toBe(200)
  const artist = await anotherMember(freshName('Inker'))
  const title = freshName('Wet roofs')
  const sketchId = await postSketch(artist, { title })

  await signIn(page, await anotherMember(freshName('Fan')))
  await page.goto(`/awards/${year}`)
  await expect(button(page, 'Nominate')).toHaveCount(0)

  await clock.moveTo(begin + 1.5 * DAY_MS)
  await page.reload()
  await button(page, 'Nominate').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Category/ }).click()
  await page.getByRole('option', { name: 'Best in ink', exact: true }).click()
  await dialog.getByLabel('Sketch or artist').fill(`/sketch/${sketchId}`)
  await dialog.getByRole('button', { name: 'Nominate', exact: true }).click()
  await expect(page.getByText('1 nominee')).toBeVisible()

  await clock.moveTo(begin + 3.5 * DAY_MS)
  await page.reload()
  await button(page, `Vote for ${title}`).click()
  await expect(page.getByText(`Your vote: ${title}`)).toBeVisible()

  await clock.moveTo(begin + 4.5 * DAY_MS)
  await runSchedule(page)
  for (const path of [`/sketch/${sketchId}`, `/user/${await currentUserId(artist)}`]) {
    await page.goto(path)
    await expect(page.getByRole('link', { name: `Best in ink ${year}` })).toBeVisible()
  }
  await page.getByRole('link', { name: `Best in ink ${year}` }).click()
  await expect(page).toHaveURL(`/awards/${year}`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Winner' })).toContainText(title)
})

test('a streak of three days has a rest day between them, and ends with the next missed day [1 §1]', async ({
  page,
  anotherMember,
  clock,
}) => {
  const [staff, other] = [await anotherMember(GLOPERATOR), await anotherMember(freshName('Other'))]
  const theirs = await postSketch(other)
  for (const title of ['Fog', 'Moss', 'Roots', 'Glass']) {
    const data = { title, description: '' }
    const queued = await staff.request.post('/api/v2/gloperate/challenge', { headers: siteHeaders(), data })
    expect(queued.status(), await queued.text()).toBe(200)
  }
  // No midnight may pass while a day is tested.
  const noon = Math.ceil(clock.now() / DAY_MS) * DAY_MS + 12 * HOUR_MS
  const status = page.getByRole('status').filter({ hasText: /streak|day/ })
  const beginDay = async (day: number) => {
    await clock.moveTo(noon + day * DAY_MS)
    await runSchedule(page)
    await page.goto('/challenges')
  }
  const enter = async () => {
    await enterChallenge(page, (await latestChallenge(page)).id, await postSketch(page))
    await page.reload()
  }
  await signIn(page, await anotherMember(freshName('Streak')))

  await beginDay(1)
  await enter()
  await postComment(page, theirs, 'What a line.')
  await page.reload()
  await expect(status).toContainText('1-day streak · 1 rest day')
  await beginDay(2)
  await enter()
  await expect(status).toContainText('2 days in a row · 1 rest day')
  await beginDay(4)
  await expect(status).toContainText('2 days in a row')
  await expect(status).toContainText('Enter a sketch today to keep it.')
  await expect(status).not.toContainText('1 rest day')
  await enter()
  await expect(status).toContainText('3 days in a row')
  await page.goto(`/user/${await currentUserId(page)}`)
  await expect(page.getByText('Challenges: 3 days in a row')).toBeVisible()
  await beginDay(6)
  await expect(status).toContainText('Enter a sketch today to begin a streak.')
})

test('a patron year ends by the clock, and a new one brings everything back, until it is refunded [2 §9]', async ({
  page,
  anotherMember,
  clock,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 404/)
  const [nickname, slug] = [freshName('Patron'), `patron-${process.pid}`]
  const buyYear = async (): Promise<URL> => {
    await order(page, /^Patron for one year/)
    const provider = new URL(page.url())
    await choose(page, 'Pay now')
    await expect(page.getByText('You’re a patron now. Your extras are waiting in your settings.')).toBeVisible()
    return provider
  }
  const expectPatron = async () => {
    await page.goto(`/${slug}`)
    await expect(heading(page, nickname)).toBeVisible()
    await expect(page.getByText(/\bPatron\b/).first()).toBeVisible()
  }
  const expectNoPatron = async (member: Member) => {
    const offer = page.getByText('A year of extras for artists who want them.')
    await expect(async () => {
      await page.goto('/store')
      await expect(offer).toBeVisible({ timeout: 5000 })
    }).toPass()
    expect((await member.request.get(`/${slug}`)).status()).toBe(404)
    await page.goto(`/user/${await currentUserId(page)}`)
    await expect(heading(page, nickname)).toBeVisible()
    await expect(page.getByRole('main').getByText('Patron', { exact: true })).toHaveCount(0)
  }

  await signIn(page, await anotherMember(nickname))
  await buyYear()
  await page.goto('/editProfile')
  await page.getByLabel('Web address').fill(slug)
  await button(page, 'Update').click()
  await expect(page.getByText('Profile updated')).toBeVisible()
  await expectPatron()

  await clock.moveTo(clock.now() + 366 * DAY_MS)
  await runSchedule(page)
  // A session is shorter than a year.
  await signIn(page, await anotherMember(nickname))
  await expectNoPatron(page)

  const { origin, searchParams } = await buyYear()
  await expectPatron()
  const refund = `${origin}/stand-in/orders/${searchParams.get('token')}`
  expect((await page.request.post(refund, { data: { act: 'refund' } })).ok()).toBe(true)
  await expectNoPatron(page)
})
