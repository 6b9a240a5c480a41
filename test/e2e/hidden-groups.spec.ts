import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { foundGroup, GROUP_ADMIN } from '../support/e2e/groups.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postSketch } from '../support/e2e/sketches.ts'

/** A gloperator among the seeded people. */
const GLOPERATOR = 'Ines Karlsen'

test('staff hide a reported group, its owner reads why, and the undo shows it again', async ({
  page,
  anotherBrowser,
  anotherMember,
  consoleErrors,
}) => {
  // Missing groups are answered with 404.
  consoleErrors.allow(/status of 404/)
  const title = freshName('Rude newts')
  const [owner, visitor] = [await anotherBrowser(), await anotherBrowser()]
  await signInAs(owner, freshName('Founder'))
  const thumbnail = await postSketch(owner, { title: 'A newt' })
  const group = await foundGroup(owner, await anotherMember(GROUP_ADMIN), { title, thumbnail })
  const reporter = await anotherMember(freshName('Tomo'))
  const reported = await reporter.request.post('/api/v2/report', {
    headers: siteHeaders(),
    data: { group, details: 'A rude name' },
  })
  expect(reported.status()).toBe(200)

  await signInAs(page, GLOPERATOR, '/gloperate')
  await page.getByRole('link', { name: `Group: ${title}` }).click()
  const form = page.getByRole('form', { name: 'Decision' })
  await form.getByRole('button', { name: /Action/ }).click()
  await page.getByRole('option', { name: 'Hide the group' }).click()
  await form.getByRole('button', { name: /Rule/ }).click()
  await page.getByRole('option', { name: 'Unkind' }).click()
  await form.getByLabel(/^Reason/).fill('A rude name.')
  await form.getByRole('button', { name: 'Hide the group', exact: true }).click()
  const found = page.getByRole('article', { name: /^Case/ })
  await expect(found.getByRole('heading', { name: 'Group hidden' })).toBeVisible()
  await expectAccessible(page)

  await visitor.goto(`/group/${group}`)
  await expect(visitor.getByText('Invalid group')).toBeVisible()
  await owner.goto('/activity')
  await expect(owner.getByText(`Your group “${title}” was hidden`).first()).toBeVisible()
  const desk = page.url()
  await page.goto(`/group/${group}`)
  await expect(page.getByText('Staff have hidden this group. Only staff and group admins see it.')).toBeVisible()
  await expectAccessible(page)

  await page.goto(desk)
  await found.getByRole('button', { name: 'Undo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo the decision?' })
  await dialog.getByLabel('Reason').fill('A species of newt.')
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(found.getByText(`Undone by ${GLOPERATOR}`)).toBeVisible()
  await visitor.goto(`/group/${group}`)
  await expect(visitor.getByRole('heading', { name: title })).toBeVisible()
})

test('an owner without other members closes their group after a question', async ({
  page,
  anotherMember,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 404/)
  const title = freshName('Quiet pond')
  await signInAs(page, freshName('Founder'))
  const thumbnail = await postSketch(page, { title: 'Still water' })
  const group = await foundGroup(page, await anotherMember(GROUP_ADMIN), { title, thumbnail })
  await page.goto(`/group/${group}`)
  await page.getByRole('button', { name: 'Joined' }).click()
  const question = page.getByRole('alertdialog', { name: `Close ${title}?` })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Close the group' }).click()
  await expect(page.getByText(`${title} is closed.`)).toBeVisible()
  await expect(page).toHaveURL(/\/groups$/)
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  await page.goto(`/group/${group}`)
  await expect(page.getByText('Invalid group')).toBeVisible()
})
