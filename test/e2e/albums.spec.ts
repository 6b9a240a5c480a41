import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { listedSketches, postSketch } from '../support/e2e/sketches.ts'

async function post<T>(page: Page, path: string, data: object): Promise<T> {
  const reply = await page.request.post(path, { headers: siteHeaders(), data })
  expect(reply.status(), await reply.text()).toBe(200)
  return reply.json()
}

const idOf = async (page: Page): Promise<number> => (await (await page.request.get('/api/v2/session')).json()).user.id

async function makeAlbum(page: Page, fields: { title: string; sketchId?: number; collection?: boolean }) {
  return (await post<{ albumId: number }>(page, '/api/v2/album/create', { description: '', ...fields })).albumId
}

/** Addresses of the album's sketches. */
const tiles = (page: Page, album: string) =>
  page
    .getByRole('list', { name: album, exact: true })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))

/** Makes an album of an ordinary and a mature sketch of the member of `page`. */
async function makeAlbumOfTwo(page: Page) {
  const userId = await idOf(page)
  const first = await postSketch(page, { title: 'First' })
  const second = await postSketch(page, { title: 'Second', mature: true })
  const albumId = await makeAlbum(page, { title: 'By the sea', sketchId: first })
  await post(page, '/api/v2/album/add', { albumId, sketchId: second })
  return { userId, first, second, place: `?in=album-${userId}-${albumId}`, address: `/user/${userId}/album/${albumId}` }
}

test('a member adds sketches to an album on the pages of the sketches [1 §6]', async ({ page }) => {
  await signInAs(page, freshName('Keeper'))
  const first = await postSketch(page, { title: 'First' })
  const second = await postSketch(page, { title: 'Second' })
  await page.goto(`/sketch/${first}`)
  await page.getByRole('button', { name: 'Add to album' }).click()
  const picker = page.getByRole('dialog', { name: 'Add to album' })
  await expect(picker).toContainText('You have no albums yet.')
  await expectAccessible(page)
  await picker.getByLabel('New album').fill('By the sea')
  await page.keyboard.press('Enter')
  await expect(picker.getByRole('checkbox', { name: 'By the sea' })).toBeChecked()
  await expect(picker.getByLabel('New album')).toHaveValue('')
  await picker.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Add to album' })).toBeFocused()

  await page.goto(`/sketch/${second}`)
  await page.getByRole('button', { name: 'Add to album' }).click()
  const box = picker.getByRole('checkbox', { name: 'By the sea' })
  await expect(box).not.toBeChecked()
  await box.check()
  await page.keyboard.press('Escape')
  await page.goto(`/user/${await idOf(page)}/albums`)
  await expect(page.getByRole('link', { name: 'By the sea 2 sketches' })).toBeVisible()
})

test('the albums of a profile link to each album with its sketches in order [1 §6]', async ({ page }) => {
  await signInAs(page, freshName('Keeper'))
  const { userId, first, second, place, address } = await makeAlbumOfTwo(page)
  await page.goto(`/user/${userId}/albums`)
  await expect(page.getByRole('link', { name: 'By the sea' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'By the sea' }).click()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('heading', { name: 'By the sea', level: 1 })).toBeVisible()
  await expect(page.getByText('Album · 2 sketches · 0 views')).toBeVisible()
  await expect.poll(() => tiles(page, 'By the sea')).toEqual([`/sketch/${first}${place}`, `/sketch/${second}${place}`])
  await expectAccessible(page)
})

test('the title and description of an album can be edited [1 §6]', async ({ page }) => {
  await signInAs(page, freshName('Keeper'))
  const { address } = await makeAlbumOfTwo(page)
  await page.goto(address)
  await page.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit album' })
  await form.getByLabel('Title').fill('By the lake')
  await form.getByLabel('Description').fill('Still water.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'By the lake', level: 1 })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Still water.')).toBeVisible()
})

test('a visitor sees an album, with a mature sketch in its place [1 §6]', async ({ page, anotherBrowser }) => {
  await signInAs(page, freshName('Keeper'))
  const { first, place, address } = await makeAlbumOfTwo(page)
  const visitor = await anotherBrowser()
  await visitor.goto(address)
  await expect(visitor.getByText('2 sketches')).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Mature' })).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await expectAccessible(visitor)
  await visitor.getByRole('list', { name: 'By the sea' }).getByRole('link', { name: 'First' }).click()
  await expect(visitor).toHaveURL(`/sketch/${first}${place}`)
})

test('deleting an album keeps its sketches [1 §6]', async ({ page }) => {
  await signInAs(page, freshName('Keeper'))
  const { userId, first, address } = await makeAlbumOfTwo(page)
  await page.goto(address)
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete this album?' })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(`/user/${userId}/albums`)
  await expect(page.getByText('No albums yet.')).toBeVisible()
  await page.goto(`/sketch/${first}`)
  await expect(page.getByRole('heading', { name: 'First', level: 1 })).toBeVisible()
})

