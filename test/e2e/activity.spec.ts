import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { postComment, postSketch } from '../support/e2e/sketches.ts'

test("a comment on a member's sketch notifies them, links to it and is marked as read", async ({
  page,
  anotherMember,
}) => {
  await signInAs(page, freshName('Artist'))
  const sketch = await postSketch(page, { title: 'Harbour' })
  await postComment(await anotherMember(freshName('Guest')), sketch, 'What light!')

  await page.goto('/activity')
  const notices = page.getByRole('list', { name: 'Notifications' })
  await expect(notices.getByText('What light!')).toBeVisible()
  await expect(page.getByRole('banner').getByText('1 unread')).toBeAttached()
  await expectAccessible(page)
  await notices.getByRole('link', { name: 'commented on Harbour' }).click()
  await expect(page).toHaveURL(new RegExp(`/sketch/${sketch}#comment-\\d+$`))
  await expect(page.getByRole('banner').getByText(/unread/)).toHaveCount(0)
  await page.goto('/activity/replies')
  await expect(page.getByText('All marked as read')).toBeVisible()
})

test('notifications of one kind can be chosen, and back shows all again [1 §2]', async ({ page, anotherMember }) => {
  await signInAs(page, freshName('Artist'))
  await postComment(await anotherMember(freshName('Guest')), await postSketch(page), 'What light!')
  await page.goto('/activity')
  await expect(page.getByText('What light!')).toBeVisible()
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByRole('option', { name: 'Hearts' }).click()
  await expect(page.getByText('Hearts, comments and new fans will appear here.')).toBeVisible()
  await expect(page).toHaveURL('/activity?category=hearts')
  await page.goBack()
  await expect(page.getByText('What light!')).toBeVisible()
})

test('an open page shows a new notification without a reload', async ({ page, anotherMember }) => {
  await signInAs(page, freshName('Artist'))
  const sketch = await postSketch(page, { title: 'Slipway' })
  await page.goto('/activity')
  await expect(page.getByText('Hearts, comments and new fans will appear here.')).toBeVisible()
  await postComment(await anotherMember(freshName('Guest')), sketch, 'What light!')
  await expect(page.getByRole('banner').getByText('1 unread')).toBeAttached()
  await expect(page.getByRole('list', { name: 'Notifications' }).getByText('What light!')).toBeVisible()
})

test('a category that is switched off stays off after a reload', async ({ page }) => {
  await signInAs(page, freshName('Quiet'), '/activity/settings')
  await page.getByRole('checkbox', { name: 'Hearts' }).uncheck()
  await expect(page.getByRole('checkbox', { name: 'Hearts' })).toBeEnabled()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Hearts' })).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Fans' })).toBeChecked()
  await expectAccessible(page)
})

test('the focus stays in place after marking as read or unmuting by key [1 §2]', async ({ page, anotherMember }) => {
  await signInAs(page, freshName('Keys'))
  const sketch = await postSketch(page, { title: 'Breakwater' })
  await postComment(await anotherMember(freshName('Guest')), sketch, 'How steady.')

  await page.goto('/activity')
  await page.getByRole('button', { name: 'Mark all as read' }).press('Enter')
  await expect(page.getByText('All marked as read')).toBeFocused()
  await expect(page.getByRole('banner').getByText(/unread/)).toHaveCount(0)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'commented on Breakwater' })).toBeFocused()
  const more = page.getByRole('button', { name: /^More actions for the notification from/ })
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Mute this sketch' }).press('Enter')
  await expect(page.getByText('Muted. You won’t be notified about it.')).toBeVisible()
  await expect(more).toBeFocused()

  await page.getByRole('navigation', { name: 'Notifications' }).getByRole('link', { name: 'Settings' }).press('Enter')
  await page.getByRole('button', { name: 'Unmute Breakwater' }).press('Enter')
  await expect(page.getByText('Nothing muted.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Muted' })).toBeFocused()
})
