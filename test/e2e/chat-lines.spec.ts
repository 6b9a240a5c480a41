import type { Page } from 'playwright/test'
import { changeLineDates, enterRoom, fieldOf, freshRoom, lineOf, logOf, sendLine } from '../support/e2e/chat.ts'
import { expect, expectAccessible, expectFocusIn } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { test } from '../support/e2e/room-member.ts'

test('lines more than 10 minutes apart are divided by a time, with the date for another day [2 §2 Chat]', async ({
  page,
  joinBySocket,
}) => {
  const other = await joinBySocket(freshRoom())
  await other.say('First', 'Ten minutes later', 'And a second more', 'Today')

  await signInAs(page, freshName('Reads'))
  const at = (minutes: number, seconds: number) => {
    const day = new Date()
    day.setDate(day.getDate() - 2)
    day.setHours(12, minutes, seconds, 0)
    return day
  }
  await changeLineDates(page, { First: at(0, 0), 'Ten minutes later': at(10, 0), 'And a second more': at(20, 1) })
  await enterRoom(page, other.room)
  const above = (text: string) => lineOf(page, text).locator('xpath=preceding-sibling::*[1]')
  await expect(above('First')).toHaveCount(0)
  await expect(above('Ten minutes later')).toContainText('First')
  await expect(above('And a second more')).toHaveText('12:20')
  await expect(above('Today')).toHaveText(/^\d{1,2} [A-Z][a-z]+, \d\d:\d\d$/)
  await sendLine(page, 'Right after it')
  await expect(above('Right after it')).toContainText('Today')
  await expect(logOf(page).getByRole('article')).toHaveCount(5)
})

test.describe('emoticons', () => {
  const picker = (page: Page) => page.getByRole('dialog', { name: 'Emoticons' })

  test('an emoticon can be chosen by keys', async ({ page }) => {
    await signInAs(page, freshName('Draws'))
    await enterRoom(page, freshRoom())
    await fieldOf(page).fill('Good morning')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Emoticons' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expectFocusIn(picker(page))
    await page.keyboard.press('Escape')
    await expect(picker(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Emoticons' })).toBeFocused()

    await page.keyboard.press('Enter')
    await expectFocusIn(picker(page))
    const coffee = picker(page).getByRole('button', { name: 'coffee' })
    while (!(await coffee.evaluate((button) => button === document.activeElement))) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(picker(page)).toBeHidden()
    await expect(fieldOf(page)).toBeFocused()
    await expect(fieldOf(page)).toHaveValue('Good morning (coffee) ')
    await page.keyboard.type('everyone')
    await page.keyboard.press('Enter')
    await expect(lineOf(page, 'Good morning').getByRole('img', { name: 'coffee' })).toBeVisible()
    await expect(lineOf(page, 'Good morning').locator('p:nth-child(2)')).toHaveText('Good morning  everyone')
  })

  test('an emoticon can be chosen with the mouse', async ({ page }) => {
    await signInAs(page, freshName('Draws'))
    await enterRoom(page, freshRoom())
    await page.getByRole('button', { name: 'Emoticons' }).click()
    await expect(picker(page)).toBeVisible()
    await expectAccessible(page)
    await picker(page).getByRole('button', { name: 'heart' }).click()
    await expect(fieldOf(page)).toHaveValue('<3 ')
    await expect(fieldOf(page)).toBeFocused()
    await page.keyboard.press('Home')
    await page.getByRole('button', { name: 'Emoticons' }).click()
    await picker(page).getByRole('button', { name: 'sun' }).click()
    await expect(fieldOf(page)).toHaveValue('(sun) <3 ')
    await expect(fieldOf(page)).toBeFocused()
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(logOf(page).getByRole('img', { name: 'heart' })).toBeVisible()
  })
})

test('only a line of a gloperator is marked as such [2 §2 Chat]', async ({ page, joinBySocket }) => {
  const room = freshRoom()
  await (await joinBySocket(room)).say('By a member')
  await (await joinBySocket(room, 'Ines Karlsen')).say('By a gloperator')
  await signInAs(page, freshName('Reads'))
  await enterRoom(page, room)
  const mark = (text: string) => lineOf(page, text).getByText('gloperator', { exact: true })
  await expect(mark('By a gloperator')).toBeVisible()
  await expect(lineOf(page, 'By a member')).toBeVisible()
  await expect(mark('By a member')).toHaveCount(0)
})
