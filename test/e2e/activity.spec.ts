import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { postComment, postSketch } from '../support/e2e/sketches.ts'

test('a comment on one’s sketch is told, leads there, and is read then', async ({ page, anotherBrowser }) => {
  const [artist, guest] = [freshName('Artist'), freshName('Guest')]
  await signInAs(page, artist)
  const sketch = await postSketch(page, { title: 'Harbour' })
  const other = await anotherBrowser()
  await signInAs(other, guest, `/sketch/${sketch}`)
  await postComment(other, sketch, 'What light!')

  await page.goto('/activity')
  const notices = page.getByRole('list', { name: 'Notices' })
  await expect(notices.getByText('What light!')).toBeVisible()
  await expectAccessible(page)
  await notices.getByRole('link', { name: 'commented on Harbour' }).click()
  await expect(page).toHaveURL(new RegExp(`/sketch/${sketch}$`))
  await page.goto('/activity/replies')
  await expect(page.getByText('All read')).toBeVisible()
})

test('a category that is turned off stays off', async ({ page }) => {
  await signInAs(page, freshName('Quiet'), '/activity/settings')
  await page.getByRole('checkbox', { name: 'Hearts' }).uncheck()
  await expect(page.getByRole('checkbox', { name: 'Hearts' })).toBeEnabled()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Hearts' })).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Fans' })).toBeChecked()
  await expectAccessible(page)
})
