import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { postSketch } from '../support/e2e/sketches.ts'

const tile = (id: number) => `a[href="/sketch/${id}"]`

test.describe('artists page [1 §2]', () => {
  test('the artist search shows who has the entered name, or that nobody has it [1 §5], [1 §8]', async ({ page }) => {
    const name = freshName('Quillon')
    await signInAs(page, name, '/artists')
    const field = page.getByLabel('Nickname')
    await field.press('Enter')
    await expect(page).toHaveURL('/artists')
    await field.fill(name.toLowerCase())
    await field.press('Enter')
    await expect(page.getByRole('list', { name: 'Artists found' }).getByRole('link', { name })).toBeVisible()
    await field.fill('nobody of this name')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByText('Sorry no matching artists found for nobody of this name')).toBeVisible()
    await page.goBack()
    await expect(field).toHaveValue(name.toLowerCase())
    await expect(page.getByRole('link', { name })).toBeVisible()
  })

  test('an artist who was found can be followed from the list', async ({ page, anotherMember }) => {
    const name = freshName('Quarrel')
    await anotherMember(name)
    await signInAs(page, freshName('Finder'), `/artists?query=${encodeURIComponent(name)}`)
    const fan = page.getByRole('list', { name: 'Artists found' }).getByRole('button', { name: `Fan of ${name}` })
    await fan.click()
    await expect(fan).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page)
    await page.reload()
    await expect(fan).toHaveAttribute('aria-pressed', 'true')
  })

  test('a failed artist search shows the same message as one without results', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/ERR_FAILED/)
    await page.route('**/api/v2/search/user?*', (route) => route.abort())
    await page.goto('/artists?query=mira')
    await expect(page.getByText('Sorry no matching artists found for mira')).toBeVisible()
    await page.unroute('**/api/v2/search/user?*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(
      page.getByRole('list', { name: 'Artists found' }).or(page.getByText('Sorry no matching')),
    ).toBeVisible()
  })

  test('the lists of artists are a row of radio buttons only from 1024 px on', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 800 })
    await page.goto('/artists')
    await expect(page.getByRole('radio')).toHaveCount(7)
    await page.getByRole('radio', { name: 'Sketches' }).click({ force: true })
    await expect(page).toHaveURL('/artists?tab=sketches')
    await expect(page.getByRole('list', { name: 'Artists, sketches' }).getByRole('link').first()).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('radio', { name: 'Search' })).toBeChecked()

    await page.setViewportSize({ width: 360, height: 800 })
    await expect(page.getByRole('radio')).toHaveCount(0)
    await page.getByRole('button', { name: 'More lists' }).click()
    await page.getByRole('menuitem', { name: 'Fans' }).click()
    await expect(page).toHaveURL('/artists?tab=fans')
    await expect(page.getByRole('link', { name: 'Fans', exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('list', { name: 'Artists, fans' }).getByRole('link').first()).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('search page', () => {
  test('the words and conditions of a search can be changed one by one', async ({ page }) => {
    const mark = `zx${Date.now().toString(36)}`
    await signInAs(page, freshName('Seeker'))
    const inked = await postSketch(page, { title: `${mark} boat`, tags: [`${mark}ink`] })
    await page.goto('/search')
    await expect(page.getByText('Search tips')).toBeVisible()
    const field = page.getByLabel('Words')
    await field.fill(`${mark} tag:${mark}ink -boat`)
    await field.press('Enter')
    await expect(page.getByText('No sketches found.')).toBeVisible()
    await page.getByRole('button', { name: 'Remove -boat' }).click()
    await expect(page.locator(tile(inked))).toBeVisible()
    await expect(field).toHaveValue(`${mark} tag:${mark}ink`)
    await page.getByText('Most hearts').click()
    await expect(page).toHaveURL(/sort=hearts/)
    await expect(page.locator(tile(inked))).toBeVisible()
  })

  test('the tag of a search can be followed and unfollowed', async ({ page }) => {
    await signInAs(page, freshName('Follower'), '/search?query=tag:sea')
    const follow = page.getByRole('button', { name: 'Follow sea' })
    await follow.click()
    const following = page.getByRole('button', { name: 'Following sea' })
    await expect(following).toHaveAttribute('aria-pressed', 'true')
    await following.click()
    await expect(follow).toHaveAttribute('aria-pressed', 'false')
  })

  test('a visual search finds sketches by a colour and by another sketch', async ({ page }) => {
    await page.goto('/search?tab=magic')
    await expect(page.getByText('Choose a colour, or use')).toBeVisible()
    await page.getByRole('button', { name: 'Add a colour' }).click()
    await page.getByLabel('Colour value').fill('#f2f2f3')
    await page.getByRole('button', { name: 'Search this colour' }).click()
    await expect(page).toHaveURL(/colours=f2f2f3/)
    const found = page.getByRole('list', { name: 'Sketches found' })
    await found.getByRole('link').first().click()
    await expect(page).toHaveURL(/\/sketch\/\d+/)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Find similar' }).click()
    await expect(page).toHaveURL(/tab=magic&like=\d+/)
    await expect(page.getByRole('button', { name: 'Remove example' })).toBeVisible()
    await expect(found.getByRole('link').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove example' }).click()
    await expect(page).toHaveURL('/search?tab=magic')
  })
})
