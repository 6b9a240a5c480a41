import { expect, test } from '../support/e2e/fixtures.ts'
import { hold } from '../support/e2e/hold.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'

test('who waits to be let in sees that they wait, and is then at the board', async ({ page }) => {
  await signInAs(page, freshName('Slow'))
  const letIn = await hold(page, /\/assets\/Entrance-/)
  await page.goto('/whiteboard')
  await page.getByRole('button', { name: "I'll be good, let me in!" }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeInViewport({ ratio: 1 })
  letIn()
})
