import type { Page } from 'playwright/test'
import { freshCompo } from '../support/e2e/compos.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { foundGroup, GROUP_ADMIN, postToGroups } from '../support/e2e/groups.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postSketch } from '../support/e2e/sketches.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const events = (page: Page) => page.getByRole('list', { name: 'Events' })

test('a moderator of a group opens a compo, which members of the group enter and others do not [1 §2]', async ({
  page,
  anotherBrowser,
  anotherMember,
}) => {
  const compo = freshCompo()
  const group = freshName('Pond')
  const founder = await anotherMember(freshName('Founder'))
  const thumbnail = await postSketch(founder, { title: 'Still water' })
  const groupId = await foundGroup(founder, await anotherMember(GROUP_ADMIN), { title: group, thumbnail })

  await test.step('a moderator opens it from the events of the group', async () => {
    await signInAs(page, freshName('Helper'))
    await postToGroups(page, { action: 'join', groupId })
    await postToGroups(founder, { action: 'setRole', groupId, user: await currentUserId(page), role: 'moderator' })
    await page.goto(`/group/${groupId}?tab=events`)
    await page.getByRole('link', { name: 'Open a compo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Open a compo' })
    await expect(dialog.getByLabel('Group')).toHaveValue(groupId)
    await expectAccessible(page)
    await dialog.getByLabel('Title').fill(compo.title)
    await dialog.getByLabel('Key').fill(compo.key)
    await dialog.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(page).toHaveURL(`/compo/${compo.key}`)
    await expect(page.getByText(`For members of ${group}`)).toBeVisible()
    await expect(button(page, 'Edit'), 'for the helpers of the group').toBeVisible()
  })

  const member = await anotherBrowser()
  await test.step('a member finds it in the events of the group and enters a sketch', async () => {
    await signInAs(member, freshName('Artist'))
    await postToGroups(member, { action: 'join', groupId })
    await postSketch(member, { title: 'A frog' })
    await member.goto(`/group/${groupId}?tab=events`)
    await expect(events(member)).toBeVisible()
    await expect(member.getByRole('link', { name: 'Open a compo' })).toBeHidden()
    await events(member).getByRole('link', { name: compo.title }).click()
    await expect(button(member, 'Edit')).toBeHidden()
    await button(member, 'Enter').click()
    const dialog = member.getByRole('dialog', { name: 'Enter a sketch' })
    await dialog.getByRole('button', { name: 'A frog' }).click()
    await dialog.getByRole('button', { name: 'Enter', exact: true }).click()
    await expect(member.getByText(`Entered in ${compo.title}.`)).toBeVisible()
    await expect(member.getByRole('list', { name: `Entries of ${compo.title}` }).getByRole('link')).toHaveCount(1)
    await expectAccessible(member)
  })

  await test.step('others see it, and cannot enter', async () => {
    const other = await anotherBrowser()
    await signInAs(other, freshName('Passer'), `/compo/${compo.key}`)
    await expect(other.getByText(`Only members of ${group} can enter.`)).toBeVisible()
    await expect(button(other, 'Enter')).toBeHidden()
    const data = { sketchId: await postSketch(other) }
    const entered = await other.request.post(`/compo/${compo.key}`, { headers: siteHeaders(), data })
    expect(entered.status()).toBe(403)
    await other.getByRole('main').getByRole('link', { name: group }).click()
    await expect(other).toHaveURL(`/group/${groupId}`)
  })
})
