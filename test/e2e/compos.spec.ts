import type { Page } from 'playwright/test'
import {
  ADMIN,
  enterCompo,
  freshCompo,
  GLOPERATOR,
  moveCompo,
  OVER,
  openCompo,
  PICK_FIRST,
  runSchedule,
  setOf,
  tilesOf,
  VOTING,
  voteFor,
} from '../support/e2e/compos.ts'
import { fieldTime } from '../support/e2e/field-time.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, type Member, signInAs, widestName } from '../support/e2e/people.ts'
import { postSketch } from '../support/e2e/sketches.ts'

const VOTERS = ['Yuki S.', 'kestrel', 'Pia Brandt', 'fernwise'] as const

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

async function fillDates(page: Page, [start, end, endVoting]: readonly [number, number, number]): Promise<void> {
  await page.getByLabel('Entries open (your local time)').fill(fieldTime(start))
  await page.getByLabel('Entries close').fill(fieldTime(end))
  await page.getByLabel('Voting ends').fill(fieldTime(endVoting))
}

test('staff open a compo, members enter and vote, and the result names the places [1 §4]', async ({
  page,
  anotherBrowser,
  anotherMember,
}) => {
  test.slow()
  const { title, key } = freshCompo()
  const address = `/compo/${key}`

  await test.step('staff open it', async () => {
    await signInAs(page, ADMIN, '/compos')
    await expectAccessible(page)
    await button(page, 'Open a compo').click()
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Key').fill('On The Way')
    await fillDates(page, [-2, 24, 48])
    await expectAccessible(page)
    await button(page, 'Open').click()
    await expect(page.getByText('Use lower-case letters, digits and hyphens.')).toBeVisible()
    await page.getByLabel('Key').fill(key)
    await page.getByLabel('Voting ends').fill(fieldTime(23))
    await button(page, 'Open').click()
    await expect(page.getByLabel('Voting ends')).toHaveAccessibleDescription(
      'Each date must be later than the one before.',
    )
    await page.getByLabel('Voting ends').fill(fieldTime(48))
    await button(page, 'Open').click()
    await expect(heading(page, title)).toBeVisible()
    await expect(page).toHaveURL(address)
    await expect(page.getByText('No entries yet, you should make one!')).toBeVisible()
    await expect(page.getByRole('timer')).toHaveText(/^(1 day )?\d\d:\d\d:\d\d$/)
  })

  const artist = await anotherBrowser()
  // A seeded member, who is old enough to vote and so is reminded of it.
  const [artistName, own] = ['Dagny', freshName('Dusk')]
  await test.step('a member enters a sketch, takes it out and enters it again', async () => {
    await signInAs(artist, artistName)
    await postSketch(artist, { title: own })
    await artist.goto(address)
    for (const isLast of [false, true]) {
      await button(artist, 'Enter').click()
      const dialog = artist.getByRole('dialog', { name: 'Enter a sketch' })
      await dialog.getByRole('button', { name: own }).click()
      await expect(dialog.getByRole('status')).toContainText(`Enter ${own} in ${title}?`)
      await dialog.getByRole('button', { name: 'Enter', exact: true }).click()
      await expect(artist.getByText(`Entered in ${title}.`)).toBeVisible()
      await expect(artist.getByText('You have entered as many sketches as this compo allows.')).toBeVisible()
      await expect(artist.getByRole('list', { name: `Entries of ${title}` }).getByRole('link')).toHaveCount(1)
      if (isLast) break
      await button(artist, `Remove ${own} from the compo`).click()
      await artist.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await expect(artist.getByText(`Removed from ${title}.`)).toBeVisible()
    }
    await expect(artist.getByText('Names are not shown here until the results.')).toBeVisible()
    await expectAccessible(artist)
  })

  let winner = 0
  const winnerTitle = freshName('Lantern')
  await test.step('others enter', async () => {
    for (const entry of [winnerTitle, 'Kerb', 'Crossing', 'Last bus', 'Side door']) {
      const member = await anotherMember(freshName('Entrant'))
      const sketchId = await postSketch(member, { title: entry })
      await enterCompo(member, key, sketchId)
      if (entry === winnerTitle) winner = sketchId
    }
  })

  await test.step('staff move the deadline', async () => {
    await button(page, 'Edit').click()
    await fillDates(page, [-3, -1, 24])
    await page.getByLabel('Reason').fill('The weekend is over.')
    await button(page, 'Save').click()
    await expect(page.getByText(/^Voting ends on/)).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Vote until' })).toHaveAttribute('aria-current', 'step')
  })

  await test.step('its artists are reminded a day before the end of voting', async () => {
    await runSchedule(page)
    await artist.goto('/activity')
    const reminder = artist.getByRole('link', { name: `Less than a day left to vote in ${title}` })
    await expect(reminder).toHaveAttribute('href', `${address}/vote`)
  })

  const [voter, skipper] = [await anotherBrowser(), await anotherBrowser()]
  await test.step('a member votes, loses the tab and goes on', async () => {
    await signInAs(voter, VOTERS[0], address)
    await voter.getByRole('link', { name: 'Vote', exact: true }).click()
    await expect(heading(voter, 'Which one is best?')).toBeVisible()
    for (const name of ['Next', 'Visit']) {
      await button(voter, name).click()
      await expect(voter.getByText(PICK_FIRST)).toBeVisible()
      await expect(voter.getByText(PICK_FIRST), 'the message goes by itself').toBeHidden({ timeout: 20_000 })
    }
    const third = tilesOf(voter).nth(2)
    const name = (await third.innerText()).trim()
    await third.click()
    await expect(tilesOf(voter).first()).toContainText(name)
    await expect(tilesOf(voter).first()).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(voter)
    const opened = voter.context().waitForEvent('page')
    await button(voter, 'Visit').click()
    await expect(await opened).toHaveURL(/\/sketch\/\d+$/)
    const saved = voter.waitForResponse((reply) => reply.url().endsWith(`/api/compoVote/${key}`) && reply.ok())
    await button(voter, 'Next').click()
    await expect(setOf(voter, 2)).toBeFocused()
    await saved
    await voter.goto(`${address}/vote`)
    await expect(setOf(voter, 2)).toBeVisible()
    await tilesOf(voter).first().click()
    await button(voter, 'Next').click()
    await expect(voter.getByText('Thanks for voting.')).toBeVisible()
    await expect(voter).toHaveURL(address)
  })

  await test.step('the member updates the vote', async () => {
    await voter.getByRole('link', { name: 'Update your vote', exact: true }).click()
    for (const number of [1, 2]) {
      await expect(setOf(voter, number)).toBeVisible()
      await expect(tilesOf(voter).first(), 'the earlier pick').toHaveAttribute('aria-pressed', 'true')
      const favourite = tilesOf(voter).filter({ hasText: winnerTitle })
      if (await favourite.isVisible()) await favourite.click()
      await button(voter, 'Next').click()
    }
    await expect(voter.getByText('Thanks for voting.')).toBeVisible()
  })

  await test.step('another skips all', async () => {
    await signInAs(skipper, VOTERS[1], `${address}/vote`)
    for (const number of [1, 2]) {
      await expect(setOf(skipper, number)).toBeVisible()
      await button(skipper, 'Skip').click()
    }
    await expect(skipper.getByText('Thanks for voting.')).toBeVisible()
    for (const name of VOTERS.slice(2)) await voteFor(await anotherMember(name), key, winner)
  })

  await test.step('staff end the voting, and the schedule publishes the result', async () => {
    await button(page, 'Edit').click()
    await fillDates(page, [-4, -2, -0.1])
    await button(page, 'Save').click()
    await expect(page.getByText('The votes are being counted.')).toBeVisible()
    await runSchedule(page)
    await expect(page.getByText(/^Closed on/)).toBeVisible({ timeout: 40_000 })
  })

  await test.step('places are on the page, on tiles and on sketch pages', async () => {
    const wall = page.getByRole('region', { name: '1st to 3rd place' })
    await expect(wall.getByRole('listitem').first()).toContainText(winnerTitle)
    await expect(wall.getByRole('listitem').first()).toContainText(/1st/)
    await expect(wall.getByRole('listitem').first()).toContainText(/Shown \d+, picked \d+/)
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download all votes, without names' }).click()
    expect((await download).suggestedFilename()).toBe(`${key}-ballots.json`)
    await artist.goto(address)
    await expect(artist.getByText(new RegExp(`^Your sketch ${own} came`))).toBeVisible()
    await skipper.goto(address)
    await skipper.getByRole('link', { name: 'The sets you judged' }).click()
    await expect(skipper.getByText(/^You judged all 2 sets/)).toBeVisible()
    await expect(skipper.getByText('You skipped this set.')).toHaveCount(2)
    await expectAccessible(skipper)
    await voter.goto(`${address}/vote`)
    await expect(voter.getByRole('region', { name: 'Set 1' }).getByText('Your pick')).toBeVisible()
    await expect(button(artist, 'Enter')).toBeHidden()
    await page.goto(`/sketch/${winner}`)
    const fact = page.getByRole('definition').filter({ has: page.getByRole('link', { name: title }) })
    await expect(fact).toHaveText(`${title}, 1st`)
    await page.goto('/compos')
    await expect(page.getByRole('link', { name: title })).toContainText(/Closed on .*6.entries/)
  })
})

