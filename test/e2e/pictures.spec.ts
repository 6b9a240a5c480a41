import type { Locator, Page } from 'playwright/test'
import sharp from 'sharp'
import { expect, test } from '../support/e2e/fixtures.ts'
import { tileOf } from '../support/e2e/gallery.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import type { PictureFile } from '../support/e2e/pictures.ts'
import { listedSketches, postSketch } from '../support/e2e/sketches.ts'
import { openUpload, pickPictures, uploadCard } from '../support/e2e/uploads.ts'

let pictures = 0
/** A picture of one colour, which the site processes faster than a drawing. */
async function flatPicture(width: number, height: number): Promise<PictureFile> {
  const background = { r: 40 + (pictures++ % 200), g: process.pid % 256, b: 120 }
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name: 'drawing.jpg', mimeType: 'image/jpeg', buffer }
}

/** Right edges of the last picture of each row, in whole CSS pixels. */
async function rightEdges(rows: Locator): Promise<number[]> {
  const edges = await rows.evaluateAll((lists) =>
    lists.map((list) => Math.round(list.lastElementChild?.getBoundingClientRect().right ?? 0)),
  )
  return [...new Set(edges)]
}

test.describe('very tall pictures', () => {
  test('previous and next stay on the screen beside a tall picture, in narrow and wide windows', async ({ page }) => {
    await signInAs(page, freshName('Scroll'))
    const id = await postSketch(page, {}, await flatPicture(300, 3000))
    await postSketch(page, {}, await flatPicture(320, 240))
    await page.goto(`/sketch/${id}?in=recent`)
    const sides = page.getByRole('link', { name: /^(Previous|Next) sketch: / })
    const arrows = sides.filter({ visible: true }).locator('svg')
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 640 })
      await expect(arrows).toHaveCount(2)
      for (const top of [0, 900, 1800]) {
        await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), top)
        for (const arrow of await arrows.all()) await expect(arrow).toBeInViewport({ ratio: 1 })
      }
    }
  })

  test('the full view fits a tall picture to the width until Whole picture shows all of it', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await signInAs(page, freshName('Tower'))
    await page.goto(`/sketch/${await postSketch(page, {}, await flatPicture(400, 2000))}`)
    await page.getByRole('button', { name: 'View full size' }).filter({ visible: true }).click()
    const picture = page.getByRole('dialog').getByRole('img')
    await expect.poll(() => picture.boundingBox()).toMatchObject({ x: 0, y: 0, width: 360, height: 1800 })
    await page.getByRole('button', { name: 'Whole picture' }).click()
    await expect.poll(async () => Math.round((await picture.boundingBox())?.height ?? 0)).toBe(640 - 52)
  })
})

test('a picture that the site refused is requested again, behind its placeholder', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/status of 429/)
  await page.clock.install()
  let isBusy = true
  await page.route('**/image/**', (route) => (isBusy ? route.fulfill({ status: 429 }) : route.continue()))
  const refused = page.waitForResponse((reply) => reply.status() === 429)
  await page.goto('/gallery/recent')
  await refused
  const loaded = () =>
    page
      .getByRole('list', { name: 'Recent' })
      .getByRole('img')
      .first()
      .evaluate((image) => (image as HTMLImageElement).naturalWidth > 0)
  expect(await loaded()).toBe(false)
  isBusy = false
  await page.clock.fastForward(6000)
  await expect.poll(loaded).toBe(true)
})

test.describe('full rows', () => {
  test('similar sketches fill their rows in narrow and wide windows', async ({ page }) => {
    const sketches = await listedSketches(page.request)
    await page.goto(`/sketch/${sketches.at(-1)?.id}`)
    const similar = page.getByRole('list', { name: 'Similar' })
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const gutter = width < 768 ? 16 : 32
      await expect.poll(() => rightEdges(similar)).toEqual([width - gutter])
    }
  })

  test('a gallery without endless scrolling ends with a full row while more sketches exist', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('more-by-button', '1'))
    await page.goto('/gallery/recent')
    await expect(page.getByRole('button', { name: 'Load more' })).toBeVisible()
    const list = page.getByRole('list', { name: 'Recent' })
    await expect.poll(() => fillsLastRow(page, list)).toBe(true)
    const before = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(before)
    await expect.poll(() => fillsLastRow(page, list)).toBe(true)
  })
})

async function fillsLastRow(page: Page, list: Locator): Promise<boolean> {
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
  return list.evaluate((list) => {
    const [tile, whole] = [list.lastElementChild?.getBoundingClientRect(), list.getBoundingClientRect()]
    return tile !== undefined && tile.top < innerHeight && Math.abs(tile.right - whole.right) < 1.5
  })
}

