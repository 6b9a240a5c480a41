import type { Page, Route } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import { completeSignUp, enterProviderName, freshName, type Member, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postComment, postSketch } from '../support/e2e/sketches.ts'

const comments = (page: Page) => page.getByRole('article').getByRole('article')
const comment = (page: Page, text: string) => comments(page).filter({ hasText: text })
const field = (page: Page) => page.getByLabel('Your comment')
const postButton = (page: Page) => page.getByRole('button', { name: 'Post', exact: true })
/** Present once the comment is stored, for members. */
const moreButton = (page: Page, text: string) =>
  comment(page, text).getByRole('button', { name: /^More actions for the comment/ })
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name })
const total = (page: Page, count: number) =>
  page.getByText(`${count} ${count === 1 ? 'comment' : 'comments'}`, { exact: true })

/** The site receives the request; only its reply is lost. */
async function loseReply(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}

/** Posts a sketch as a new member and opens it; returns its address. */
async function openOwnSketch(page: Page): Promise<string> {
  await signInAs(page, freshName('Owner'))
  const address = `/sketch/${await postSketch(page)}`
  await page.goto(address)
  await expect(page.getByText('No comments yet.')).toBeVisible()
  await expect(field(page)).toBeVisible()
  return address
}

/** Posts a comment and waits until it is stored and can be deleted. */
async function postAndWait(page: Page, text: string, shown = text): Promise<void> {
  await field(page).fill(text)
  await postButton(page).click()
  await expect(moreButton(page, shown)).toBeVisible()
}

/** Chooses Delete in the menu of a comment. */
async function openDeleteDialog(page: Page, text: string): Promise<void> {
  await moreButton(page, text).click()
  await menuItem(page, 'Delete').click()
}

