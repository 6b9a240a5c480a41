import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { png } from '../support/e2e/pictures.ts'
import { postSketch } from '../support/e2e/sketches.ts'

test('a co-op shows who continued which sketch', async ({ page, anotherBrowser }) => {
  await signInAs(page, freshName('Starter'))
  const id = await postSketch(page, { title: 'Ground floor' })
  await page.goto(`/sketch/${id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Make a co-op sketch' }).click()
  const form = page.getByRole('dialog', { name: 'Make a co-op sketch' })
  await form.getByLabel('Description').fill('Add a floor.')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('link', { name: 'Continue this sketch' })).toBeVisible()

  const other = await anotherBrowser()
  await signInAs(other, freshName('Builder'), `/sketch/${id}`)
  await other.getByRole('link', { name: 'Continue this sketch' }).click()
  await expect(other.getByText('Your sketch continues')).toBeVisible()
  await other
    .getByLabel('Pictures')
    .first()
    .setInputFiles([await png('floor.png')])
  await other.getByLabel('Title').fill('First floor')
  await other.getByRole('radio', { name: 'No' }).check()
  await other.getByRole('button', { name: 'Post' }).click()
  await expect(other).toHaveURL(/\/sketch\/\d+$/)

  await other.goto(`/gallery/co-op/${id}`)
  const outline = other.getByRole('list', { name: 'Who continued what' })
  await expect(outline.getByRole('link')).toHaveText([/^Ground floor/, /^First floor/])
  await outline.getByRole('link').first().focus()
  await other.keyboard.press('ArrowDown')
  await expect(outline.getByRole('link').last()).toBeFocused()
  await expectAccessible(other)
})
