import type { Locator, Page } from 'playwright/test'
import { chooseInLineMenu, enterRoom, freshRoom, sendLine } from '../support/e2e/chat.ts'
import { commentOn } from '../support/e2e/comments.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postSketch } from '../support/e2e/sketches.ts'

/** A gloperator and an admin among the seeded people. */
const [FIRST, SECOND] = ['Ines Karlsen', 'Noor']
const TABS_MAX = 120

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`not reached by Tab: ${target}`)
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Moves the choice of a radio group. */
async function move(page: Page, group: string, key: 'ArrowLeft' | 'ArrowRight'): Promise<void> {
  await tabTo(page, page.getByRole('group', { name: group }).getByRole('radio', { checked: true }))
  await page.keyboard.press(key)
}

/** Chooses from a drop-down by its first letters. */
async function choose(page: Page, button: Locator, option: string): Promise<void> {
  await press(page, button)
  await expect(page.getByRole('listbox').locator(':focus')).toHaveCount(1)
  await page.keyboard.type(option.slice(0, 3))
  await expect(page.getByRole('option', { name: option })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button).toContainText(option)
}

test('a reported comment leads to a decision and an appeal, by keyboard at the desk, seen by all sides', async ({
  page,
  anotherBrowser,
}) => {
  test.slow()
  const nickname = freshName('Mira')
  const [author, reporter] = [await anotherBrowser(), await anotherBrowser()]
  await signInAs(author, nickname)
  await signInAs(reporter, freshName('Tomo'))
  const text = `Give up already, says ${nickname}`
  const id = await commentOn(author, { type: 'profile', which: await currentUserId(author) }, text)
  const report = await reporter.request.post('/api/v2/report/comment', { headers: siteHeaders(), data: { id } })
  expect(report.status()).toBe(200)

  await test.step('a gloperator deletes the comment', async () => {
    await signInAs(page, FIRST, '/gloperate?filter=mine')
    await expect(page.getByText('You have claimed no case.')).toBeVisible()
    await move(page, 'Cases to show', 'ArrowLeft')
    await press(page, page.getByRole('link', { name: `Comment: ${text}` }))
    const form = page.getByRole('form', { name: 'Decision' })
    await choose(page, form.getByRole('button', { name: /Action/ }), 'Delete')
    await choose(page, form.getByRole('button', { name: /Rule/ }), 'Unkind')
    await tabTo(page, form.getByLabel(/^Reason/))
    await page.keyboard.type('Talk about the work.')
    await press(page, form.getByRole('button', { name: 'Delete', exact: true }))
    await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
    await expect(page.getByRole('article').getByRole('heading', { name: 'Deleted' })).toBeFocused()
  })

  await test.step('the reporter learns that staff acted, and no more', async () => {
    await reporter.goto('/activity')
    const notice = reporter.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
    await expect(notice.first()).toContainText('Your report of a comment was reviewed, and we took action')
    await notice.first().getByRole('link').click()
    await expect(reporter.getByText('Thanks for helping keep the site safe.')).toBeVisible()
    await expect(reporter.getByText('Talk about the work.')).toHaveCount(0)
  })

  await test.step('the author learns rule and reason, and appeals', async () => {
    await author.goto('/activity')
    const notice = author.getByRole('link', { name: 'Your comment was deleted' })
    await expect(notice).toBeVisible()
    await expectAccessible(author)
    await notice.click()
    await expect(author.getByRole('heading', { level: 1, name: 'Your comment was deleted' })).toBeVisible()
    await expect(author.getByText('Talk about the work.')).toBeVisible()
    await expectAccessible(author)
    await author.getByRole('button', { name: 'Send the appeal' }).click()
    await expect(author.getByLabel('Your appeal')).toBeFocused()
    await author.getByLabel('Your appeal').fill('It was a joke among friends.')
    await author.getByRole('button', { name: 'Send the appeal' }).click()
    await expect(author.getByText('Someone else on staff will decide, and we’ll tell you.')).toBeVisible()
    await expect(author.getByRole('heading', { name: 'Your appeal' })).toBeFocused()
  })

  await test.step('the gloperator cannot decide it', async () => {
    await page.goto('/gloperate/appeals')
    const row = page.getByRole('list', { name: 'Appeals' }).getByRole('listitem').filter({ hasText: nickname })
    await expect(row.getByText('It was a joke among friends.')).toBeVisible()
    await expect(row.getByText('You made this decision.')).toBeVisible()
    await expect(row.getByRole('heading', { name: `Comment: ${text}` })).toBeVisible()
    await expect(row.getByRole('button', { name: 'Decide' })).toHaveCount(0)
  })

  await test.step('another member of staff accepts it', async () => {
    await signInAs(page, SECOND, '/gloperate/appeals')
    await expectAccessible(page)
    await press(page, page.getByRole('button', { name: `Decide the appeal of ${nickname}` }))
    const dialog = page.getByRole('dialog', { name: `Decide the appeal of ${nickname}` })
    await expect(dialog.getByText('This act can’t be undone.')).toBeVisible()
    await press(page, dialog.getByRole('button', { name: 'Decide' }))
    await expect(dialog.getByText('Choose an outcome.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: /Outcome/ })).toBeFocused()
    await choose(page, dialog.getByRole('button', { name: /Outcome/ }), 'Accept')
    await expectAccessible(page)
    await tabTo(page, dialog.getByLabel('Reason'))
    await page.keyboard.type('Friends may joke.')
    await press(page, dialog.getByRole('button', { name: 'Decide' }))
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await move(page, 'Appeals to show', 'ArrowRight')
    const row = page.getByRole('list', { name: 'Appeals' }).getByRole('listitem').filter({ hasText: nickname })
    await expect(row.getByText('Appeal accepted.')).toBeVisible()
  })

  await test.step('the author reads the outcome, and everybody the numbers', async () => {
    await author.goto('/activity')
    await author.getByRole('link', { name: 'Your appeal was accepted' }).click()
    await expect(author.getByText('What was done can’t be undone.')).toBeVisible()
    await expect(author.getByText('Friends may joke.')).toBeVisible()
    await author.goto('/numbers')
    await expect(author.getByRole('table', { name: 'Moderation in numbers' })).toBeVisible()
    await expectAccessible(author)
  })
})

type Reported = {
  /** Name of its link at the desk. */
  link: string
  act: string
  /** Name of the act once it is done. */
  result: string
  /** Sentence to its author. */
  notice: string
  /** Sentence to who reported it. */
  reply: string
  /** The page of a thing that stays, and the text above its link to the decision. */
  page?: { path: string; text: string }
}

type Sides = { staff: Page; author: Page; reporter: Page; nickname: string }

/** Decides a reported thing, and walks through what reporter, author and a second member of staff see of it. */
async function walkToAppeal({ staff, author, reporter, nickname }: Sides, reported: Reported): Promise<void> {
  await signInAs(staff, FIRST, '/gloperate')
  await staff.getByRole('link', { name: reported.link }).click()
  const form = staff.getByRole('form', { name: 'Decision' })
  await form.getByRole('button', { name: /Action/ }).click()
  await staff.getByRole('option', { name: reported.act }).click()
  await form.getByRole('button', { name: /Rule/ }).click()
  await staff.getByRole('option', { name: 'Unkind' }).click()
  await form.getByLabel(/^Reason/).fill('Be kind to others.')
  await form.getByRole('button', { name: reported.act, exact: true }).click()
  const question = staff.getByRole('alertdialog').getByRole('button', { name: reported.act })
  const result = staff.getByRole('article').getByRole('heading', { name: reported.result })
  await expect(question.or(result)).toBeVisible()
  if (await question.isVisible()) await question.click()
  await expect(result).toBeVisible()

  await reporter.goto('/activity')
  await expect(reporter.getByRole('link', { name: `${reported.reply} was reviewed, and we took action` })).toBeVisible()

  await author.goto('/activity')
  const notice = author.getByRole('link', { name: reported.notice })
  await expect(notice).toBeVisible()
  if (reported.page) {
    await author.goto(reported.page.path)
    await expect(author.getByText(reported.page.text)).toBeVisible()
    await author.getByRole('link', { name: 'Why, and appeal' }).click()
  } else await notice.click()
  await expect(author.getByText('Be kind to others.')).toBeVisible()
  await author.getByLabel('Your appeal').fill('It was meant kindly.')
  await author.getByRole('button', { name: 'Send the appeal' }).click()
  await expect(author.getByText('Someone else on staff will decide, and we’ll tell you.')).toBeVisible()

  await signInAs(staff, SECOND, '/gloperate/appeals')
  await staff.getByRole('button', { name: `Decide the appeal of ${nickname}` }).click()
  const dialog = staff.getByRole('dialog', { name: `Decide the appeal of ${nickname}` })
  await dialog.getByRole('button', { name: /Outcome/ }).click()
  await staff.getByRole('option', { name: /^Accept/ }).click()
  await dialog.getByLabel('Reason').fill('It was.')
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await expect(dialog).toHaveCount(0)

  await author.goto('/activity')
  await author.getByRole('link', { name: 'Your appeal was accepted' }).click()
  await expect(author.getByText('It was.', { exact: true })).toBeVisible()
}

test('a reported sketch leads to a decision and an appeal that undoes it, seen by all sides', async ({
  page,
  anotherBrowser,
}) => {
  test.slow()
  const [nickname, title] = [freshName('Mira'), freshName('Harbour')]
  const [author, reporter] = [await anotherBrowser(), await anotherBrowser()]
  await signInAs(author, nickname)
  await signInAs(reporter, freshName('Tomo'))
  const sketch = await postSketch(author, { title })
  await commentOn(author, { type: 'sketch', which: sketch }, 'Drawn at dawn.')
  const data = { details: 'Rude.', inappropriate: true }
  const sent = await reporter.request.post(`/sketch/${sketch}/report`, { headers: siteHeaders(), data })
  expect(sent.status()).toBe(200)
  await walkToAppeal(
    { staff: page, author, reporter, nickname },
    {
      link: `Sketch: ${title}`,
      act: 'Delete',
      result: 'Deleted',
      notice: `Your sketch “${title}” was deleted`,
      reply: 'Your report of a sketch',
      page: {
        path: `/sketch/${sketch}`,
        text: 'Staff deleted this sketch.',
      },
    },
  )
  await reporter.goto(`/sketch/${sketch}`)
  await expect(reporter.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(reporter.getByText('Drawn at dawn.')).toBeVisible()
})

test('a reported chat message leads to a decision and an appeal, seen by all sides', async ({
  page,
  anotherBrowser,
}) => {
  test.slow()
  const nickname = freshName('Mira')
  const text = `Give up already, says ${nickname}`
  const room = freshRoom()
  const [author, reporter] = [await anotherBrowser(), await anotherBrowser()]
  await signInAs(author, nickname)
  await enterRoom(author, room)
  await sendLine(author, text)
  await signInAs(reporter, freshName('Tomo'))
  await enterRoom(reporter, room)
  await chooseInLineMenu(reporter, text, 'Report')
  const dialog = reporter.getByRole('dialog', { name: `Report this message by ${nickname}?` })
  await dialog.getByLabel(/^What’s wrong/).fill('Not kind.')
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(reporter.getByText('Thanks for helping keep the site safe.')).toBeVisible()
  await walkToAppeal(
    { staff: page, author, reporter, nickname },
    {
      link: `Chat message: ${text}`,
      act: 'Delete',
      result: 'Deleted',
      notice: 'Your chat message',
      reply: 'Your report of a chat message',
    },
  )
})
