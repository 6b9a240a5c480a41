import sharp from 'sharp'
import { expect, test } from '../support/e2e/fixtures.ts'
import { scrollPast, scrollPosition, visibleTile } from '../support/e2e/gallery.ts'
import { freshName, signInAsNew } from '../support/e2e/people.ts'
import { phoneJpeg, png, webp } from '../support/e2e/pictures.ts'

test('a newcomer signs in, uploads three pictures, finds them, gives a heart, comments and returns to the same place', async ({
  page,
}) => {
  const nickname = freshName('Vera')
  await signInAsNew(page, nickname)

  await page.getByRole('button', { name: nickname }).click()
  await page.getByRole('dialog', { name: 'You' }).getByRole('link', { name: 'Upload' }).click()
  const files = [await phoneJpeg('harbour-steps.jpg'), await png('two boats.png'), await webp('evening.webp')]
  await page.getByLabel('Pictures').first().setInputFiles(files)
  const titles = ['Harbour steps', 'Two boats', 'Evening']
  for (const [index, title] of titles.entries()) {
    const card = page.getByRole('listitem', { name: files[index]?.name })
    await card.getByLabel('Title').fill(`${title} by ${nickname}`.slice(0, 64))
    await card.getByLabel('Alt text').fill(`The sea, ${title.toLowerCase()}`)
    await card.getByText('No', { exact: true }).click()
  }
  await page.getByRole('button', { name: 'Post 3 sketches' }).click()

  await expect(page.getByRole('heading', { name: /^Harbour steps/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Posted' })).toContainText('3 sketches posted.')
  await page.getByRole('link', { name: 'See all your sketches' }).click()
  await expect(page.getByRole('heading', { name: nickname, level: 1 })).toBeVisible()
  for (const title of titles) {
    await expect(page.getByRole('link', { name: `The sea, ${title.toLowerCase()}` }).first()).toBeVisible()
  }

  await page.getByRole('link', { name: 'The sea, harbour steps' }).first().click()
  await expect(page.getByRole('heading', { name: /^Harbour steps/ })).toBeVisible()
  const picture = page.getByRole('img', { name: 'The sea, harbour steps' })
  await expect(picture).toHaveJSProperty('complete', true, { timeout: 30_000 })
  const served = await page.request.get(await picture.evaluate((image: HTMLImageElement) => image.currentSrc))
  const metadata = await sharp(await served.body()).metadata()
  expect(metadata.exif, 'where it was taken is not published').toBeUndefined()
  expect((metadata.height ?? 0) > (metadata.width ?? 0), 'the picture is upright').toBe(true)

  await page.getByRole('banner').getByRole('link', { name: 'Croquis' }).click()
  await page.getByRole('link', { name: 'See all Recent' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Recent' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Recent' }).getByRole('link').first()).toBeVisible()
  await scrollPast(page, 1500)
  const tile = await visibleTile(page)
  const place = await scrollPosition(page)
  await page.getByRole('list', { name: 'Recent' }).locator(`a[href="${tile}"]`).click()
  await expect(page).toHaveURL(tile)

  await page.getByRole('button', { name: /^Heart, / }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Give a heart?' })
  await expect(dialog).toContainText('A heart can’t be taken back. You have 5 left.')
  await dialog.getByRole('button', { name: 'Give heart' }).click()
  await expect(page.getByRole('button', { name: /^Heart, / })).toHaveAttribute('aria-pressed', 'true')

  await page.getByLabel('Your comment').fill('The water is so still.')
  await page.getByRole('button', { name: 'Post' }).click()
  await expect(page.getByRole('button', { name: `More actions for the comment by ${nickname}` })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Recent', level: 1 })).toBeVisible()
  await expect.poll(() => scrollPosition(page)).toBe(place)
  await expect(page.locator(`a[href="${tile}"]`)).toBeInViewport()
})
