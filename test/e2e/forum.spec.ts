import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { loseReply } from '../support/e2e/lose-reply.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { siteHeaders } from '../support/e2e/site.ts'

/** A gloperator or admin among the seeded people. */
const STAFF = 'Noor'

test('a topic with a mention is begun, answered with a quote, watched and locked', async ({
  page,
  anotherBrowser,
  anotherMember,
}) => {
  const [pia, ines] = [freshName('Pia'), freshName('Ines')]
  const title = `Muddy reflections ${pia}`
  const reader = await anotherBrowser()
  await signInAs(reader, ines, '/forum')
  await expect(reader.getByRole('navigation', { name: 'Categories' }).getByRole('link')).toHaveCount(10)
  await expectAccessible(reader)

  await signInAs(page, pia, '/forum/critique')
  await page.getByRole('link', { name: 'New topic' }).click()
  await page.getByLabel('Title').fill(title)
  await page.getByRole('textbox', { name: 'Text' }).fill(`What am I doing wrong, @${ines}?`)
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Watching' })).toBeVisible()

  await reader.goto('/activity')
  await reader.getByRole('link', { name: `mentioned you in the forum: ${title}` }).click()
  await expect(reader.locator('#post-1')).toBeFocused()
  await reader.getByRole('button', { name: `Quote ${pia}, post 1` }).click()
  await expect(reader.getByRole('textbox', { name: 'Your reply' })).toBeFocused()
  await reader.keyboard.type('A clean brush for every pass.')
  await reader.keyboard.press('Control+Enter')
  await expect(reader.locator('#post-2')).toBeFocused()
  await expect(reader.locator('#post-2').getByRole('link', { name: `${pia} in #1` })).toBeVisible()
  // Else the header covers a part of the post above.
  await reader.evaluate(() => scrollTo(0, 0))
  await expectAccessible(reader)

  await reader.goto('/forum')
  await reader.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Critique' }).click()
  await expect(reader.getByRole('link', { name: title }).first()).toBeVisible()
  await reader.getByRole('searchbox', { name: 'Search the forum' }).fill(pia)
  await reader.getByRole('searchbox', { name: 'Search the forum' }).press('Enter')
  await expect(reader.getByRole('link', { name: title }).first()).toBeVisible()

  await page.goto('/forum?show=watched')
  const row = page.getByRole('listitem').filter({ hasText: title })
  await expect(row.getByText('1 unread')).toBeAttached()
  await row.getByRole('link', { name: title }).click()
  await expect(page.locator('#post-2')).toBeFocused()

  const staff = await anotherMember(STAFF)
  const topic = Number(/topic\/(\d+)/.exec(page.url())?.[1])
  const data = { topic, action: 'lock', reason: 'Answered.' }
  const locked = await staff.request.post('/api/v2/forum/moderate', { headers: siteHeaders(), data })
  expect(locked.status()).toBe(200)
  await page.reload()
  await expect(page.getByText('This topic is locked. You can read it, but not reply.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Your reply' })).toBeHidden()
})

test('a topic that was changed after a lost answer stays, and says that the earlier one was posted', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/Failed to load resource/)
  const pia = freshName('Pia')
  await signInAs(page, pia, '/forum/new?category=critique')
  await page.getByLabel('Title').fill(`Reflections ${pia}`)
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.fill('Is this muddy?')
  await loseReply(page, '**/api/v2/forum/topic')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByText('couldn’t be reached')).toBeVisible()
  await text.fill('Is this too muddy?')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByText('An earlier version was already posted. Your text is still here.')).toBeVisible()
  await expect(text).toHaveValue('Is this too muddy?')
  await page.goto('/forum/critique')
  await page.getByRole('link', { name: `Reflections ${pia}` }).click()
  await expect(page.locator('#post-1').getByText('Is this muddy?')).toBeVisible()
})
