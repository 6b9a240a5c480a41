import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { png } from '../support/e2e/pictures.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postSketch } from '../support/e2e/sketches.ts'

test('an artist opens a sketch for others to continue', async ({ page }) => {
  await signInAs(page, freshName('Starter'))
  await page.goto(`/sketch/${await postSketch(page, { title: 'Ground floor' })}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Make a co-op sketch' }).click()
  const form = page.getByRole('dialog', { name: 'Make a co-op sketch' })
  await form.getByLabel('Description').fill('Add a floor.')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('link', { name: 'Continue this sketch' })).toBeVisible()
})

test('a co-op shows who continued which sketch', async ({ page, anotherMember }) => {
  const starter = await anotherMember(freshName('Starter'))
  const id = await postSketch(starter, { title: 'Ground floor' })
  const data = { sketchId: id, path: 'houses', title: '', desc: 'Add a floor.' }
  const opened = await starter.request.post('/api/v2/content/createCoOpSketch', { headers: siteHeaders(), data })
  expect(opened.status(), await opened.text()).toBe(200)

  await signInAs(page, freshName('Builder'), `/sketch/${id}`)
  await page.getByRole('link', { name: 'Continue this sketch' }).click()
  await expect(page.getByText('Your sketch continues')).toBeVisible()
  await page
    .getByLabel('Pictures')
    .first()
    .setInputFiles([await png('floor.png', 240)])
  await page.getByLabel('Title').fill('First floor')
  await page.getByRole('radio', { name: 'No' }).check()
  await page.getByRole('button', { name: 'Post' }).click()
  await expect(page).toHaveURL(/\/sketch\/\d+$/)

  await page.goto(`/gallery/co-op/${id}`)
  const outline = page.getByRole('list', { name: 'Who continued what' })
  await expect(outline.getByRole('link')).toHaveText([/^Ground floor/, /^First floor/])
  await outline.getByRole('link').first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(outline.getByRole('link').last()).toBeFocused()
  await expectAccessible(page)
})
