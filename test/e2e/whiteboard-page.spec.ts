import { expect, test } from '../support/e2e/fixtures.ts'
import { hold } from '../support/e2e/hold.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { enterWhiteboard } from '../support/e2e/whiteboard.ts'

/** Of the seeded people: a gloperator. */
const GLOPERATOR = 'Ines Karlsen'

test('who waits to be let in sees that they wait, and is then at the board', async ({ page }) => {
  await signInAs(page, freshName('Slow'))
  const letIn = await hold(page, /\/assets\/Entrance-/)
  await page.goto('/whiteboard')
  await page.getByRole('button', { name: "I'll be good, let me in!" }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeInViewport({ ratio: 1 })
  letIn()
})

test('who is banned at the board is told that they are suspended', async ({ page, anotherBrowser, consoleErrors }) => {
  consoleErrors.allow(/status of 401/)
  const member = await anotherBrowser()
  const name = freshName('Vandal')
  await signInAs(member, name)
  await enterWhiteboard(member)
  await signInAs(page, GLOPERATOR)
  const data = { uid: await currentUserId(member), duration: 3, reason: 'Was asked to stop.', key: crypto.randomUUID() }
  const banned = await page.request.post('/api/v2/gloperate/ban', { headers: siteHeaders(), data })
  expect(banned.status(), await banned.text()).toBe(200)
  await expect(member.getByText('Your account has been suspended. Log in to read why.')).toBeVisible()
  await expect(member.getByText('does not have access to the Whiteboard')).toHaveCount(0)
  await expect(member).toHaveURL('/whiteboard')
  await signInAs(member, name)
  await member.goto('/whiteboard')
  await expect(member.getByRole('heading', { name: 'Account Suspended' })).toBeVisible()
})
