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

test('an album is created from a sketch, filled, edited, shown to others and deleted [1 §6]', async ({
  page,
  anotherBrowser,
}) => {
  await signInAs(page, freshName('Keeper'))
  const userId = await idOf(page)
  const first = await postSketch(page, { title: 'First' })
  const second = await postSketch(page, { title: 'Second', mature: true })

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

  await page.goto(`/user/${userId}/albums`)
  await expect(page.getByRole('link', { name: 'By the sea' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'By the sea' }).click()
  await expect(page.getByRole('heading', { name: 'By the sea', level: 1 })).toBeVisible()
  await expect(page.getByText('Album · 2 sketches · 0 views')).toBeVisible()
  const album = new URL(page.url()).pathname
  const place = `?in=album-${userId}-${album.split('/').at(-1)}`
  await expect.poll(() => tiles(page, 'By the sea')).toEqual([`/sketch/${first}${place}`, `/sketch/${second}${place}`])
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit album' })
  await form.getByLabel('Title').fill('By the lake')
  await form.getByLabel('Description').fill('Still water.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'By the lake', level: 1 })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Still water.')).toBeVisible()

  const visitor = await anotherBrowser()
  await visitor.goto(album)
  await expect(visitor.getByText('2 sketches')).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Mature' }), 'its place is kept').toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await expectAccessible(visitor)
  await visitor.getByRole('list', { name: 'By the lake' }).getByRole('link', { name: 'First' }).click()
  await expect(visitor).toHaveURL(`/sketch/${first}${place}`)

  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete this album?' })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(`/user/${userId}/albums`)
  await expect(page.getByText('No albums yet.')).toBeVisible()
  await page.goto(`/sketch/${first}`)
  await expect(page.getByRole('heading', { name: 'First', level: 1 })).toBeVisible()
})

test('an album is sorted by keys, by buttons and by dragging, and one sketch is its cover', async ({ page }) => {
  await signInAs(page, freshName('Orderly'))
  const userId = await idOf(page)
  const ids: Record<string, number> = {}
  for (const title of ['A', 'B', 'C', 'D']) ids[title] = await postSketch(page, { title })
  const albumId = await makeAlbum(page, { title: 'Letters', sketchId: ids.A })
  for (const title of ['B', 'C', 'D']) await post(page, '/api/v2/album/add', { albumId, sketchId: ids[title] })
  const saved = async () => {
    const reply = await page.request.get(`/api/v2/album/sketches?userId=${userId}&albumId=${albumId}`)
    return (await reply.json()).items.map(({ title }: { title: string }) => title).join('')
  }

  await page.goto(`/user/${userId}/album/${albumId}`)
  await page.getByRole('button', { name: 'Arrange' }).click()
  const order = page.getByRole('list', { name: 'Order of Letters' })
  const handle = (title: string) => order.getByRole('button', { name: new RegExp(`^Move ${title}, `) })
  await expectAccessible(page)

  await handle('A').focus()
  await page.keyboard.press('ArrowRight')
  await expect(handle('A')).toHaveAccessibleName('Move A, 2 of 4')
  await expect(handle('A')).toBeFocused()
  await page.keyboard.press('End')
  await expect(handle('A')).toHaveAccessibleName('Move A, 4 of 4')
  await expect.poll(saved).toBe('BCDA')

  await order.getByRole('button', { name: 'Move B later' }).click()
  await expect.poll(saved).toBe('CBDA')

  await handle('A').dragTo(handle('C'), { targetPosition: { x: 10, y: 60 } })
  await expect.poll(saved).toBe('ACBD')

  await order.getByRole('button', { name: 'B as cover' }).click()
  await expect(order.getByRole('button', { name: 'B as cover' })).toHaveAttribute('aria-pressed', 'true')
  await order.getByRole('button', { name: 'Remove C' }).click()
  await expect.poll(saved).toBe('ABD')

  await page.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await expect(page.getByText('3 sketches')).toBeVisible()
  await expect
    .poll(async () => (await tiles(page, 'Letters')).map((address) => Number(address?.match(/\d+/)?.[0])))
    .toEqual([ids.A, ids.B, ids.D])
})

test('a refused checkbox is reset with the reason: ten albums, or an error [1 §5], [1 §8]', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 409/, /ERR_FAILED/)
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

  const checkbox = picker.getByRole('checkbox', { name: 'Album 3' })
  await page.route('/api/v2/album/remove', (route) => route.abort(), { times: 1 })
  await checkbox.click()
  await expect(page.getByText('Sorry there was an error removing the sketch from the album')).toBeVisible()
  await expect(checkbox).toBeChecked()
  await checkbox.click()
  // The tick appears before its request is sent, which a reload would cancel.
  const added = page.waitForResponse('/api/v2/album/add')
  await more.click()
  await expect(more).toBeChecked()
  expect((await added).status()).toBe(200)
  await page.reload()
  await page.getByRole('button', { name: 'Add to album' }).click()
  await expect(more).toBeChecked()
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
