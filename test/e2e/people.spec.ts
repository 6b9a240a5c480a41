import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs, widestName } from '../support/e2e/people.ts'
import { currentUserId, expectProfileCount, openProfile } from '../support/e2e/profiles.ts'
import { postComment, postSketch } from '../support/e2e/sketches.ts'

const tab = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
const fanButton = (page: Page) => page.getByRole('button', { name: 'Fan', exact: true })
const card = (page: Page, nickname: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: nickname }) })

/** Chooses an item in the menu of a profile. */
async function chooseInMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}

test.describe('profiles [2 §3]', () => {
  test('the name of a member leads to the profile with their sketches and hearts', async ({ page, anotherBrowser }) => {
    const [artist, liker] = [freshName('Artist'), freshName('Liker')]
    await signInAs(page, artist)
    const first = await postSketch(page, { title: 'The only one' })
    const other = await anotherBrowser()
    await signInAs(other, liker, `/sketch/${first}`)
    await postComment(other, first, 'What light!')
    await other.getByRole('button', { name: /^Heart, / }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: 'Give heart' }).click()
    await expect(other.getByRole('button', { name: 'Heart, 1 given' })).toBeVisible()

    await page.goto(`/sketch/${first}`)
    await page.getByRole('article').getByRole('link', { name: liker }).click()
    await expect(page.getByRole('heading', { level: 1, name: liker })).toBeVisible()
    await expect(page).toHaveTitle(`${liker} – Croquis`)
    await expect(page.getByText('No sketches yet.')).toBeVisible()
    await tab(page, 'Likes').click()
    const liked = page.getByRole('list', { name: `Sketches ${liker} likes` })
    await expect(liked.getByRole('link', { name: 'The only one' })).toBeVisible()

    await page.getByRole('banner').getByRole('button', { name: artist }).click()
    await page.getByRole('link', { name: 'Your profile' }).click()
    await expectProfileCount(page, 'Glops', '10')
    await expectProfileCount(page, 'Sketches', '1')
    await expect(page.getByText('You have 5 hearts to give. Next heart at 150 glops (10 so far).')).toBeVisible()
    // Checked after the address changed.
    await page.getByRole('radio', { name: 'Most hearts' }).click()
    await expect(page).toHaveURL(/\?sort=hearts$/)
    await expect(page.getByRole('list', { name: `Sketches by ${artist}` }).getByRole('link')).toHaveCount(1)
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Most hearts' })).toBeChecked()
  })

  test('an unknown profile redirects to the home page [2 §8]', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 404/)
    await page.goto('/user/999999')
    await expect(page).toHaveURL('/')
  })

  test('an unknown page of a profile is not found [2 §8]', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 404/)
    await signInAs(page, freshName('Here'))
    await page.goto(`/user/${await currentUserId(page)}/nonsense`)
    await expect(page.getByText("Sorry, we couldn't find the page you're looking for.")).toBeVisible()
  })

  test('a profile has comments like a sketch', async ({ page, anotherBrowser }) => {
    const owner = freshName('Owner')
    await signInAs(page, owner)
    const address = `/user/${await currentUserId(page)}/comments`
    const guest = await anotherBrowser()
    await signInAs(guest, freshName('Guest'), address)
    await expect(guest.getByText('No comments yet.')).toBeVisible()
    await guest.getByLabel('Your comment').fill('Welcome here')
    await guest.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(guest.getByRole('button', { name: /^More actions for the comment/ })).toBeVisible()
    await page.goto(address)
    await expect(page.getByRole('article').filter({ hasText: 'Welcome here' })).toBeVisible()
    await page.getByRole('button', { name: /^More actions for the comment/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No comments yet.')).toBeVisible()
    await guest.reload()
    await expect(guest.getByText('No comments yet.')).toBeVisible()
  })
})

test.describe('fans [2 §4]', () => {
  test('only a member who stops being a fan is asked for confirmation [2 §5]', async ({ page, anotherBrowser }) => {
    const artist = await anotherBrowser()
    const [name, fan] = [freshName('Artist'), freshName('Fan')]
    await signInAs(artist, name)
    const address = `/user/${await currentUserId(artist)}`
    await signInAs(page, fan, address)
    await expectProfileCount(page, 'Fans', '0')
    await fanButton(page).click()
    await expect(fanButton(page)).toHaveAttribute('aria-pressed', 'true')
    await expectProfileCount(page, 'Fans', '1')
    await Promise.all([
      page.waitForResponse('**/api/v2/fan/notify'),
      chooseInMenu(page, 'Turn on stream notifications'),
    ])
    await page.reload()
    await expect(fanButton(page)).toHaveAttribute('aria-pressed', 'true')
    await chooseInMenu(page, 'Turn off stream notifications')

    await fanButton(page).click()
    const dialog = page.getByRole('alertdialog', { name: `Stop being a fan of ${name}?` })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expectProfileCount(page, 'Fans', '1')
    await fanButton(page).click()
    await dialog.getByRole('button', { name: 'Stop' }).click()
    await expectProfileCount(page, 'Fans', '0')
    await page.reload()
    await expect(fanButton(page)).toHaveAttribute('aria-pressed', 'false')
  })

  test("only the member's own list of fans offers to follow back [2 §2 Fans]", async ({ page, anotherBrowser }) => {
    const [name, fan] = [freshName('Artist'), freshName('Fan')]
    await signInAs(page, name)
    const address = `/user/${await currentUserId(page)}`
    const other = await anotherBrowser()
    await signInAs(other, fan, address)
    await fanButton(other).click()
    await expectProfileCount(other, 'Fans', '1')

    await page.goto(`${address}/fans`)
    await expect(page.getByRole('heading', { level: 2, name: 'Your fans' })).toBeAttached()
    await expect(card(page, fan).getByText(/^Since \d+ \w+ \d{4}$/)).toBeVisible()
    const follow = page.getByRole('button', { name: `Fan of ${fan}` })
    await follow.click()
    await expect(follow).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('navigation', { name: 'Fans' }).getByRole('link', { name: 'Fan of' }).click()
    await expect(page).toHaveURL(`${address}/fanof`)
    await expect(card(page, fan)).toBeVisible()
    await expect(page.getByRole('button', { name: `Fan of ${fan}` })).toHaveCount(0)

    await other.goto(`${address}/fans`)
    await expect(other.getByRole('heading', { level: 2, name: 'Fans' })).toBeVisible()
    await expect(card(other, fan)).toBeVisible()
    await expect(other.getByRole('navigation', { name: 'Fans' })).toHaveCount(0)
    await expect(other.getByRole('button', { name: /^Fan of/ })).toHaveCount(0)
  })
})