/** A closed compo with five entries, the first of which a voter preferred. */
async function openClosed(anotherMember: (nickname: string) => Promise<Member>) {
  const compo = freshCompo()
  const staff = await anotherMember(ADMIN)
  await openCompo(staff, compo)
  const titles = [freshName('Kerb'), 'Crossing', 'Last bus', 'Side door', 'Lantern']
  const entries: { title: string; id: number; nickname: string }[] = []
  for (const title of titles) {
    const nickname = freshName('Entrant')
    const artist = await anotherMember(nickname)
    const id = await postSketch(artist, { title })
    await enterCompo(artist, compo.key, id)
    entries.push({ title, id, nickname })
  }
  await moveCompo(staff, compo, VOTING)
  await voteFor(await anotherMember(VOTERS[2]), compo.key, entries[0]?.id ?? 0)
  await moveCompo(staff, compo, OVER)
  await runSchedule(staff)
  return { compo, staff, entries }
}

test('entries of a closed compo are read by place or by time, and the place is on the tile of the artist', async ({
  page,
  anotherMember,
}) => {
  const { compo, entries } = await openClosed(anotherMember)
  const address = `/compo/${compo.key}`
  const neighbour = (name: string | RegExp) => page.getByRole('link', { name }).first()
  await page.goto(address)
  await expect(page.getByRole('radio', { name: 'By place' })).toBeChecked()
  await page.getByRole('group', { name: 'Order' }).getByText('Latest').click()
  await expect(page).toHaveURL(`${address}?sort=recent`)
  const latest = page.getByRole('region', { name: 'Latest entries' }).getByRole('listitem')
  await expect(latest.getByRole('link')).toHaveCount(10)
  await expect(latest.first()).toContainText('Lantern')
  await expectAccessible(page)
  await latest.nth(1).getByRole('link', { name: 'Side door' }).click()
  await expect(neighbour('Previous sketch: Lantern')).toBeVisible()
  await expect(neighbour('Next sketch: Last bus')).toBeVisible()
  await page.goBack()
  await expect(latest.first()).toContainText('Lantern')
  await page.goBack()
  await expect(page.getByRole('radio', { name: 'By place' })).toBeChecked()
  const first = page.getByRole('region', { name: '1st to 3rd place' }).getByRole('listitem').first()
  await first.getByRole('link', { name: entries[0]?.title ?? '' }).click()
  await expect(page).toHaveURL(`/sketch/${entries[0]?.id}?in=compo-${compo.key}`)
  await expect(neighbour(/^Next sketch: /)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Previous sketch: / })).toHaveCount(0)
  await page
    .getByRole('link', { name: entries[0]?.nickname ?? '', exact: true })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: entries[0]?.nickname ?? '' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Place in a compo: 1st')
})

