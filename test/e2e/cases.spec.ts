import { commentOn } from '../support/e2e/comments.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, type Member, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postSketch } from '../support/e2e/sketches.ts'

/** A gloperator among the seeded people. */
const GLOPERATOR = 'Ines Karlsen'

async function report({ request }: Member, path: string, data: object): Promise<void> {
  const reply = await request.post(path, { headers: siteHeaders(), data })
  expect(reply.status(), await reply.text()).toBe(200)
}

test('staff claim a reported comment and delete it with a rule and a reason [2 §2]', async ({
  page,
  anotherMember,
}) => {
  const nickname = freshName('Mira')
  const text = `Give up already, says ${nickname}`
  const mira = await anotherMember(nickname)
  const which = await currentUserId(mira)
  const id = await commentOn(mira, { type: 'profile', which }, text)
  await report(await anotherMember(freshName('Tomo')), '/api/v2/report/comment', { id })

  await signInAs(page, GLOPERATOR, '/gloperate')
  await page.getByRole('link', { name: `Comment: ${text}` }).click()
  const found = page.getByRole('article', { name: /^Case/ })
  await expect(found.getByRole('listitem').filter({ hasText: text }).getByText('Reported')).toBeVisible()
  await found.getByRole('button', { name: 'Claim' }).click()
  await expect(found.getByText(/^Yours until/)).toBeVisible()
  await expectAccessible(page)

  const form = page.getByRole('form', { name: 'Decision' })
  await form.getByRole('button', { name: /Action/ }).click()
  await page.getByRole('option', { name: 'Delete' }).click()
  await form.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(form.getByText('Choose the rule that was broken.')).toBeVisible()
  await expect(form.getByRole('button', { name: /Rule/ })).toBeFocused()
  await expect(form.getByRole('button', { name: /Rule/ })).toHaveAccessibleDescription(
    'Choose the rule that was broken.',
  )
  await form.getByRole('button', { name: /Rule/ }).click()
  await page.getByRole('option', { name: 'Unkind' }).click()
  await form.getByLabel(/^Reason/).fill('Talk about the work.')
  await form.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(found.getByRole('heading', { name: 'Deleted' })).toBeVisible()
  await expect(found.getByText('It has been deleted since.')).toBeVisible()
  await expect(page.getByRole('link', { name: `Comment: ${text}` })).toHaveCount(0)
})

test('staff undo a decision on a sketch with a reason', async ({ page, anotherMember }) => {
  const title = freshName('Harbour')
  const mira = await anotherMember(freshName('Mira'))
  const sketch = await postSketch(mira, { title })
  const reporter = await anotherMember(freshName('Tomo'))
  await report(reporter, `/sketch/${sketch}/report`, { details: 'Bare skin.', mature: true })

  await signInAs(page, GLOPERATOR, '/gloperate/sketches')
  const row = page.getByRole('list', { name: 'Reported sketches' }).getByRole('listitem').filter({ hasText: title })
  await expect(row.getByText('Mature, not labelled')).toBeVisible()
  await expectAccessible(page)
  await row.getByRole('link', { name: `Open the case of ${title}` }).click()
  const form = page.getByRole('form', { name: 'Decision' })
  await form.getByRole('button', { name: /Action/ }).click()
  await page.getByRole('option', { name: 'Mark as mature' }).click()
  await form.getByRole('button', { name: /Rule/ }).click()
  await page.getByRole('option', { name: 'Mature without a label' }).click()
  await form.getByRole('button', { name: 'Mark as mature', exact: true }).click()
  const found = page.getByRole('article', { name: /^Case/ })
  await found.getByRole('button', { name: 'Undo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo the decision?' })
  await dialog.getByLabel('Reason').fill('A life drawing from behind.')
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(found.getByText(`Undone by ${GLOPERATOR}`)).toBeVisible()
  await expect(found.getByRole('heading', { name: 'Marked as mature' })).toBeFocused()
})

test('the report of a deleted comment is greyed in the list of reported comments [1 §4]', async ({
  page,
  anotherMember,
}) => {
  const nickname = freshName('Mira')
  const mira = await anotherMember(nickname)
  const which = await currentUserId(mira)
  const id = await commentOn(mira, { type: 'profile', which }, `Nobody asked ${nickname}`)
  await report(await anotherMember(freshName('Tomo')), '/api/v2/report/comment', { id })

  await signInAs(page, GLOPERATOR, '/gloperate/comments')
  const row = page.getByRole('list', { name: 'Reported comments' }).getByRole('listitem').filter({ hasText: nickname })
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this comment?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /Rule/ }).click()
  await page.getByRole('option', { name: 'Unkind' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(row.getByText('Deleted', { exact: true })).toBeVisible()
  await expectAccessible(page)
  const grey = await row.getByText('reported by').evaluate((facts) => getComputedStyle(facts).color)
  await expect(row).toHaveCSS('color', grey)
})
