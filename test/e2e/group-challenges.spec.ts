import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { foundGroup, GROUP_ADMIN, postToGroups } from '../support/e2e/groups.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { postSketch } from '../support/e2e/sketches.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const events = (page: Page) => page.getByRole('list', { name: 'Events' })

test('a group opens a challenge, which its members enter and others do not', async ({
  page,
  anotherBrowser,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 409/)
  const title = freshName('Pond')
  await signInAs(page, freshName('Founder'))
  const thumbnail = await postSketch(page, { title: 'Still water' })
  const admin = await anotherBrowser()
  await signInAs(admin, GROUP_ADMIN)
  const groupId = await foundGroup(page, admin, { title, thumbnail })

  await page.goto(`/group/${groupId}`)
  await page.getByRole('navigation', { name: title }).getByRole('link', { name: 'Events' }).click()
  await expect(page.getByText('No events yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open a compo' })).toBeVisible()
  await button(page, 'Open a challenge').click()
  await expectAccessible(page)
  await button(page, 'Cancel').click()
  await expect(button(page, 'Open a challenge')).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog(page).getByLabel('Title').fill('Frogs')
  await dialog(page).getByLabel('Description').fill('Any frog of our pond.')
  await button(page, 'Open').click()
  await expect(dialog(page)).toBeHidden()
  await expect(button(page, 'Open a challenge')).toBeFocused()
  await expect(events(page).getByRole('link', { name: 'Frogs' })).toBeVisible()
  await expectAccessible(page)

  await button(page, 'Open a challenge').click()
  await dialog(page).getByLabel('Title').fill('Toads')
  await button(page, 'Open').click()
  await expect(dialog(page).getByText('This group has opened a challenge today.')).toBeVisible()
  await button(page, 'Cancel').click()

  const member = await anotherBrowser()
  await signInAs(member, freshName('Artist'))
  await postToGroups(member, { action: 'join', groupId })
  const sketchId = await postSketch(member, { title: 'A frog' })
  await member.goto(`/group/${groupId}?tab=events`)
  await expect(events(member)).toBeVisible()
  await expect(button(member, 'Open a challenge')).toBeHidden()
  await events(member).getByRole('link', { name: 'Frogs' }).click()
  await expect(member.getByText('Any frog of our pond.')).toBeVisible()
  await expect(member.getByText(`Challenge of ${title}`)).toBeVisible()
  await expectAccessible(member)
  const id = Number(new URL(member.url()).pathname.split('/').pop())
  await button(member, 'Enter a sketch').click()
  await member.getByRole('list', { name: 'Your sketches' }).getByRole('button', { name: 'A frog' }).click()
  await button(member, 'Enter').click()
  await expect(dialog(member)).toBeHidden()
  const entries = member.getByRole('list', { name: 'Entries of Frogs' })
  await expect(entries.locator(`a[href="/sketch/${sketchId}?in=challenge-${id}"]`)).toBeVisible()
  await member.goto(`/sketch/${sketchId}`)
  await member.getByRole('link', { name: 'Frogs' }).click()
  await expect(member).toHaveURL(`/challenge/${id}`)

  const other = await anotherBrowser()
  await signInAs(other, freshName('Passer'), `/challenge/${id}`)
  await expect(other.getByText(`Only members of ${title} can enter.`)).toBeVisible()
  await expect(button(other, 'Enter a sketch')).toBeHidden()
  await expectAccessible(other)
  await other.getByRole('main').getByRole('link', { name: title }).last().click()
  await expect(other).toHaveURL(`/group/${groupId}`)
})
