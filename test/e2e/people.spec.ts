import type { Page } from 'playwright/test'
import { toWireTime } from '../../contract/time.ts'
import { commentOn } from '../support/e2e/comments.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs, widestName } from '../support/e2e/people.ts'
import { becomeFan, currentUserId, expectProfileCount, openProfile } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postComment, postSketch, seededSketches } from '../support/e2e/sketches.ts'

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
  test('the name of a member leads to the profile with the sketches that they like', async ({
    page,
    anotherMember,
  }) => {
    const nickname = freshName('Liker')
    await signInAs(page, freshName('Artist'))
    const sketch = await postSketch(page, { title: 'The only one' })
    const liker = await anotherMember(nickname)
    await commentOn(liker, { type: 'sketch', which: sketch }, 'What light!')
    const data = { action: 'heart', which: sketch }
    expect((await liker.request.post('/heart', { headers: siteHeaders(), data })).status()).toBe(200)

    await page.goto(`/sketch/${sketch}`)
    await page.getByRole('article').getByRole('link', { name: nickname }).click()
    await expect(page.getByRole('heading', { level: 1, name: nickname })).toBeVisible()
    await expect(page).toHaveTitle(`${nickname} – Croquis`)
    await expect(page.getByText('No sketches yet.')).toBeVisible()
    await tab(page, 'Likes').click()
    const liked = page.getByRole('list', { name: `Sketches ${nickname} likes` })
    await expect(liked.getByRole('link', { name: 'The only one' })).toBeVisible()
  })

  test('a member finds their glops and sketches, also by hearts, on their profile', async ({ page }) => {
    const nickname = freshName('Artist')
    await signInAs(page, nickname)
    await postSketch(page)
    await page.goto(`/user/${await currentUserId(page)}`)
    await expectProfileCount(page, 'Sketches', '1')
    await expect(page.getByRole('list', { name: `Sketches by ${nickname}` }).getByRole('link')).toHaveCount(1)
    await expectAccessible(page)
    // Checked after the address changed.
    await page.getByRole('radio', { name: 'Most hearts' }).click()
    await expect(page).toHaveURL(/\?sort=hearts$/)
    await expect(page.getByRole('list', { name: `Sketches by ${nickname}` }).getByRole('link')).toHaveCount(1)
    await page.getByRole('link', { name: 'About', exact: true }).click()
    await expect(page.getByText(/^You have 5 hearts to give\. Next heart at 150 glops/)).toBeVisible()
    await expectAccessible(page)
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

  test('the owner of a profile deletes a comment on it [1 §6]', async ({ page, anotherMember }) => {
    await signInAs(page, freshName('Owner'))
    const which = await currentUserId(page)
    await commentOn(await anotherMember(freshName('Guest')), { type: 'profile', which }, 'Welcome here')
    await page.goto(`/user/${which}/comments`)
    await expect(page.getByRole('article').filter({ hasText: 'Welcome here' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^More actions for the comment/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No comments yet.')).toBeVisible()
  })
})

test.describe('fans [2 §4]', () => {
  test('only a member who stops being a fan is asked for confirmation [2 §5]', async ({ page, anotherMember }) => {
    const name = freshName('Artist')
    const address = `/user/${await currentUserId(await anotherMember(name))}`
    await signInAs(page, freshName('Fan'), address)
    await expectProfileCount(page, 'Fans', '0')
    await fanButton(page).click()
    await expect(fanButton(page)).toHaveAttribute('aria-pressed', 'true')
    await expectProfileCount(page, 'Fans', '1')

    await fanButton(page).click()
    const dialog = page.getByRole('alertdialog', { name: `Stop being a fan of ${name}?` })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expectProfileCount(page, 'Fans', '1')
    await fanButton(page).click()
    await dialog.getByRole('button', { name: 'Stop' }).click()
    await expectProfileCount(page, 'Fans', '0')
    await expect(fanButton(page)).toHaveAttribute('aria-pressed', 'false')
  })

  test('a new fan is offered to choose the notifications about the artist', async ({ page, anotherMember }) => {
    const artist = await currentUserId(await anotherMember(freshName('Artist')))
    await signInAs(page, freshName('Fan'))
    await page.goto(`/user/${artist}`)
    await fanButton(page).click()
    await page.getByRole('button', { name: 'Notifications', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Notify me about Artist/ })
    await expect(dialog.getByRole('checkbox', { name: 'Notes to fans' })).toBeChecked()
    await expectAccessible(page)
    await Promise.all([
      page.waitForResponse('**/api/v2/fan/notify'),
      dialog.getByRole('checkbox', { name: 'Live streams' }).check(),
    ])
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.reload()
    await chooseInMenu(page, 'Notifications')
    await expect(dialog.getByRole('checkbox', { name: 'Live streams' })).toBeChecked()
  })

  test('an artist writes a note that their fans find in their notifications [2 §7]', async ({
    page,
    anotherMember,
  }) => {
    await signInAs(page, freshName('Artist'))
    const id = await currentUserId(page)
    const fan = await anotherMember(freshName('Fan'))
    await becomeFan(fan, id)
    await page.goto(`/user/${id}/fans`)
    await page.getByRole('button', { name: 'Write to your fans' }).click()
    await page.getByRole('textbox', { name: 'Note' }).fill('New prints in the shop.')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Your note goes to 1 fan.')).toBeVisible()
    await expect
      .poll(async () => (await fan.request.get('/api/v2/notices?category=notes')).text())
      .toContain('New prints in the shop.')
  })

  test("only the member's own list of fans offers to follow back [2 §2 Fans]", async ({ page, anotherMember }) => {
    const [name, fan] = [freshName('Artist'), freshName('Fan')]
    await signInAs(page, name)
    const id = await currentUserId(page)
    const other = await anotherMember(fan)
    await becomeFan(other, id)

    await page.goto(`/user/${id}/fans`)
    await expect(page.getByRole('heading', { level: 2, name: 'Your fans' })).toBeAttached()
    await expect(card(page, fan).getByText(/^Since \d+ \w+ \d{4}$/)).toBeVisible()
    const follow = page.getByRole('button', { name: `Fan of ${fan}` })
    await expect(follow).toHaveAttribute('aria-pressed', 'false')
    await expectAccessible(page)
    await follow.click()
    await expect(follow).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('navigation', { name: 'Fans' }).getByRole('link', { name: 'Fan of' }).click()
    await expect(page).toHaveURL(`/user/${id}/fanof`)
    await expect(card(page, fan)).toBeVisible()
    await expect(page.getByRole('button', { name: `Fan of ${fan}` })).toHaveCount(0)

    await page.goto(`/user/${await currentUserId(other)}/fans`)
    await expect(page.getByRole('heading', { level: 2, name: 'Fans' })).toBeVisible()
    await expect(card(page, name)).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Fans' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Fan of/ })).toHaveCount(0)
  })
})

test('a confirmed block keeps two members apart until it ends', async ({ page, anotherMember }) => {
  const quiet = freshName('Quiet')
  await signInAs(page, quiet)
  const own = await currentUserId(page)
  const rude = freshName('Rude')
  const other = await anotherMember(rude)
  const pages = [
    { viewer: page, id: own, name: quiet },
    { viewer: other, id: await currentUserId(other), name: rude },
  ] as const
  const [sketch] = await seededSketches(page)
  for (const { viewer } of pages) {
    await postSketch(viewer)
    await postComment(viewer, sketch?.id ?? 0, 'So light.')
    // Sooner than those of other tests, so that it is on the first page of the list.
    const stream = { title: freshName('Hands'), startsAt: toWireTime(Date.now() + 300_000), key: crypto.randomUUID() }
    const announced = await viewer.request.post('/api/v2/stream/announce', { headers: siteHeaders(), data: stream })
    expect(announced.status(), await announced.text()).toBe(200)
  }
  const letter = { subject: 'Pears', text: 'Swap?', key: crypto.randomUUID() }
  await page.request.post('/api/v2/message/write', { headers: siteHeaders(), data: { to: pages[1].id, ...letter } })
  const statusOfProfile = async () => (await other.request.get(`/api/user/${own}`)).status()
  /** The lists in which each of the two finds the other. */
  const placesWithOther = async () => {
    const found: string[] = []
    for (const [index, { viewer }] of pages.entries()) {
      const { name } = pages[1 - index] ?? pages[0]
      const places = {
        gallery: '/recentSketches?format=json',
        comments: `/api/comments/${sketch?.id}?type=sketch`,
        messages: `/api/v2/messages?folder=${index === 0 ? 'inbox' : 'requests'}`,
        search: `/api/v2/search/user?query=${encodeURIComponent(name)}`,
        streams: '/api/v2/streams/announced',
        mentions: `/api/v2/mention?query=${encodeURIComponent(name)}`,
      }
      for (const [place, path] of Object.entries(places))
        if ((await (await viewer.request.get(path)).text()).includes(name)) found.push(place)
    }
    return found
  }
  const everywhere = ['gallery', 'comments', 'messages', 'search', 'streams', 'mentions']
  expect(await placesWithOther()).toEqual([...everywhere, ...everywhere])
  await openProfile(page, `/user/${await currentUserId(other)}`, rude)
  await chooseInMenu(page, 'Block')
  const dialog = page.getByRole('alertdialog', { name: `Block ${rude}?` })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 1, name: rude })).toBeVisible()
  expect(await statusOfProfile()).toBe(200)
  await chooseInMenu(page, 'Block')
  await dialog.getByRole('button', { name: 'Block' }).click()
  await expect(page.getByText('You blocked this member.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: rude })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Unblock' })).toBeVisible()
  await expectAccessible(page)
  expect(await statusOfProfile()).toBe(404)
  expect(await placesWithOther()).toEqual([])

  await page.goto(`/user/${own}/blocks`)
  await expect(card(page, rude)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Unblock ${rude}` }).click()
  await expect(page.getByText('No one blocked.')).toBeVisible()
  expect(await statusOfProfile()).toBe(200)
  expect(await placesWithOther()).toEqual([...everywhere, ...everywhere])
})

test('the focus is kept when members are unblocked on their page and in the list', async ({ page, anotherMember }) => {
  await signInAs(page, freshName('Quiet'))
  const names = [freshName('Rude'), freshName('Rude')] as const
  for (const name of names) {
    const user = await currentUserId(await anotherMember(name))
    await page.request.post('/api/v2/user/block', { headers: siteHeaders(), data: { user } })
    await page.goto(`/user/${user}`)
    await page.getByRole('button', { name: 'Unblock' }).click()
    await expect(page.getByRole('link', { name: 'Message' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
    await page.request.post('/api/v2/user/block', { headers: siteHeaders(), data: { user } })
  }
  const [earlier, later] = names
  await page.goto(`/user/${await currentUserId(page)}/blocks`)
  await page.getByRole('button', { name: `Unblock ${later}` }).click()
  await expect(card(page, later)).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Unblock ${earlier}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('No one blocked.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Blocks' })).toBeFocused()
})

test('no part of a profile scrolls sideways at 360 px', async ({ page, anotherMember }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const name = widestName()
  await signInAs(page, name)
  const id = await currentUserId(page)
  await postSketch(page, { title: 'W'.repeat(64) })
  const fan = await anotherMember(widestName())
  await becomeFan(fan, id)
  await becomeFan(page, await currentUserId(fan))
  for (const part of ['', '/likes', '/comments', '/fans', '/fanof', '/blocks']) {
    await page.goto(`/user/${id}${part}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, part).toBeLessThanOrEqual(360)
  }
})