test.describe('comments', () => {
  test('a comment is shown at once, before the site has stored it, and after a reload [1 §4]', async ({ page }) => {
    await openOwnSketch(page)
    const release = await holdRequests(page, '/comment')
    await field(page).fill('Here at once')
    await postButton(page).click()
    await expect(comment(page, 'Here at once')).toBeVisible()
    await expect(field(page)).toHaveValue('')
    await expect(total(page, 1)).toBeVisible()
    await expect(moreButton(page, 'Here at once')).toHaveCount(0)
    release()
    await expect(moreButton(page, 'Here at once')).toBeVisible()
    await expect(comments(page)).toHaveCount(1)
    await page.reload()
    await expect(comment(page, 'Here at once')).toBeVisible()
    await expect(total(page, 1)).toBeVisible()
  })

  test('Ctrl+Enter posts a comment, and an empty comment is not sent [1 §5]', async ({ page }) => {
    await openOwnSketch(page)
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await expect(postButton(page)).toBeDisabled()
    await field(page).fill('   \n ')
    await expect(postButton(page)).toBeDisabled()
    await field(page).press('Control+Enter')
    await field(page).fill('By keyboard')
    await field(page).press('Enter')
    await expect(field(page)).toHaveValue('By keyboard\n')
    await field(page).press('Control+Enter')
    await expect(moreButton(page, 'By keyboard')).toBeVisible()
    expect(sent).toHaveLength(1)
  })

  test('a comment posted while the list loads stays in the list', async ({ page }) => {
    const address = await openOwnSketch(page)
    await postAndWait(page, 'The first')
    const { promise: posted, resolve: release } = Promise.withResolvers<void>()
    await page.route(
      /\/api\/comments\//,
      async (route) => {
        const response = await route.fetch()
        await posted
        await route.fulfill({ response }).catch(() => undefined)
      },
      { times: 1 },
    )
    await page.goto(address)
    await field(page).fill('The quick second')
    const answered = page.waitForResponse('/comment')
    await postButton(page).click()
    await expect(field(page)).toHaveValue('')
    await answered
    release()
    await expect(comment(page, 'The first')).toBeVisible()
    await expect(comment(page, 'The quick second')).toHaveCount(1)
    await expect(total(page, 2)).toBeVisible()
  })

  test('a comment is plain text: markup, direction marks and endless words have no effect', async ({
    page,
    anotherBrowser,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    const address = await openOwnSketch(page)
    const markup = '<b>bold</b>\n<img src=x onerror=alert(1)> &amp; <script>alert(1)</script>'
    await postAndWait(page, markup)
    await postAndWait(page, '\u202eturned\u202c \u2066apart\u2069 \u200fmarks', 'turned apart marks')
    await postAndWait(page, 'مرحبا بالعالم')
    await postAndWait(page, `long${'W'.repeat(1990)}`)

    const visitor = await anotherBrowser()
    await visitor.setViewportSize({ width: 360, height: 640 })
    await visitor.goto(address)
    const texts = comments(visitor).getByRole('paragraph')
    await expect(texts).toHaveCount(4)
    expect(await texts.allTextContents()).toEqual([
      `long${'W'.repeat(1990)}`,
      'مرحبا بالعالم',
      'turned apart marks',
      markup,
    ])
    await expect(texts.last(), 'lines stay lines').toHaveCSS('white-space', /pre-(wrap|line)/)
    const width = await visitor.evaluate(() => document.documentElement.scrollWidth)
    expect(width, 'nothing scrolls sideways').toBeLessThanOrEqual(360)
  })
})

test.describe('drafts [1 §5]', () => {
  test('a draft is kept per sketch over a reload, and deleted once it is posted', async ({ page }) => {
    const address = await openOwnSketch(page)
    const other = `/sketch/${await postSketch(page)}`
    await field(page).fill('Not finished yet')
    await page.reload()
    await expect(field(page)).toHaveValue('Not finished yet')
    await page.goto(other)
    await expect(field(page)).toHaveValue('')
    await field(page).fill('Another thought')
    await page.goto(address)
    await expect(page.getByText('No comments yet.')).toBeVisible()
    await expect(field(page)).toHaveValue('Not finished yet')
    await postButton(page).click()
    await expect(moreButton(page, 'Not finished yet')).toBeVisible()
    await page.reload()
    await expect(comment(page, 'Not finished yet')).toBeVisible()
    await expect(field(page)).toHaveValue('')
    await page.goto(other)
    await expect(field(page)).toHaveValue('Another thought')
  })

  test('a draft returns when posting fails, and posting it again posts it once', async ({
    page,
    anotherBrowser,
    consoleErrors,
  }) => {
    consoleErrors.allow(/ERR_FAILED/)
    const address = await openOwnSketch(page)
    await page.route('/comment', (route) => route.abort(), { times: 1 })
    await field(page).fill('Try again')
    await postButton(page).click()
    await expect(page.getByText('Your comment could not be posted. It’s saved here; try again in a bit.')).toBeVisible()
    await expect(field(page)).toHaveValue('Try again')
    await expect(comments(page)).toHaveCount(0)
    await expect(total(page, 0)).toBeVisible()

    await page.route('/comment', loseReply, { times: 1 })
    await postButton(page).click()
    await expect(page.getByText('Your comment could not be posted.')).toBeVisible()
    await expect(field(page)).toHaveValue('Try again')
    await postButton(page).click()
    await expect(moreButton(page, 'Try again')).toBeVisible()

    const visitor = await anotherBrowser()
    await visitor.goto(address)
    await expect(comment(visitor, 'Try again')).toHaveCount(1)
    await expect(total(visitor, 1)).toBeVisible()
  })

  test('a draft is deleted after a reload if the comment was stored although its reply was lost', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/ERR_FAILED/)
    await openOwnSketch(page)
    await page.route('/comment', loseReply, { times: 1 })
    await field(page).fill('It arrived')
    await postButton(page).click()
    await expect(page.getByText('Your comment could not be posted.')).toBeVisible()
    await page.reload()
    await expect(comment(page, 'It arrived')).toHaveCount(1)
    await expect(field(page)).toHaveValue('')
  })

  test('text typed while a comment is being posted is kept, whether the post succeeds or fails', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/ERR_FAILED/)
    await openOwnSketch(page)
    const arrive = await holdRequests(page, '/comment')
    await field(page).fill('This one arrives')
    await postButton(page).click()
    await expect(field(page)).toHaveValue('')
    await field(page).pressSequentially('next')
    const typed = await field(page).inputValue()
    arrive()
    await expect(moreButton(page, 'This one arrives')).toBeVisible()
    await expect(field(page)).toHaveValue(typed)

    await page.unroute('/comment')
    const fail = await holdRequests(page, '/comment', (route) => route.abort())
    await field(page).fill('This one does not')
    await postButton(page).click()
    await expect(field(page)).toHaveValue('')
    await field(page).pressSequentially('next')
    fail()
    await expect(page.getByText('Your comment could not be posted.')).toBeVisible()
    await expect(field(page)).toHaveValue(/This one does not/)
    await page.reload()
    await expect(field(page)).toHaveValue(/This one does not/)
  })
})

