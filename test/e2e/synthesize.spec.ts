import type { Page } from 'playwright/test'
import sharp from 'sharp'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { postSketch } from '../support/e2e/sketches.ts'

/** A seeded patron. */
const PATRON = 'Halvard'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const progress = (page: Page) => page.getByRole('progressbar', { name: /^Making the texture/ })
const choose = (page: Page, side: string) => page.getByRole('radio', { name: side, exact: true }).check()

async function openMaker(page: Page): Promise<number> {
  await signInAs(page, PATRON)
  const id = await postSketch(page, { title: freshName('Gravel'), mature: true, unlisted: true })
  await page.goto(`/sketch/${id}`)
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Synthesize sketch' }).click()
  await expect(page).toHaveURL(`/sketch/${id}/synthesize`)
  await expect(page.getByRole('heading', { level: 1, name: 'Synthesize sketch' })).toBeVisible()
  return id
}

test.describe('synthesize sketch [1 §6]', () => {
  test('a patron makes a texture from an own sketch and downloads it as a PNG', async ({ page }) => {
    await openMaker(page)
    await expectAccessible(page)
    await choose(page, '512')
    await button(page, 'Make texture').click()
    await expect(page.getByText('Your texture is ready.')).toBeVisible()
    await expectAccessible(page)
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download PNG' }).click()
    const { width, height, format } = await sharp(await (await downloading).path()).metadata()
    expect({ width, height, format }).toEqual({ width: 512, height: 512, format: 'png' })
    await button(page, 'Show repeated').click()
    await expect(page.getByRole('img', { name: 'The texture, two by two times' })).toBeVisible()
    await expect(page.getByRole('img', { name: 'The texture', exact: true })).toBeHidden()
  })

  test('a texture in the making can be cancelled and made anew', async ({ page }) => {
    await openMaker(page)
    await choose(page, '2,048')
    await button(page, 'Make texture').click()
    await expect(progress(page)).toBeVisible()
    await button(page, 'Cancel').click()
    await expect(progress(page)).toBeHidden()
    await expect(button(page, 'Make texture')).toBeFocused()
    await choose(page, '512')
    await button(page, 'Make texture').click()
    await expect(page.getByText('Your texture is ready.')).toBeVisible()
    await button(page, 'Try again').click()
    await expect(page.getByText('Your texture is ready.')).toBeVisible()
  })

  test('the page answers while a texture is made', async ({ page }) => {
    await openMaker(page)
    await choose(page, '2,048')
    await page.getByRole('slider', { name: 'Size of details' }).fill('24')
    await button(page, 'Make texture').click()
    await expect(progress(page)).toBeVisible()
    await choose(page, '1,024')
    await expect(page.getByRole('radio', { name: '1,024' })).toBeChecked()
    const longestGap = await page.evaluate(
      (frames) =>
        new Promise<number>((resolve) => {
          let [count, last, longest] = [0, performance.now(), 0]
          const next = (now: number) => {
            longest = Math.max(longest, now - last)
            last = now
            if (++count < frames) requestAnimationFrame(next)
            else resolve(longest)
          }
          requestAnimationFrame(next)
        }),
      60,
    )
    // The texture takes seconds. Two cores that also run other tests draw late.
    expect(longestGap).toBeLessThan(500)
    await expect(progress(page)).toBeVisible()
    await button(page, 'Cancel').click()
  })

  test('a texture is posted as a sketch that continues the first and stays unlisted like it', async ({ page }) => {
    const id = await openMaker(page)
    await choose(page, '512')
    await button(page, 'Make texture').click()
    await button(page, 'Post as a sketch').click()
    await expect(page).toHaveURL(`/upload?parent=${id}`)
    await expect(page.getByText('Your sketch continues')).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue(/^Texture of Gravel/)
    await expect(page.getByLabel('Unlisted')).toBeChecked()
    await page.getByRole('radio', { name: 'No' }).check()
    await button(page, 'Post').click()
    await expect(page).toHaveURL(/\/sketch\/\d+(\?|$)/)
    await expect(page.getByRole('heading', { name: /^Texture of Gravel/ })).toBeVisible()
    await expect(page.locator(`a[href^="/sketch/${id}"]`).first()).toBeVisible()
  })

  test('a picture that cannot be loaded leads to another try', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/ERR_FAILED/)
    await openMaker(page)
    // The page has loaded a smaller or larger copy for its own picture.
    await page.route('**/image/**', (route) => route.abort())
    await button(page, 'Make texture').click()
    await expect(page.getByRole('alert').getByText('The sketch couldn’t be loaded.')).toBeVisible()
    await page.unroute('**/image/**')
    await choose(page, '512')
    await button(page, 'Try again').click()
    await expect(page.getByText('Your texture is ready.')).toBeVisible()
  })

  test('a member who is no patron finds no entry, and the page says that it is for patrons', async ({ page }) => {
    await signInAs(page, freshName('Guest'))
    const id = await postSketch(page, { title: 'Gravel' })
    await page.goto(`/sketch/${id}`)
    await button(page, 'More actions').click()
    await expect(page.getByRole('menuitem', { name: 'Use as avatar' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Synthesize sketch' })).toHaveCount(0)
    await page.goto(`/sketch/${id}/synthesize`)
    await expect(page.getByRole('heading', { name: 'Making textures from sketches is for patrons.' })).toBeVisible()
    await expectAccessible(page)
  })

  test('the page of another artist’s sketch says that only own sketches can be used', async ({
    page,
    anotherMember,
  }) => {
    const id = await postSketch(await anotherMember(freshName('Other')), { title: 'Theirs' })
    await signInAs(page, PATRON)
    await page.goto(`/sketch/${id}/synthesize`)
    await expect(page.getByText('You can only make textures from your own sketches.')).toBeVisible()
  })
})
