import { expect, test } from '../support/e2e/fixtures.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { drawLine, enterWhiteboard, expectSameBoard } from '../support/e2e/whiteboard.ts'

/** A gloperator among the seeded people. */
const GLOPERATOR = 'Ines Karlsen'

test('a member who opens the whiteboard sees that it loads, and then the board', async ({ page }) => {
  await signInAs(page, freshName('Slow'))
  const release = await holdRequests(page, /\/assets\/MemberBoard-/)
  await page.goto('/whiteboard')
  await page.getByRole('button', { name: "I'll be good, let me in!" }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeInViewport({ ratio: 1 })
  release()
  await expect(page.getByRole('region', { name: 'Board', exact: true })).toBeFocused()
})

test('a member who is banned at the whiteboard sees that they are suspended', async ({
  page,
  anotherBrowser,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 401/)
  const member = await anotherBrowser()
  const name = freshName('Vandal')
  await signInAs(member, name)
  await enterWhiteboard(member)
  await signInAs(page, GLOPERATOR)
  const data = { uid: await currentUserId(member), duration: 3, reason: 'Was asked to stop.', key: crypto.randomUUID() }
  const banned = await page.request.post('/api/v2/gloperate/ban', { headers: siteHeaders(), data })
  expect(banned.status(), await banned.text()).toBe(200)
  await expect(member.getByText('Your account has been suspended. Log in to see why.')).toBeVisible()
  await expect(member.getByText('does not have access to the Whiteboard')).toHaveCount(0)
  await expect(member).toHaveURL('/whiteboard')
  await signInAs(member, name)
  await member.goto('/whiteboard')
  await expect(member.getByRole('heading', { name: 'Account Suspended' })).toBeVisible()
})

test('the focus stays on the used control, or moves to the board when that disappears', async ({ page }) => {
  await signInAs(page, GLOPERATOR)
  await enterWhiteboard(page)
  await drawLine(page, [
    [20, 20],
    [30, 20],
  ])
  await expectSameBoard(page)
  const artists = page.getByRole('button', { name: 'Artists' })
  const dialog = page.getByRole('dialog', { name: `Remove marks by ${GLOPERATOR}` })
  const rollback = async () => {
    await artists.press('Enter')
    const own = page.getByRole('listitem').filter({ hasText: GLOPERATOR })
    await own.getByRole('button', { name: 'Remove marks…' }).press('Enter')
    await expect(dialog.getByText(/will be removed for everyone\.$/)).toBeVisible()
  }
  await rollback()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(artists).toBeFocused()
  await rollback()
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(artists).toBeFocused()

  // Their marks are hidden for any member.
  await page.evaluate(() => localStorage.setItem('whiteboard-hidden', '999999'))
  await enterWhiteboard(page)
  await page.getByRole('button', { name: 'Show all' }).press('Enter')
  await expect(page.getByText('You’re hiding the marks')).toBeHidden()
  await expect(page.getByRole('region', { name: 'Board', exact: true })).toBeFocused()
})
