import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postSketch } from '../support/e2e/sketches.ts'

/** A group admin among the seeded people. */
const GROUP_ADMIN = 'kestrel'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

test('a group is requested, voted for and approved, and its queue fills its gallery [2 §2]', async ({
  page,
  anotherBrowser,
}) => {
  const title = freshName('Pond')
  const [founder, artist] = [freshName('Founder'), freshName('Artist')]
  await signInAs(page, founder)
  await postSketch(page, { title: 'Still water' })

  await page.goto('/groups?tab=requests')
  await button(page, 'Request a group').click()
  await expectAccessible(page)
  await dialog(page).getByLabel('Name').fill(title)
  await button(page, 'Request').click()
  await expect(dialog(page).getByText('Please fill in all the info')).toBeVisible()
  await dialog(page).getByLabel('Description').fill('Sketches of ponds.')
  await button(page, 'Request').click()
  await expect(dialog(page).getByText('Groups must have a thumbnail sketch')).toBeVisible()
  await dialog(page).getByRole('radio', { name: 'Still water' }).check({ force: true })
  await button(page, 'Request').click()
  await expect(page.getByRole('region', { name: 'Your requests' }).getByText(title)).toBeVisible()

  const admin = await anotherBrowser()
  await signInAs(admin, GROUP_ADMIN, '/groups?tab=requests')
  await button(admin, `Vote for ${title}, 0 votes`).click()
  await expect(button(admin, `Vote for ${title}, 1 vote`)).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(admin)
  await admin.goto('/a/groups/requests')
  await button(admin, `Approve ${title}`).click()
  await expect(button(admin, `Approve ${title}`)).toBeHidden()

  await page.reload()
  await page
    .getByRole('region', { name: 'Your requests' })
    .getByRole('link', { name: 'Open the group' })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const groupId = new URL(page.url()).pathname.split('/').pop() ?? ''

  const member = await anotherBrowser()
  await signInAs(member, artist)
  const sketchId = await postSketch(member, { title: 'A frog' })
  const data = { action: 'add', groupId, sketchId }
  const queued = await member.request.post('/api/v2/group', { headers: siteHeaders(), data })
  expect(await queued.json()).toEqual({ state: 'queued' })

  await admin.goto('/a/groups/queue')
  const entry = admin.getByRole('listitem').filter({ hasText: title })
  await entry.getByRole('button', { name: 'Approve A frog' }).click()
  await dialog(admin).getByLabel('Message').fill('Welcome to the pond.')
  await button(admin, 'Approve').click()
  await expect(dialog(admin)).toBeHidden()
  await expect(entry).toBeHidden()
  await expectAccessible(admin)

  await member.goto('/activity')
  await expect(member.getByText('Welcome to the pond.')).toBeVisible()
  await member.getByRole('link', { name: `approved A frog for ${title}` }).click()
  await button(member, 'Join').click()
  await expect(button(member, 'Joined')).toBeVisible()
  await member.getByRole('link', { name: 'Discussion', exact: true }).click()
  await member.getByLabel('Your comment').fill('Which pond is next?')
  await member.getByLabel('Your comment').press('Control+Enter')
  await expect(member.getByText('Which pond is next?')).toBeVisible()
  await expectAccessible(member)
  await page.goto('/activity')
  await page.getByRole('link', { name: `commented on the discussion of ${title}` }).click()
  await expect(page.getByText('Which pond is next?')).toBeVisible()
  await page.goto(`/group/${groupId}`)
  await button(page, 'Manage').click()
  await expect(button(page, 'Remove A frog')).toBeVisible()
  await expectAccessible(page)

  const visitor = await anotherBrowser()
  await visitor.goto(`/group/${groupId}`)
  const gallery = visitor.getByRole('list', { name: `Sketches of ${title}` })
  await expect(gallery.getByRole('link').first()).toBeVisible()
  await expectAccessible(visitor)
  await page.getByRole('link', { name: 'Chat', exact: true }).last().click()
  await expect(page).toHaveURL(new RegExp(`/chat/group-${groupId}$`))

  await admin.goto('/a/groups/stats')
  const official = admin.getByRole('checkbox', { name: `${title} is official` })
  await admin.getByRole('button', { name: 'Votes' }).focus()
  await admin.keyboard.press('Enter')
  await expect(admin.getByRole('columnheader', { name: 'Votes' })).toHaveAttribute('aria-sort', 'descending')
  await official.focus()
  await admin.keyboard.press('Space')
  await expect(official).toBeChecked()
  await expectAccessible(admin)
  await page.goto(`/group/${groupId}`)
  await expect(page.getByText('Official')).toBeVisible()
})
