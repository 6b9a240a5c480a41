import type { Locator, Page } from 'playwright/test'
import { notificationList } from '../../contract/http/notifications.ts'
import { expect, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { png } from '../support/e2e/pictures.ts'
import { postSketch } from '../support/e2e/sketches.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const pressEnterOn = async (element: Locator) => {
  await expect(element).toBeEnabled()
  await element.focus()
  await element.press('Enter')
}

/** Opens the member's menu in the header and follows a link. */
async function openFromMenu(page: Page, nickname: string, link: string): Promise<void> {
  await pressEnterOn(page.getByRole('banner').getByRole('button', { name: nickname }))
  await pressEnterOn(page.getByRole('dialog', { name: 'You' }).getByRole('link', { name: link }))
}

test('a member posts a sketch, edits it and adds it to an album [1 §2], [1 §6]', async ({ page }) => {
  const me = freshName('Ada')
  await signInAs(page, me, '/')
  await openFromMenu(page, me, 'Upload')
  const chooser = page.waitForEvent('filechooser')
  await pressEnterOn(button(page, 'Choose pictures'))
  await (await chooser).setFiles([await png('quay at noon.png', 240)])
  const card = page.getByRole('listitem', { name: 'quay at noon.png' })
  await card.getByLabel('Title').fill('Quay at nnoon')
  await card.getByLabel('Alt text').fill('A quay without shadows')
  await page.keyboard.press('Tab')
  await expect(card.getByRole('combobox', { name: 'Tags' })).toBeFocused()
  await page.keyboard.type('quay,')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(card.getByRole('radio', { name: 'No' })).toBeChecked()
  await pressEnterOn(button(page, 'Post'))

  await expect(heading(page, 'Quay at nnoon')).toBeVisible()
  await pressEnterOn(page.getByRole('link', { name: 'Edit', exact: true }))
  await expect(heading(page, 'Edit sketch')).toBeVisible()
  await page.getByLabel('Title').fill('Quay at noon')
  await page.getByRole('combobox', { name: 'Tags' }).focus()
  await page.keyboard.type('ink,')
  await page.getByLabel('Title').press('Enter')
  await expect(heading(page, 'Quay at noon')).toBeVisible()
  for (const tag of ['quay', 'ink']) await expect(page.getByRole('link', { name: tag, exact: true })).toBeVisible()

  await pressEnterOn(button(page, 'Add to album'))
  const picker = page.getByRole('dialog', { name: 'Add to album' })
  await picker.getByLabel('New album').fill('Harbours')
  await page.keyboard.press('Enter')
  await expect(picker.getByRole('checkbox', { name: 'Harbours' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(picker).toHaveCount(0)
  await expect(button(page, 'Add to album')).toBeFocused()

  await openFromMenu(page, me, 'Your profile')
  await expect(heading(page, me)).toBeVisible()
  await pressEnterOn(page.getByRole('navigation').getByRole('link', { name: 'Albums', exact: true }))
  await pressEnterOn(page.getByRole('list', { name: 'Albums' }).getByRole('link', { name: 'Harbours' }))
  await expect(heading(page, 'Harbours')).toBeVisible()
  await pressEnterOn(page.getByRole('list', { name: 'Harbours' }).getByRole('link', { name: 'A quay without shadows' }))
  await expect(heading(page, 'Quay at noon')).toBeVisible()
})

test("a member gives another's sketch a heart, a rating, a comment with a mention and a report by keys [1 §4]", async ({
  page,
  anotherMember,
}) => {
  const [me, named] = [freshName('Bea'), freshName('Dov')]
  const artist = await anotherMember(freshName('Cleo'))
  const sketch = await postSketch(artist, { title: 'The gull' })
  await anotherMember(named)

  await signInAs(page, me, `/sketch/${sketch}`)
  await pressEnterOn(button(page, 'Heart, 0 given'))
  const dialog = page.getByRole('alertdialog', { name: 'Give a heart?' })
  await expect(dialog).toContainText('You have 5 left.')
  await pressEnterOn(dialog.getByRole('button', { name: 'Give heart' }))
  await expect(button(page, 'Heart, 1 given')).toHaveAttribute('aria-pressed', 'true')
  await expect(dialog).toHaveCount(0)
  await expect(button(page, 'Heart, 1 given')).toBeFocused()
  await pressEnterOn(button(page, 'This rules, 0 agree'))
  await expect(button(page, 'This rules, 1 agree')).toHaveAttribute('aria-pressed', 'true')

  await page.getByLabel('Your comment').focus()
  await page.keyboard.type(`It flies, @${named}`)
  const offers = page.getByRole('listbox', { name: 'Members' }).getByRole('option')
  await expect(offers).toHaveText([new RegExp(named)])
  await page.keyboard.press('Enter')
  await page.keyboard.type('look')
  await page.keyboard.press('Control+Enter')
  await expect(button(page, `More actions for the comment by ${me}`)).toBeVisible()

  await pressEnterOn(button(page, 'More actions'))
  const menu = page.getByRole('menu')
  await expect(menu.locator(':focus')).toHaveCount(1)
  await page.keyboard.type('rep')
  await expect(menu.getByRole('menuitem', { name: 'Report' })).toBeFocused()
  await page.keyboard.press('Enter')
  const report = page.getByRole('dialog', { name: 'Report this sketch' })
  await report.getByRole('checkbox', { name: 'It isn’t a sketch' }).focus()
  await page.keyboard.press('Space')
  await pressEnterOn(report.getByRole('button', { name: 'Report' }))
  await expect(page.getByText('Thanks for your report, it will be reviewed by a gloperator.')).toBeVisible()
  await expect(report).toHaveCount(0)
  await expect(button(page, 'More actions')).toBeFocused()

  await page.reload()
  await expect(button(page, 'Heart, 1 given')).toHaveAttribute('aria-pressed', 'true')
  await expect(button(page, 'This rules, 1 agree')).toHaveAttribute('aria-pressed', 'true')
  const notified = notificationList.parse(await (await artist.request.get('/api/v2/notices')).json())
  expect(notified.items.map(({ category }) => category).sort(), 'ratings and reports are anonymous').toEqual([
    'comments',
    'hearts',
  ])
})

test("a sketch with a followed tag appears in a member's activity [1 §2]", async ({ page, anotherMember }) => {
  const me = freshName('Eli')
  const tag = `moss-${process.pid}`
  const artist = await anotherMember(freshName('Fay'))
  await signInAs(page, me, '/activity/uploads')
  const ofTags = page.getByRole('radio', { name: 'Tags' })
  await page.getByRole('radio', { name: 'Artists' }).press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Tags' })).toBeChecked()
  await expect(ofTags).toBeChecked()
  await expect(page.getByText('New sketches with tags you follow will appear here.')).toBeVisible()

  await page.goto(`/sketch/${await postSketch(artist, { title: 'Moss', tags: [tag] })}`)
  await pressEnterOn(page.getByRole('link', { name: tag, exact: true }))
  await expect(heading(page, tag)).toBeVisible()
  await pressEnterOn(button(page, `Follow ${tag}`))
  await expect(button(page, `Following ${tag}`)).toHaveAttribute('aria-pressed', 'true')

  await postSketch(artist, { title: 'More moss', altText: 'Moss on a wall', tags: [tag] })
  await openFromMenu(page, me, 'Notifications')
  await pressEnterOn(
    page.getByRole('navigation', { name: 'Notifications' }).getByRole('link', { name: 'New from artists' }),
  )
  await page.getByRole('radio', { name: 'Artists' }).press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Tags' })).toBeChecked()
  const uploads = page.getByRole('list', { name: 'From tags you follow' })
  await pressEnterOn(uploads.getByRole('link', { name: 'Moss on a wall' }))
  await expect(heading(page, 'More moss')).toBeVisible()
})
