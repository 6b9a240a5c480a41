import type { Page } from 'playwright/test'
import { albumSketchList, createAlbumReply, sketchAlbums } from '../../contract/http/albums.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import { freshName, type Member, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postSketch, seededSketches } from '../support/e2e/sketches.ts'

async function post({ request }: Member, path: string, data: object): Promise<unknown> {
  const reply = await request.post(path, { headers: siteHeaders(), data })
  expect(reply.status(), await reply.text()).toBe(200)
  return reply.json()
}

async function makeAlbum(member: Member, fields: { title: string; sketchId?: number; collection?: boolean }) {
  const made = await post(member, '/api/v2/album/create', { description: '', ...fields })
  return createAlbumReply.parse(made).albumId
}

/** Titles of the albums and collections that contain a sketch. */
async function albumsWith({ request }: Member, sketchId: number): Promise<string[]> {
  const reply = await request.get(`/api/v2/album/sketch?sketchId=${sketchId}`)
  return sketchAlbums
    .parse(await reply.json())
    .items.map(({ title }) => title)
    .sort()
}

/** Addresses of the album's sketches. */
const tiles = (page: Page, album: string) =>
  page
    .getByRole('list', { name: album, exact: true })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))

/** Signs in a new member with a collection of three seeded sketches. */
async function makeCollection(page: Page, title: string) {
  await signInAs(page, freshName('Keeper'))
  const userId = await currentUserId(page)
  const sketches = (await seededSketches(page)).slice(-3)
  const [first, ...others] = sketches
  const albumId = await makeAlbum(page, { title, sketchId: first?.id, collection: true })
  for (const { id } of others) await post(page, '/api/v2/album/add', { albumId, sketchId: id })
  return { userId, albumId, sketches, address: `/user/${userId}/album/${albumId}` }
}

const picker = (page: Page) => page.getByRole('dialog', { name: 'Add to album' })

/** Opens the page of a new sketch, and the albums that it can be added to. */
async function openPicker(page: Page, sketchId: number): Promise<void> {
  await page.goto(`/sketch/${sketchId}`)
  await page.getByRole('button', { name: 'Add to album' }).click()
}

test('a sketch is added to a new or an existing album on its own page [1 §6]', async ({ page }) => {
  await signInAs(page, freshName('Keeper'))
  const sketchId = await postSketch(page, { title: 'First' })
  await makeAlbum(page, { title: 'By the lake' })
  await openPicker(page, sketchId)
  const existing = picker(page).getByRole('checkbox', { name: 'By the lake' })
  await expect(existing).not.toBeChecked()
  await expectAccessible(page)
  const added = page.waitForResponse('/api/v2/album/add')
  await existing.check()
  await added
  await picker(page).getByLabel('New album').fill('By the sea')
  await page.keyboard.press('Enter')
  await expect(picker(page).getByRole('checkbox', { name: 'By the sea' })).toBeChecked()
  await expect(picker(page).getByLabel('New album')).toHaveValue('')
  await picker(page).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Add to album' })).toBeFocused()
  expect(await albumsWith(page, sketchId)).toEqual(['By the lake', 'By the sea'])
})

test('each change of albums that fails is undone and reported', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/ERR_FAILED/)
  await signInAs(page, freshName('Keeper'))
  const sketchId = await postSketch(page, { title: 'First' })
  const titles = ['By the lake', 'By the sea']
  for (const title of titles) await makeAlbum(page, { title })
  await openPicker(page, sketchId)
  const release = await holdRequests(page, '/api/v2/album/add', (route) => route.abort())
  const boxes = titles.map((name) => picker(page).getByRole('checkbox', { name }))
  for (const box of boxes) await box.check()
  release()
  for (const box of boxes) await expect(box).not.toBeChecked()
  await expect(page.getByText('Sorry there was an error adding the sketch to the album').first()).toBeVisible()
})

test('the albums of a profile link to each album with its sketches in order [1 §6]', async ({ page }) => {
  const { userId, albumId, sketches, address } = await makeCollection(page, 'By the sea')
  await page.goto(`/user/${userId}/albums`)
  const card = page.getByRole('link', { name: 'By the sea Collection · 3 sketches' })
  await expect(card).toBeVisible()
  await expectAccessible(page)
  await card.click()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('heading', { name: 'By the sea', level: 1 })).toBeVisible()
  await expect(page.getByText('Collection · 3 sketches · 0 views')).toBeVisible()
  const inOrder = sketches.map(({ id }) => `/sketch/${id}?in=album-${userId}-${albumId}`)
  await expect.poll(() => tiles(page, 'By the sea')).toEqual(inOrder)
  await expectAccessible(page)
})