test.describe('order of an album [1 §6]', () => {
  /** Opens the order of a collection of three seeded sketches, named A, B and C here. */
  async function openOrder(page: Page) {
    await signInAs(page, freshName('Orderly'))
    const userId = await idOf(page)
    const sketches = (await listedSketches(page.request)).slice(-3)
    const [first, ...others] = sketches
    const albumId = await makeAlbum(page, { title: 'Letters', sketchId: first?.id, collection: true })
    for (const { id } of others) await post(page, '/api/v2/album/add', { albumId, sketchId: id })
    await page.goto(`/user/${userId}/album/${albumId}`)
    await page.getByRole('button', { name: 'Arrange' }).click()
    const order = page.getByRole('list', { name: 'Order of Letters' })
    const letters = (ids: number[]) => ids.map((id) => 'ABC'[sketches.findIndex((sketch) => sketch.id === id)]).join('')
    const titleOf = (letter: string) => sketches['ABC'.indexOf(letter)]?.title ?? ''
    return {
      order,
      titleOf,
      handle: (letter: string) => order.getByRole('button', { name: `Move ${titleOf(letter)}, ` }),
      saved: async () => {
        const reply = await page.request.get(`/api/v2/album/sketches?userId=${userId}&albumId=${albumId}`)
        return letters((await reply.json()).items.map(({ id }: { id: number }) => id))
      },
      shown: async () => letters((await tiles(page, 'Letters')).map((address) => Number(address?.match(/\d+/)?.[0]))),
    }
  }

  test('an album is sorted by keys', async ({ page }) => {
    const { handle, titleOf, saved } = await openOrder(page)
    await expectAccessible(page)
    await handle('A').focus()
    await page.keyboard.press('ArrowRight')
    await expect(handle('A')).toHaveAccessibleName(`Move ${titleOf('A')}, 2 of 3`)
    await expect(handle('A')).toBeFocused()
    await page.keyboard.press('End')
    await expect(handle('A')).toHaveAccessibleName(`Move ${titleOf('A')}, 3 of 3`)
    await expect.poll(saved).toBe('BCA')
  })

  test('an album is sorted by buttons or by dragging', async ({ page }) => {
    const { order, handle, titleOf, saved } = await openOrder(page)
    await order.getByRole('button', { name: `Move ${titleOf('A')} later` }).click()
    await expect.poll(saved).toBe('BAC')
    await handle('C').dragTo(handle('B'), { targetPosition: { x: 10, y: 60 } })
    await expect.poll(saved).toBe('CBA')
  })

  test('a sketch can be removed from its album, and another be its cover', async ({ page }) => {
    const { order, titleOf, saved, shown } = await openOrder(page)
    const cover = order.getByRole('button', { name: `${titleOf('B')} as cover` })
    await cover.click()
    await expect(cover).toHaveAttribute('aria-pressed', 'true')
    await order.getByRole('button', { name: `Remove ${titleOf('C')}` }).click()
    await expect.poll(saved).toBe('AB')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.reload()
    await expect(page.getByText('2 sketches')).toBeVisible()
    await expect.poll(shown).toBe('AB')
  })
})

test('the checkbox of an eleventh album is reset with the reason [1 §5]', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/status of 409/)
  await signInAs(page, freshName('Greedy'))
  const sketchId = await postSketch(page, { title: 'Everywhere' })
  for (let count = 0; count < 10; count++) await makeAlbum(page, { title: `Album ${count}`, sketchId })
  await makeAlbum(page, { title: 'One more' })
  await page.goto(`/sketch/${sketchId}`)
  await page.getByRole('button', { name: 'Add to album' }).click()
  const picker = page.getByRole('dialog', { name: 'Add to album' })
  const more = picker.getByRole('checkbox', { name: 'One more' })
  await more.click()
  const alert = page.getByRole('alert').filter({ hasText: 'Sorry a sketch cannot be in more than 10 albums.' })
  await expect(alert).toBeVisible()
  await expect(more).not.toBeChecked()
  await picker.getByRole('checkbox', { name: 'Album 3' }).click()
  // The tick appears before its request is sent, which a reload would cancel.
  const added = page.waitForResponse('/api/v2/album/add')
  await more.click()
  await expect(more).toBeChecked()
  expect((await added).status()).toBe(200)
  await page.reload()
  await page.getByRole('button', { name: 'Add to album' }).click()
  await expect(more).toBeChecked()
})

test('the checkbox of an album is reset when its request fails [1 §8]', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/ERR_FAILED/)
  await signInAs(page, freshName('Unlucky'))
  const sketchId = await postSketch(page)
  await makeAlbum(page, { title: 'Album 3', sketchId })
  await page.goto(`/sketch/${sketchId}`)
  await page.getByRole('button', { name: 'Add to album' }).click()
  const checkbox = page.getByRole('dialog', { name: 'Add to album' }).getByRole('checkbox', { name: 'Album 3' })
  await page.route('/api/v2/album/remove', (route) => route.abort(), { times: 1 })
  await checkbox.click()
  await expect(page.getByText('Sorry there was an error removing the sketch from the album')).toBeVisible()
  await expect(checkbox).toBeChecked()
  const removed = page.waitForResponse('/api/v2/album/remove')
  await checkbox.click()
  expect((await removed).status()).toBe(200)
  await page.reload()
  await page.getByRole('button', { name: 'Add to album' }).click()
  await expect(checkbox).not.toBeChecked()
})

test('a visitor who collects a sketch is asked to log in [1 §6]', async ({ page, request }) => {
  const sketch = (await listedSketches(request)).at(-3)
  await page.goto(`/sketch/${sketch?.id}`)
  await page.getByRole('button', { name: 'Collect sketch' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to Croquis' })).toBeVisible()
})

test("a member can add another's sketch to a collection [1 §6]", async ({ page, request }) => {
  const sketch = (await listedSketches(request)).at(-3)
  if (!sketch) throw new Error('there are too few sketches')
  await signInAs(page, freshName('Collector'), `/sketch/${sketch.id}`)
  await page.getByRole('button', { name: 'Collect sketch' }).click()
  const picker = page.getByRole('dialog', { name: 'Add to a collection' })
  await picker.getByLabel('New collection').fill('Finds')
  await picker.getByRole('button', { name: 'Create' }).click()
  await expect(picker.getByRole('checkbox', { name: 'Finds' })).toBeChecked()
  const userId = await idOf(page)
  await page.goto(`/user/${userId}/albums`)
  await expect(page.getByText('Collection · 1 sketch')).toBeVisible()
})