test.describe('deletion', () => {
  test('only the author and the owner of the page can delete a comment [1 §6]', async ({ page, anotherBrowser }) => {
    await signInAs(page, freshName('Owner'))
    const sketch = await postSketch(page)
    const address = `/sketch/${sketch}`
    const [author, someone] = [await anotherBrowser(), await anotherBrowser()]
    await signInAs(author, freshName('Author'))
    await postComment(author, sketch, 'May I?')
    await author.goto(address)
    await moreButton(author, 'May I?').click()
    await expect(menuItem(author, 'Delete')).toBeVisible()
    await expect(menuItem(author, 'Report')).toHaveCount(0)

    await someone.goto(address)
    await expect(comment(someone, 'May I?')).toBeVisible()
    await expect(moreButton(someone, 'May I?')).toHaveCount(0)
    await signInAs(someone, freshName('Other'), address)
    await moreButton(someone, 'May I?').click()
    await expect(menuItem(someone, 'Report')).toBeVisible()
    await expect(menuItem(someone, 'Delete')).toHaveCount(0)

    await page.goto(address)
    await openDeleteDialog(page, 'May I?')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(comment(page, 'May I?')).toHaveCount(0)
    await author.reload()
    await expect(author.getByText('No comments yet.')).toBeVisible()
  })

  test('deleting a comment asks for confirmation, and shows why it failed [1 §8]', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/ERR_FAILED/)
    await openOwnSketch(page)
    await postAndWait(page, 'Said too much')
    const dialog = page.getByRole('alertdialog', { name: 'Delete this comment?' })
    await openDeleteDialog(page, 'Said too much')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(comment(page, 'Said too much')).toBeVisible()

    await page.route('/comment', (route) => route.abort(), { times: 1 })
    await openDeleteDialog(page, 'Said too much')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Error deleting comment: ')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('No comments yet.')).toBeVisible()
    await expect(total(page, 0)).toBeVisible()
    await page.reload()
    await expect(page.getByText('No comments yet.')).toBeVisible()
  })
})

test('the newest ten comments are shown, "View all" shows all, and a failure offers Retry [1 §9], [1 §8]', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 500/)
  await signInAs(page, freshName('Popular'))
  const sketch = await postSketch(page)
  const [old, recent] = [11, 10].map((length) => Array.from({ length }, (_, index) => `Comment ${length}.${index}.`))
  if (!old || !recent) throw new Error('never')
  for (const texts of [old, recent]) await Promise.all(texts.map((text) => postComment(page, sketch, text)))
  await page.goto(`/sketch/${sketch}`)
  const shown = comments(page).getByRole('paragraph')
  const sorted = async () => (await shown.allTextContents()).sort()
  await expect.poll(sorted).toEqual(recent.toSorted())

  const list = /\/api\/comments\//
  await page.route(list, (route) => route.fulfill({ status: 500, body: 'broken' }))
  await page.getByRole('button', { name: 'View all 21 comments' }).click()
  const failed = page.getByRole('alert').filter({ hasText: 'The rest of this list couldn’t be loaded.' })
  await expect(failed).toBeVisible()
  await expect(shown).toHaveCount(10)
  await page.unroute(list)
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(failed).toBeHidden()
  await expect.poll(sorted).toEqual([...old, ...recent].sort())
  expect((await shown.allTextContents()).slice(0, 10).sort(), 'the newest first').toEqual(recent.toSorted())
  await expect(page.getByRole('button', { name: /comments$/ })).toHaveCount(0)
})

test('a visitor is asked to log in, and returns to the sketch [1 §6]', async ({ page, anotherBrowser }) => {
  const address = await openOwnSketch(page)
  const visitor = await anotherBrowser()
  await visitor.goto(address)
  const login = visitor.getByRole('link', { name: 'Log in to comment' })
  await expect(login).toBeVisible()
  await expect(field(visitor)).toHaveCount(0)
  await login.click()
  const nickname = freshName('Newcomer')
  await enterProviderName(visitor, nickname)
  await completeSignUp(visitor, nickname)
  await expect(visitor).toHaveURL(address)
  await postAndWait(visitor, 'I came back')
})

