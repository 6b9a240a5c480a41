import type { Locator, Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { foundGroup, GROUP_ADMIN, postToGroups } from '../support/e2e/groups.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { postSketch } from '../support/e2e/sketches.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const TABS_MAX = 80

/** Moves the focus to an element by the Tab key alone. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible()
  for (let pressed = 0; pressed < TABS_MAX; pressed++) {
    if (await element.evaluate((node) => node === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(element).toBeFocused()
}

test('the link from a member’s empty list to all groups leaves the focus at the heading', async ({ page }) => {
  await signInAs(page, freshName('Loner'), '/groups')
  await page.getByRole('link', { name: 'See all groups' }).press('Enter')
  await expect(page).toHaveURL('/groups?tab=all')
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeFocused()
})

test('a dialog with a written text asks before it is left', async ({ page }) => {
  await signInAs(page, freshName('Writer'), '/groups?tab=all')
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  const opener = button(page, 'Request a group')
  await opener.click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const description = dialog(page).getByLabel('Description')
  await description.fill('Sketches of ponds.')
  // Clicks outside the dialog, which takes the focus back.
  await page.mouse.click(5, 5)
  await expect(description).toBeFocused()
  for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await leave()
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(question).toHaveCount(0)
    await expect(description).toBeFocused()
    await expect(description).toHaveValue('Sketches of ponds.')
  }
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(opener).toBeFocused()
  // After a step of the browser, Leave closes the dialog, and the page stays.
  await opener.click()
  await description.fill('Sketches of ponds.')
  // The router asks about a step as soon as the page has nothing to do, which takes longer than a step here.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await page.goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(opener).toBeFocused()
  // Nothing is written in the new dialog.
  await opener.click()
  await expect(dialog(page)).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(dialog(page)).toHaveCount(0)
})

test('a step back while a dialog is being sent asks first', async ({ page }) => {
  await signInAs(page, freshName('Writer'))
  await postSketch(page, { title: 'Still water' })
  await page.goto('/groups?tab=all')
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await button(page, 'Request a group').click()
  await dialog(page).getByLabel('Name').fill(freshName('Pond'))
  await dialog(page).getByLabel('Description').fill('Sketches of ponds.')
  await dialog(page).getByRole('radio', { name: 'Still water' }).press('Space')
  const release = await holdRequests(page, (url) => url.pathname.includes('group'))
  await button(page, 'Request').click()
  await page.goBack()
  const question = page.getByRole('alertdialog', { name: 'Leave while this is being sent?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toHaveCount(0)
  await expect(dialog(page).getByLabel('Description')).toHaveValue('Sketches of ponds.')
  await page.goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(dialog(page)).toHaveCount(0)
  release()
})

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
  await expect(dialog(page).getByRole('radio', { name: 'Still water' })).toBeAttached()
  await button(page, 'Request').click()
  await expect(dialog(page).getByText('Groups must have a thumbnail sketch')).toBeVisible()
  await expect(dialog(page).getByRole('radio', { name: 'Still water' })).toBeFocused()
  await expect(dialog(page).getByRole('group', { name: 'Thumbnail sketch' })).toHaveAccessibleDescription(
    'Groups must have a thumbnail sketch',
  )
  await dialog(page).getByRole('radio', { name: 'Still water' }).press('Space')
  await button(page, 'Request').click()
  await expect(page.getByRole('region', { name: 'Your requests' }).getByText(title)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Open requests' }).getByText(title)).toHaveCount(0)

  const admin = await anotherBrowser()
  await signInAs(admin, GROUP_ADMIN, '/groups?tab=requests')
  await button(admin, `Vote for ${title}, 0 votes`).click()
  await expect(button(admin, `Vote for ${title}, 1 vote`)).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(admin)
  await admin.goto('/a/groups/requests')
  await button(admin, `Approve ${title}`).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
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
  await member.goto(`/group/${groupId}`)
  await expect(button(member, 'Suggest a sketch')).toBeVisible()
  await button(member, 'Suggest a sketch').focus()
  await member.keyboard.press('Enter')
  await tabTo(member, dialog(member).getByLabel('Sketch link'))
  await member.keyboard.press('Enter')
  await expect(dialog(member).getByText('Paste the address of a sketch’s page.')).toBeVisible()
  await member.keyboard.type(`/sketch/${sketchId}`)
  await expect(dialog(member).getByText('A frog')).toBeVisible()
  await expectAccessible(member)
  await member.keyboard.press('Tab')
  await member.keyboard.type('From our pond.')
  await tabTo(member, button(member, 'Suggest'))
  await member.keyboard.press('Enter')
  await expect(member.getByText(`Sent to ${title}. A group admin decides.`)).toBeVisible()

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
  await expect(page.getByRole('link', { name: `approved your request for the group ${title}` })).toBeVisible()
  await page.getByRole('link', { name: `commented on the discussion of ${title}` }).click()
  await expect(page.getByText('Which pond is next?')).toBeVisible()
  await page.goto(`/group/${groupId}`)
  await button(page, 'Joined').click()
  await expect(dialog(page).getByText('Offer the group to another member before you leave')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Close').click()
  await expect(button(page, 'Joined')).toBeFocused()
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
  // From the last column that sorts, Tab goes on to the boxes of the rows.
  await admin.getByRole('button', { name: 'Activity' }).focus()
  await tabTo(admin, official)
  await admin.keyboard.press('Space')
  await tabTo(admin, dialog(admin).getByLabel('Reason'))
  await admin.keyboard.type('A club of the community.')
  await tabTo(admin, button(admin, 'Make official'))
  await admin.keyboard.press('Enter')
  await expect(official).toBeChecked()
  await expectAccessible(admin)
  await page.goto(`/group/${groupId}`)
  await expect(page.getByText('Official')).toBeVisible()
})

test('an artist takes a sketch out of a group that they left, and the dialog keeps the focus', async ({
  page,
  anotherMember,
}) => {
  const title = freshName('Pond')
  const founder = await anotherMember(freshName('Founder'))
  const thumbnail = await postSketch(founder, { title: 'Still water' })
  const groupId = await foundGroup(founder, await anotherMember(GROUP_ADMIN), { title, thumbnail })
  await signInAs(page, freshName('Artist'))
  const sketchId = await postSketch(page, { title: 'A frog' })
  await postToGroups(page, { action: 'join', groupId })
  await postToGroups(page, { action: 'add', groupId, sketchId })
  await postToGroups(page, { action: 'leave', groupId })

  await page.goto(`/sketch/${sketchId}`)
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Add to group' }).click()
  const box = dialog(page).getByRole('checkbox', { name: title })
  await expect(box).toBeChecked()
  await tabTo(page, box)
  await page.keyboard.press('Space')
  await expect(dialog(page).getByText('A group admin decides about your sketch.')).toBeVisible()
  await expect(box).not.toBeChecked()
  await expect(box).toBeFocused()
  await expectAccessible(page)
})