test('staff read the voters of a closed compo, and disqualify an entry after a report', async ({
  page,
  anotherBrowser,
  anotherMember,
}) => {
  const { compo, entries } = await openClosed(anotherMember)
  const [winner, reporter, visitor] = [entries[0], await anotherBrowser(), await anotherBrowser()]
  if (!winner) throw new Error('no entry')
  const address = `/compo/${compo.key}`

  await test.step('voters with unlikely picks are listed with links', async () => {
    await signInAs(page, GLOPERATOR, address)
    await page.getByRole('link', { name: 'Voters' }).click()
    const table = page.getByRole('table', { name: 'Voters, the least likely picks first' })
    await expect(table.getByRole('link', { name: VOTERS[2] })).toBeVisible()
    await expectAccessible(page)
    await visitor.goto(`${address}?tab=voters`)
    await expect(visitor.getByRole('region', { name: '1st to 3rd place' })).toBeVisible()
    await expect(visitor.getByRole('link', { name: 'Voters' })).toHaveCount(0)
  })

  await test.step('the list fits a phone, also with the widest nickname and thousands of sets', async () => {
    const [widest, size] = [widestName(), page.viewportSize()]
    await page.route('**/api/v2/compo/voters?*', async (route) => {
      const reply = await route.fetch()
      const text = (await reply.text()).replaceAll(VOTERS[2], widest).replaceAll(/"(sets|picks)":\d+/g, '"$1":1204')
      await route.fulfill({ response: reply, body: text })
    })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.reload()
    await expect(page.getByRole('link', { name: widest })).toBeVisible()
    const table = page.getByRole('region', { name: 'Voters, the least likely picks first' })
    await expect.poll(() => table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    await page.unroute('**/api/v2/compo/voters?*')
    if (size) await page.setViewportSize(size)
  })

  await test.step('an upheld report takes the place of the entry', async () => {
    await signInAs(reporter, VOTERS[3], `/sketch/${winner.id}`)
    await button(reporter, 'More actions').click()
    await reporter.getByRole('menuitem', { name: 'Report' }).click()
    const dialog = reporter.getByRole('dialog', { name: 'Report this sketch' })
    await dialog.getByLabel('It doesn’t fit its compo').check()
    await dialog.getByRole('button', { name: 'Report' }).click()
    await expect(dialog).toHaveCount(0)
    await page.goto('/gloperate/sketches')
    await page.getByRole('link', { name: `Open the case of ${winner.title}` }).click()
    const form = page.getByRole('form', { name: 'Decision' })
    await form.getByRole('button', { name: /Action/ }).click()
    await page.getByRole('option', { name: 'Disqualify from the compo' }).click()
    await form.getByRole('button', { name: /Rule/ }).click()
    await page.getByRole('option').first().click()
    await form.getByRole('button', { name: 'Disqualify from the compo', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Disqualified from the compo' })).toBeVisible()
    await page.goto(address)
    const disqualified = page.getByRole('region', { name: 'Disqualified' })
    await expect(disqualified.getByRole('listitem')).toContainText(winner.title)
    await expect(
      page.getByRole('region', { name: '1st to 3rd place' }).getByRole('listitem').first(),
    ).not.toContainText(winner.title)
    await expectAccessible(page)
    await signInAs(visitor, winner.nickname, address)
    await expect(visitor.getByText(`Your sketch ${winner.title} was disqualified.`)).toBeVisible()
    await visitor.goto('/activity')
    await expect(visitor.getByText(`Your sketch “${winner.title}” was disqualified from its compo`)).toBeVisible()
  })
})

/** Hours that let a compo lead the home page, because its deadline comes before those of the other tests. */
const OPEN_BRIEFLY = [-2, 0.2, 48] as const
const VOTING_BRIEFLY = [-3, -1, 0.2] as const

test('the lead of the home page offers to enter a compo, to vote and to update the vote [1 §2]', async ({
  page,
  anotherBrowser,
  anotherMember,
}) => {
  const compo = freshCompo()
  const staff = await anotherMember(ADMIN)
  await openCompo(staff, { ...compo, hours: OPEN_BRIEFLY })
  const lead = (viewer: Page) => viewer.getByRole('region', { name: 'Compo', exact: true })

  await test.step('a new member enters', async () => {
    await signInAs(page, freshName('Entrant'), '/')
    await expect(lead(page)).toContainText(compo.title)
    await expect(lead(page)).toContainText(/entries close in \d+ minutes/)
    await expect(lead(page)).toContainText('No entries yet, you should make one!')
    await expectAccessible(page)
    await lead(page).getByRole('link', { name: 'Enter', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Enter a sketch' })).toBeVisible()
  })

  await test.step('its latest entries are shown without names', async () => {
    for (const title of ['Stairwell', 'Night bus', 'Kiosk']) {
      const member = await anotherMember(freshName('Entrant'))
      await enterCompo(member, compo.key, await postSketch(member, { title }))
    }
    await page.goto('/')
    const entries = lead(page).getByRole('list', { name: 'Latest entries' }).getByRole('img')
    await expect(entries).toHaveCount(3)
    await expect(entries.first()).toHaveAccessibleName('Kiosk')
  })

  await test.step('a member who may vote does so, and updates the vote', async () => {
    await moveCompo(staff, compo, VOTING_BRIEFLY)
    const voter = await anotherBrowser()
    await signInAs(voter, VOTERS[3], '/')
    await expect(lead(voter)).toContainText(compo.title)
    await lead(voter).getByRole('link', { name: 'Vote', exact: true }).click()
    await expect(setOf(voter, 1, 1)).toBeVisible()
    await tilesOf(voter).first().click()
    await button(voter, 'Next').click()
    await expect(voter.getByText('Thanks for voting.')).toBeVisible()
    await voter.goto('/')
    await expect(lead(voter).getByRole('link', { name: 'Update your vote' })).toBeVisible()
  })
})