test.describe('sizes of pictures', () => {
  /** Checks the pictures on the screen of some pages. */
  async function expectSharpPictures(page: Page, density: number, paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      // The site makes a picture in a size when it is first requested; those outside the window need not come.
      await page.goto(path, { waitUntil: 'commit' })
      await page.locator('[data-page]').waitFor()
      await expect.poll(() => misfits(page, density), { message: path, timeout: 60_000 }).toEqual([])
    }
  }

  test.describe('on a plain screen', () => {
    test.use({ viewport: { width: 1280, height: 900 } })
    test('pictures in strips, rows and on their page are as sharp as a plain screen and not much larger', async ({
      page,
    }) => {
      const [sketch] = await listedSketches(page.request)
      await expectSharpPictures(page, 1, ['/', '/gallery/featured', `/sketch/${sketch?.id}`])
    })
  })

  test.describe('on a dense screen', () => {
    test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
    test('pictures on the main pages are as sharp as a dense screen and not much larger', async ({ page }) => {
      const [sketch] = await listedSketches(page.request)
      await expectSharpPictures(page, 2, [
        '/',
        '/gallery/featured',
        `/sketch/${sketch?.id}`,
        '/challenges',
        `/user/${sketch?.userId}`,
        '/artists?tab=glops',
      ])
    })
  })

  test('zooming beyond 2,048 pixels loads the whole picture at a percentage of its own pixels', async ({ page }) => {
    await signInAs(page, freshName('Detail'))
    const id = await postSketch(page, {}, await flatPicture(3000, 1500))
    await page.goto(`/sketch/${id}`)
    await page.getByRole('button', { name: 'View full size' }).filter({ visible: true }).click()
    const view = page.getByRole('dialog')
    const [picture, size] = [view.getByRole('img'), view.getByLabel('Size')]
    const fitted = await picture.boundingBox()
    await expect(size).toHaveText(`${Math.round((100 * (fitted?.width ?? 0)) / 3000)}%`)
    await expect(picture).toHaveAttribute('src', /\/(1400|1600|2048)$/)
    for (let step = 0; step < 4; step++) await page.keyboard.press('+')
    await expect(picture).toHaveAttribute('src', /\/4000$/)
    await expect(picture).toHaveJSProperty('naturalWidth', 3000)
  })
})

/**
 * Visible pictures whose file is smaller than their box, unless it is the largest, or more than 2.2 times too large.
 */
function misfits(page: Page, density: number): Promise<string[]> {
  return page.evaluate(async (density) => {
    const shown = [...document.images].filter((image) => {
      const { top, bottom, width } = image.getBoundingClientRect()
      return image.currentSrc.includes('/image/') && width > 0 && bottom > 0 && top < innerHeight
    })
    if (shown.length === 0) return ['no picture is shown yet']
    const checks = shown.map(async (image) => {
      const box = image.getBoundingClientRect()
      const file = await sizeOf(image.currentSrc)
      // A box crops the longer side of its file. Heights of files are whole pixels.
      const scale = Math.max((box.width * density) / file.width, (box.height * density) / (file.height + 1))
      // The page does not know the shape of an avatar.
      if (box.width <= 64 && file.width >= box.width * density) return []
      const isLargest = async () => file.width >= (await sizeOf(image.currentSrc.replace(/\d+$/, '2048'))).width
      return scale > 1 / 2.2 && (scale <= 1.005 || (await isLargest()))
        ? []
        : [`${image.currentSrc}, ${file.width} × ${file.height} px in ${box.width} × ${box.height}`]
    })
    return (await Promise.all(checks)).flat()

    async function sizeOf(src: string): Promise<{ width: number; height: number }> {
      const file = Object.assign(new Image(), { src })
      await file.decode()
      return { width: file.naturalWidth, height: file.naturalHeight }
    }
  }, density)
}

test.describe('transparent pictures', () => {
  async function transparentPicture(): Promise<PictureFile> {
    const background = `#ff0000${(16 + (pictures++ % 64)).toString(16)}`
    const buffer = await sharp({ create: { width: 320, height: 240, channels: 4, background } })
      .png()
      .toBuffer()
    return { name: 'ink.png', mimeType: 'image/png', buffer }
  }

  test('the artist chooses a mat at upload only for a transparent picture', async ({ page }) => {
    const [transparent, opaque] = [await transparentPicture(), await flatPicture(320, 240)]
    await openUpload(page)
    await pickPictures(page, transparent, opaque)
    const mats = (file: PictureFile) => uploadCard(page, file).getByRole('group', { name: 'Behind transparent parts' })
    await expect(mats(transparent).getByRole('radio', { name: 'White' })).toBeChecked()
    await expect(uploadCard(page, opaque).getByLabel('Title')).toBeVisible()
    await expect(mats(opaque)).toHaveCount(0)
    await uploadCard(page, opaque).getByRole('button', { name: 'Remove drawing.jpg' }).click()
    await mats(transparent).getByText('Black').click()
    await uploadCard(page, transparent).getByText('No', { exact: true }).click()
    const posted = page.waitForRequest('**/api/v2/upload/sketch')
    await page.getByRole('button', { name: /^Post/ }).click()
    expect((await posted).postDataJSON()).toMatchObject({ mat: 'black' })
  })

  test('the choice of a mat moves no other field of a picture that is being received', async ({ page }) => {
    const picture = await transparentPicture()
    await openUpload(page)
    const release = await holdRequests(page, '/api/v2/upload/file?*')
    await pickPictures(page, picture)
    const challenge = uploadCard(page, picture).getByRole('button', { name: /Challenge$/ })
    const before = await challenge.boundingBox()
    release()
    await uploadCard(page, picture).getByText('Behind transparent parts').waitFor()
    expect(await challenge.boundingBox()).toEqual(before)
  })

  test('the page, the full view and the tile of a sketch show its mat', async ({ page }) => {
    await signInAs(page, freshName('Ink'))
    const id = await postSketch(page, { mat: 'black' }, await transparentPicture())
    await page.goto('/gallery/recent')
    const black = 'rgb(0, 0, 0)'
    await expect(tileOf(page, id).getByRole('img')).toHaveCSS('background-color', black)
    await tileOf(page, id).click()
    await expect(page).toHaveURL(new RegExp(`/sketch/${id}`))
    await expect(page.getByRole('article').getByRole('img').first()).toHaveCSS('background-color', black)
    await page.getByRole('button', { name: 'View full size' }).filter({ visible: true }).click()
    await expect(page.getByRole('dialog').getByRole('img')).toHaveCSS('background-color', black)
  })
})
