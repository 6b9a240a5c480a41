import { expect, test } from '../support/e2e/fixtures.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { enterWhiteboard } from '../support/e2e/whiteboard.ts'

/** A gloperator among the seeded people. */
const GLOPERATOR = 'Ines Karlsen'

test('the whiteboard shows a spinner until the board has loaded', async ({ page }) => {
  await signInAs(page, freshName('Slow'))
  const release = await holdRequests(page, /\/assets\/MemberBoard-/)
  await page.goto('/whiteboard')
  await page.getByRole('button', { name: "I'll be good, let me in!" }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeInViewport({ ratio: 1 })
  release()
  await expect(page.getByRole('region', { name: 'Board', exact: true })).toBeFocused()
})

test('a member who is banned at the whiteboard sees why', async ({ page, anotherMember, consoleErrors }) => {
  consoleErrors.allow(/status of 403/)
  const gloperator = await anotherMember(GLOPERATOR)
  const name = freshName('Vandal')
  await signInAs(page, name)
  await enterWhiteboard(page)
  const data = { uid: await currentUserId(page), duration: 3, reason: 'Was asked to stop.', key: crypto.randomUUID() }
  const banned = await gloperator.request.post('/api/v2/gloperate/ban', { headers: siteHeaders(), data })
  expect(banned.status(), await banned.text()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Account Suspended' })).toBeVisible()
  await expect(page.getByText('Was asked to stop.')).toBeVisible()
  await expect(page.getByText('does not have access to the Whiteboard')).toHaveCount(0)
  await expect(page).toHaveURL('/whiteboard')
})

test('the focus moves to the board when the used control disappears', async ({ page }) => {
  await signInAs(page, freshName('Looker'))
  // Hides the marks of a member who drew none.
  await page.addInitScript(() => localStorage.setItem('whiteboard-hidden', '999999'))
  await enterWhiteboard(page)
  await page.getByRole('button', { name: 'Show all' }).press('Enter')
  await expect(page.getByText('You’re hiding the marks')).toBeHidden()
  await expect(page.getByRole('region', { name: 'Board', exact: true })).toBeFocused()
})