test('the title and description of an album can be edited [1 §6]', async ({ page }) => {
  const { address } = await makeCollection(page, 'By the sea')
  await page.goto(address)
  await page.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit collection' })
  await form.getByLabel('Title').fill('By the lake')
  await form.getByLabel('Description').fill('Still water.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'By the lake', level: 1 })).toBeVisible()
  await expect(page.getByText('Still water.')).toBeVisible()
})

test('a confirmed deletion of an album leads back to the albums of the profile [1 §6]', async ({ page }) => {
  const { userId, address } = await makeCollection(page, 'By the sea')
  await page.goto(address)
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete this collection?' })
  await expect(dialog).toContainText('Its sketches are kept.')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(`/user/${userId}/albums`)
  await expect(page.getByText('No albums yet.')).toBeVisible()
})

test.describe('order of an album [1 §6]', () => {
  /** Opens the order of a collection of three seeded sketches, named A, B and C here. */
  async function openOrder(page: Page) {
    const { userId, albumId, sketches, address } = await makeCollection(page, 'Letters')
    await page.goto(address)
    const arrange = page.getByRole('button', { name: 'Arrange' })
    await expect(arrange.locator('svg')).toHaveClass(/lucide-move/)
    await arrange.click()
    const order = page.getByRole('list', { name: 'Order of Letters' })
    const letters = (ids: number[]) => ids.map((id) => 'ABC'[sketches.findIndex((sketch) => sketch.id === id)]).join('')
    const titleOf = (letter: string) => sketches['ABC'.indexOf(letter)]?.title ?? ''
    return {
      order,
      titleOf,
      handle: (letter: string) => order.getByRole('button', { name: `Move ${titleOf(letter)}, ` }),
      saved: async () => {
        const reply = await page.request.get(`/api/v2/album/sketches?userId=${userId}&albumId=${albumId}`)
        return letters(albumSketchList.parse(await reply.json()).items.map(({ id }) => id))
      },
      shown: async () => letters((await tiles(page, 'Letters')).map((address) => Number(address?.match(/\d+/)?.[0]))),
    }
  }

  test('an album is sorted by keys, by buttons and by dragging', async ({ page }) => {
    const { order, handle, titleOf, saved } = await openOrder(page)
    await expectAccessible(page)
    await handle('A').focus()
    await page.keyboard.press('ArrowRight')
    await expect(handle('A')).toHaveAccessibleName(`Move ${titleOf('A')}, 2 of 3`)
    await expect(handle('A')).toBeFocused()
    await page.keyboard.press('End')
    await expect(handle('A')).toHaveAccessibleName(`Move ${titleOf('A')}, 3 of 3`)
    await expect.poll(saved).toBe('BCA')
    await order.getByRole('button', { name: `Move ${titleOf('B')} later` }).click()
    await expect.poll(saved).toBe('CBA')
    await handle('A').dragTo(handle('B'), { targetPosition: { x: 10, y: 60 } })
    await expect.poll(saved).toBe('CAB')
  })

  test('sketches are removed and the cover is chosen while an album is sorted', async ({ page }) => {
    const { order, titleOf, saved, shown } = await openOrder(page)
    const cover = order.getByRole('button', { name: `${titleOf('B')} as cover` })
    await cover.click()
    await expect(cover).toHaveAttribute('aria-pressed', 'true')
    await order.getByRole('button', { name: `Remove ${titleOf('C')}` }).click()
    await expect.poll(saved).toBe('AB')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect.poll(shown).toBe('AB')
    await expect(page.getByText('2 sketches')).toBeVisible()
  })

  test('moving a sketch to the end or removing it by keys does not lose the focus', async ({ page }) => {
    const { order, handle, titleOf, saved } = await openOrder(page)
    const later = order.getByRole('button', { name: `Move ${titleOf('A')} later` })
    await later.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(later).toBeDisabled()
    await expect(later).toBeFocused()
    await expect.poll(saved).toBe('BCA')
    for (const [removed, next] of [
      ['B', 'C'],
      ['A', 'C'],
    ] as const) {
      await order.getByRole('button', { name: `Remove ${titleOf(removed)}` }).press('Enter')
      await expect(handle(next)).toBeFocused()
    }
    await expect.poll(saved).toBe('C')
  })
})

test('a failed request resets the checkbox of an album for another press [1 §8]', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/ERR_FAILED/)
  await signInAs(page, freshName('Unlucky'))
  const sketchId = await postSketch(page)
  await makeAlbum(page, { title: 'Album 3', sketchId })
  await openPicker(page, sketchId)
  const checkbox = picker(page).getByRole('checkbox', { name: 'Album 3' })
  await page.route('/api/v2/album/remove', (route) => route.abort(), { times: 1 })
  await checkbox.click()
  await expect(page.getByText('Sorry there was an error removing the sketch from the album')).toBeVisible()
  await expect(checkbox).toBeChecked()
  const removed = page.waitForResponse('/api/v2/album/remove')
  await checkbox.click()
  expect((await removed).status()).toBe(200)
  await expect(checkbox).not.toBeChecked()
})

test("a member can add another's sketch to a collection [1 §6]", async ({ page }) => {
  const sketch = (await seededSketches(page)).at(-3)
  if (!sketch) throw new Error('there are too few sketches')
  await signInAs(page, freshName('Collector'), `/sketch/${sketch.id}`)
  await page.getByRole('button', { name: 'Collect sketch' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to a collection' })
  await expect(dialog).toContainText('You have no collections yet.')
  await dialog.getByLabel('New collection').fill('Finds')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Finds' })).toBeChecked()
})

test('a visitor who suggests a challenge is asked to log in [1 §6]', async ({ page }) => {
  await page.goto('/challenges')
  await page.getByRole('button', { name: 'Suggest a challenge' }).click()
  const joining = page.getByRole('dialog', { name: 'Suggest a challenge?' })
  await expect(joining).toContainText('Staff read every suggestion.')
  await joining.getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to Croquis' })).toBeVisible()
})