test.describe('blocks', () => {
  test('a confirmed block keeps two members apart until it ends', async ({ page, anotherBrowser, consoleErrors }) => {
    consoleErrors.allow(/status of 404/)
    const [name, rude] = [freshName('Quiet'), freshName('Rude')]
    await signInAs(page, name)
    const own = `/user/${await currentUserId(page)}`
    const sketch = await postSketch(page)
    const other = await anotherBrowser()
    await signInAs(other, rude)
    const theirs = `/user/${await currentUserId(other)}`
    await openProfile(page, theirs, rude)
    await chooseInMenu(page, 'Block')
    const dialog = page.getByRole('alertdialog', { name: `Block ${rude}?` })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { level: 1, name: rude })).toBeVisible()
    await chooseInMenu(page, 'Block')
    await dialog.getByRole('button', { name: 'Block' }).click()
    await expect(page.getByText('You blocked this member.')).toBeVisible()

    for (const path of [own, `/sketch/${sketch}`]) {
      await other.goto(path)
      await expect(other).toHaveURL('/')
    }
    await page.goto(`${own}/blocks`)
    await expect(card(page, rude)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: `Unblock ${rude}` }).click()
    await expect(page.getByText('No one blocked.')).toBeVisible()
    await openProfile(other, own, name)
  })

  test('a block hides comments only from the two members [1 §5]', async ({ page, anotherBrowser }) => {
    await signInAs(page, freshName('Owner'))
    const sketch = await postSketch(page)
    const [first, second] = [await anotherBrowser(), await anotherBrowser()]
    const names = [freshName('One'), freshName('Two')] as const
    await signInAs(first, names[0])
    await signInAs(second, names[1])
    await postComment(first, sketch, 'Said by one')
    await postComment(second, sketch, 'Said by two')
    await openProfile(first, `/user/${await currentUserId(second)}`, names[1])
    await chooseInMenu(first, 'Block')
    await first.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click()
    await expect(first.getByText('You blocked this member.')).toBeVisible()
    for (const [browser, own, others] of [
      [first, 'Said by one', 'Said by two'],
      [second, 'Said by two', 'Said by one'],
    ] as const) {
      await browser.goto(`/sketch/${sketch}`)
      await expect(browser.getByText(own)).toBeVisible()
      await expect(browser.getByText(others)).toHaveCount(0)
    }
    await page.goto(`/sketch/${sketch}`)
    await expect(page.getByText('Said by one')).toBeVisible()
    await expect(page.getByText('Said by two')).toBeVisible()
  })
})

test('axe finds no violations on a profile, its fans and the block notice, in any theme', async ({
  page,
  anotherBrowser,
}) => {
  const other = await anotherBrowser()
  const [artist, name] = [freshName('Artist'), freshName('Axe')]
  await signInAs(other, artist)
  const theirs = `/user/${await currentUserId(other)}`
  await postSketch(other)
  await signInAs(page, name, theirs)
  await expect(page.getByRole('list', { name: `Sketches by ${artist}` }).getByRole('link')).toHaveCount(1)
  await expectAccessible(page)
  await fanButton(page).click()
  await expectProfileCount(page, 'Fans', '1')
  await other.goto(`${theirs}/fans`)
  await expect(other.getByRole('button', { name: `Fan of ${name}` })).toBeVisible()
  await expectAccessible(other)
  await page.goto(`${theirs}/comments`)
  await page.getByLabel('Your comment').fill('So light.')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByRole('button', { name: /^More actions for the comment/ })).toBeVisible()
  await expectAccessible(page)
  await chooseInMenu(page, 'Block')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click()
  await expect(page.getByRole('button', { name: 'Unblock' })).toBeVisible()
  await expectAccessible(page)
})

test('no part of a profile scrolls sideways at 360 px', async ({ page, anotherBrowser }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const name = widestName()
  await signInAs(page, name)
  const id = await currentUserId(page)
  await postSketch(page, { title: 'W'.repeat(64) })
  const other = await anotherBrowser()
  await signInAs(other, widestName(), `/user/${id}`)
  await fanButton(other).click()
  await expectProfileCount(other, 'Fans', '1')
  for (const part of ['', '/likes', '/comments', '/fans', '/fanof', '/blocks']) {
    await page.goto(`/user/${id}${part}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, part).toBeLessThanOrEqual(360)
  }
})
