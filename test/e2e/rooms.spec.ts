import {
  chooseInLineMenu,
  enterRoom,
  expectInRoom,
  fieldOf,
  freshRoom,
  lineOf,
  logOf,
  sendLine,
} from '../support/e2e/chat.ts'
import { expect, expectAccessible } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { test } from '../support/e2e/room-member.ts'

/** A gloperator among the seeded people. */
const GLOPERATOR = 'Ines Karlsen'

test('a chat line is reported with its neighbours and deleted at the desk [2 §2]', async ({ page, joinBySocket }) => {
  const rude = await joinBySocket(freshRoom(), freshName('Rude'))
  const text = `Give up already, says ${rude.nickname}`
  await rude.say('Hello there', text)
  await signInAs(page, freshName('Tomo'))
  await enterRoom(page, rude.room)
  await chooseInLineMenu(page, text, 'Report')
  const dialog = page.getByRole('dialog', { name: `Report this message by ${rude.nickname}?` })
  await dialog.getByLabel(/^What’s wrong/).fill('Not kind.')
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(page.getByText('Thanks for helping keep the site safe.')).toBeVisible()

  await signInAs(page, GLOPERATOR, '/gloperate')
  await page.getByRole('link', { name: `Chat message: ${text}` }).click()
  const found = page.getByRole('article', { name: /^Case/ })
  await expect(found.getByRole('listitem').filter({ hasText: text }).getByText('Reported')).toBeVisible()
  await expect(found.getByText('Hello there')).toBeVisible()
  await expect(found.getByText('Not kind.')).toBeVisible()
  await expectAccessible(page)
  const form = page.getByRole('form', { name: 'Decision' })
  await form.getByRole('button', { name: /Action/ }).click()
  await page.getByRole('option', { name: 'Delete' }).click()
  await form.getByRole('button', { name: /Rule/ }).click()
  await page.getByRole('option', { name: 'Unkind' }).click()
  await form.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(found.getByRole('heading', { name: 'Deleted' })).toBeVisible()
  await rude.expectLines('Hello there')
})

test('an owner opens a room and appoints a helper, who shuts a person out and lets them back in', async ({
  page,
  joinBySocket,
  anotherBrowser,
}) => {
  const room = freshRoom()
  await signInAs(page, freshName('Owner'))
  await page.goto(`/chat/${room}`)
  await expect(page.getByRole('heading', { name: `There is no room ${room} yet` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Open the room' }).click()
  await expectInRoom(page, room)
  const rude = await joinBySocket(room, freshName('Rude'))
  await rude.say('Something loud')

  const helper = await anotherBrowser()
  const nickname = freshName('Helper')
  await signInAs(helper, nickname)
  await enterRoom(helper, room)
  await expect(helper.getByRole('button', { name: 'Room settings' })).toHaveCount(0)
  const menu = page.getByRole('button', { name: `More actions for ${nickname}` })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Make helper' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make helper' }).click()
  await expect(helper.getByRole('button', { name: 'Room settings' })).toBeVisible()

  await chooseInLineMenu(helper, 'Something loud', 'Shut out')
  await helper.getByRole('dialog', { name: /^Shut/ }).getByRole('button', { name: 'Shut out' }).click()
  await expect(page.getByText('2 artists here')).toBeVisible()
  await expect(lineOf(page, 'Something loud')).toBeVisible()

  await helper.getByRole('button', { name: 'Room settings' }).click()
  await helper.getByRole('button', { name: `Let ${rude.nickname} back in` }).click()
  await expect(helper.getByRole('list', { name: 'Shut out' })).toHaveCount(0)
  await expectAccessible(helper)
  await joinBySocket(room, rude.nickname)
  await expect(page.getByText('3 artists here')).toBeVisible()
})

test('an owner hands a room over, and its new owner closes it', async ({ page, anotherBrowser }) => {
  const room = freshRoom()
  await signInAs(page, freshName('Owner'))
  await enterRoom(page, room)
  await sendLine(page, 'Who takes over?')
  const heir = await anotherBrowser()
  const nickname = freshName('Heir')
  await signInAs(heir, nickname)
  await enterRoom(heir, room)

  await page.getByRole('button', { name: `More actions for ${nickname}` }).click()
  await page.getByRole('menuitem', { name: 'Hand over the room' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Offer the room' }).click()
  await heir.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByRole('button', { name: 'Room settings' })).toHaveCount(0)
  await heir.getByRole('button', { name: 'Room settings' }).click()
  await expectAccessible(heir)
  await heir.getByRole('button', { name: 'Close this room' }).click()
  await heir
    .getByRole('dialog', { name: `Close ${room}?` })
    .getByRole('button', { name: 'Close the room' })
    .click()
  for (const each of [page, heir]) await expect(each.getByText('This room doesn’t exist.')).toBeVisible()
  await expect(logOf(page)).toHaveCount(0)
  await expect(fieldOf(page)).toHaveCount(0)
})
