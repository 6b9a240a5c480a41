import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { type PictureFile, png, tooHeavyPng } from '../support/e2e/pictures.ts'
import { openUpload, pickPictures, uploadCard } from '../support/e2e/uploads.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('Post leads to the first unanswered question', async ({ page }) => {
  await openUpload(page)
  const files = [await png('a.png', 60), await png('b.png', 60), await png('c.png', 60)] as const
  await pickPictures(page, ...files)
  await expect(button(page, '3 questions left')).toBeVisible()
  await uploadCard(page, files[0]).getByText('Yes', { exact: true }).click()
  await button(page, 'Post 3 sketches').click()
  const asked = uploadCard(page, files[1]).getByRole('radio', { name: 'No', exact: true })
  await expect(asked).toBeFocused()
  await expect(asked).toBeInViewport()
  await expect(page.getByRole('alert').filter({ hasText: 'made with generative AI?' })).toHaveCount(2)
  await uploadCard(page, files[0]).getByLabel('Title').focus()
  await button(page, '2 questions left').press('Enter')
  await expect(asked).toBeFocused()
})

test('one button answers No for all other pictures', async ({ page }) => {
  await openUpload(page)
  const files = [await png('a.png', 60), await png('b.png', 60), await png('c.png', 60)] as const
  await pickPictures(page, ...files)
  const no = (file: PictureFile) => uploadCard(page, file).getByRole('radio', { name: 'No', exact: true })
  await uploadCard(page, files[0]).getByText('Yes', { exact: true }).click()
  await uploadCard(page, files[1]).getByRole('button', { name: 'No, for all the others' }).press('Enter')
  await expect(no(files[1])).toBeFocused()
  await expect(page.getByRole('button', { name: /questions? left/ })).toHaveCount(0)
  for (const file of files.slice(1)) await expect(no(file)).toBeChecked()
  await expect(uploadCard(page, files[0]).getByRole('radio', { name: 'Yes', exact: true })).toBeChecked()
})

test('a picture with too many pixels that was made smaller is restored by Undo', async ({ page }) => {
  await openUpload(page)
  const file = await png('panorama.png', 4200, 42)
  const card = uploadCard(page, file)
  await pickPictures(page, file)
  await expect(card.getByRole('alert')).toHaveText('Pictures can be up to 4,000 pixels a side.')
  await button(page, 'Shrink panorama.png').press('Enter')
  await expect(card.getByText(/^Shrunk from 4,200\s×\s[\d,]+, .+ to 4,000\s×\s[\d,]+, .+\.$/)).toBeVisible()
  await expect(button(page, 'Post')).toBeEnabled()
  await expect(card.locator(':focus'), 'the keys are still on the picture').toHaveCount(1)
  await expectAccessible(page)
  await button(page, 'Undo shrinking panorama.png').click()
  await expect(card.getByRole('alert')).toHaveText('Pictures can be up to 4,000 pixels a side.')
  await expect(button(page, 'Post')).toBeDisabled()
})

test('a file that is too large is not sent, and its smaller copy can be posted [1 §9]', async ({ page }) => {
  await openUpload(page)
  const file = await tooHeavyPng('tide table.png')
  const card = uploadCard(page, file)
  let sent = 0
  page.on('request', (request) => request.method() === 'PUT' && sent++)
  await pickPictures(page, file)
  await expect(card.getByRole('alert')).toHaveText('Files can be up to 16 MB.')
  await expect(button(page, 'Post')).toBeDisabled()
  expect(sent, 'files that were sent').toBe(0)
  await button(page, 'Shrink tide table.png').click()
  await expect(button(page, 'Post')).toBeEnabled()
  expect(sent, 'files that were sent').toBe(1)
  await card.getByText('No', { exact: true }).click()
  await button(page, 'Post').click()
  await expect(page.getByRole('heading', { name: 'tide table', level: 1 })).toBeVisible()
})