test.describe('mentions', () => {
  const offers = (page: Page) => page.getByRole('listbox', { name: 'Members' }).getByRole('option')

  /** Opens a sketch as a follower of the second of two members whose nicknames differ in the last letter. */
  async function openAsFollower(page: Page, anotherMember: (nickname: string) => Promise<Member>) {
    const stem = freshName('Quill')
    const names = { stem, stranger: `${stem}a`, followed: `${stem}b` }
    await anotherMember(names.stranger)
    const followed = await anotherMember(names.followed)
    await openOwnSketch(page)
    const data = { user: await currentUserId(followed) }
    expect((await page.request.post('/api/fan', { headers: siteHeaders(), data })).ok()).toBe(true)
    return names
  }

  test('typing a mention offers followed members first, until Escape', async ({ page, anotherMember }) => {
    const { stem, stranger, followed } = await openAsFollower(page, anotherMember)
    await field(page).pressSequentially(`See @${stem.slice(0, -1).toLowerCase()}`)
    await expect(offers(page).filter({ hasText: followed })).toBeVisible()
    await expect(offers(page).filter({ hasText: stranger })).toBeVisible()
    await expect(offers(page).first()).toContainText(followed)
    await expect(offers(page).first()).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(offers(page)).toHaveCount(0)
    await field(page).press('End')
    await field(page).pressSequentially(stem.slice(-1))
    await expect(offers(page)).toHaveCount(0)
  })

  test('a mention is completed by keyboard and links to the member', async ({ page, anotherMember }) => {
    const { stem, stranger } = await openAsFollower(page, anotherMember)
    await field(page).pressSequentially(`See @${stem}`)
    await expect(offers(page)).toHaveCount(2)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(field(page)).toHaveValue(`See @${stranger} `)
    await page.keyboard.type('here')
    await expect(offers(page)).toHaveCount(0)
    await page.keyboard.press('Control+Enter')
    await comment(page, 'here')
      .getByRole('link', { name: `@${stranger}` })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: stranger })).toBeVisible()
  })
})

test('a reply names its parent, is kept as a draft, and links to the parent even if that is old', async ({ page }) => {
  const address = await openOwnSketch(page)
  const sketch = Number(address.split('/').at(-1))
  await postComment(page, sketch, 'The first of all')
  for (let count = 0; count < 10; count++) await postComment(page, sketch, `Comment ${count}.`)
  await page.reload()
  await page.getByRole('button', { name: 'View all 11 comments' }).click()
  await comment(page, 'The first of all')
    .getByRole('button', { name: /^Reply to/ })
    .click()
  await expect(field(page)).toBeFocused()
  await page.reload()
  await expect(page.getByText(/^replying to Owner/)).toBeVisible()
  await postAndWait(page, 'I come back to this')
  const line = comment(page, 'I come back to this').getByRole('button', { name: /^replying to Owner/ })
  await expect(page.getByText(/^replying to Owner/)).toHaveCount(1)
  await line.click()
  await expect(comment(page, 'The first of all')).toBeFocused()
  await openDeleteDialog(page, 'The first of all')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(comment(page, 'The first of all')).toHaveCount(0)
  await line.click()
  await expect(page.getByText('That comment no longer exists.')).toBeVisible()
})

test.describe('edited comments', () => {
  const editField = (page: Page) => page.getByLabel('Edit your comment')

  async function openEditor(page: Page, text: string): Promise<void> {
    await moreButton(page, text).click()
    await menuItem(page, 'Edit').click()
    await expect(editField(page)).toBeFocused()
  }

  test('an edited comment is marked as edited for everyone', async ({ page, anotherBrowser }) => {
    const address = await openOwnSketch(page)
    await postAndWait(page, 'Wat light')
    await openEditor(page, 'Wat light')
    await page.keyboard.press('Escape')
    await expect(comment(page, 'Wat light')).toBeVisible()
    await openEditor(page, 'Wat light')
    await editField(page).fill('What light')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(comment(page, 'What light').getByText('edited')).toBeVisible()
    const visitor = await anotherBrowser()
    await visitor.goto(address)
    await expect(comment(visitor, 'What light').getByText('edited')).toBeVisible()
  })

  test('an author can edit a comment for fifteen minutes', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 409/)
    await page.clock.install()
    await openOwnSketch(page)
    await postAndWait(page, 'What light')
    await openEditor(page, 'What light')
    await page.route('/comment', (route) =>
      route.fulfill({ status: 409, json: { error: { code: 'too_late_to_edit', message: 'too late' } } }),
    )
    await editField(page).fill('Too late')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Comments can only be edited for 15 minutes.')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.clock.fastForward('16:00')
    await page.reload()
    await moreButton(page, 'What light').click()
    await expect(menuItem(page, 'Delete')).toBeVisible()
    await expect(menuItem(page, 'Edit')).toHaveCount(0)
  })
})

test("a reported comment shows the site's confirmation, or the error [1 §8]", async ({
  page,
  anotherBrowser,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 404/)
  const address = await openOwnSketch(page)
  await postAndWait(page, 'Rude words')
  const other = await anotherBrowser()
  await signInAs(other, freshName('Reader'), address)
  await moreButton(other, 'Rude words').click()
  await menuItem(other, 'Report').click()
  await expect(other.getByText('Thanks for your report, it will be reviewed by a gloperator.')).toBeVisible()
  await openDeleteDialog(page, 'Rude words')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No comments yet.')).toBeVisible()
  await moreButton(other, 'Rude words').click()
  await menuItem(other, 'Report').click()
  await expect(other.getByText('Error: 404 It no longer exists.')).toBeVisible()
})
