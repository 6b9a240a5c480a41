import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { postSketch } from '../support/e2e/sketches.ts'

const freshWord = () => `qz${Date.now().toString(36)}`

test('a search with few results offers partial matches besides other ways to look', async ({ page }) => {
  const mark = freshWord()
  await signInAs(page, freshName('Lantern'))
  const sketch = await postSketch(page, { title: `${mark} lanterns`, tags: [`${mark}-glow`] })
  await page.goto(`/search?query=${mark}+on+the+jetty`)
  await expect(page.getByText(`No sketch has “${mark}” and “jetty” together.`)).toBeVisible()
  const some = page.getByRole('list', { name: 'With some of the words' })
  await expect(some.locator(`a[href="/sketch/${sketch}"]`)).toBeVisible()
  await expect(page.getByText(`We looked for “${mark}” and “jetty” in titles`)).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: new RegExp(`^${mark}-glow`) })).toHaveAttribute(
    'href',
    `/tag/${mark}-glow`,
  )
  await expect(page.getByRole('link', { name: 'Search by colour', exact: true })).toHaveAttribute(
    'href',
    '/search?tab=magic',
  )
  await page.getByRole('link', { name: mark, exact: true }).click()
  await expect(page).toHaveURL(`/search?query=${mark}`)
  await expect(page.getByRole('list', { name: 'Sketches found' }).locator(`a[href="/sketch/${sketch}"]`)).toBeVisible()
})

test('the artists page opens on artists who posted lately, with their sketches and a fan button', async ({
  page,
  anotherMember,
}) => {
  const name = freshName('Ottoline')
  const sketch = await postSketch(await anotherMember(name))
  await signInAs(page, freshName('Fan'), '/artists')
  const artists = page.getByRole('list', { name: 'Artists who posted lately' })
  await expect(artists.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(
    page.getByRole('list', { name: `Latest sketches by ${name}` }).locator(`a[href^="/sketch/${sketch}"]`),
  ).toBeVisible()
  const button = page.getByRole('button', { name: `Fan of ${name}` })
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  await button.click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
})
