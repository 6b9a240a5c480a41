import type { Page, Route } from 'playwright/test'
import { addressOf, type CommentTarget, commentOn, openComments, signInForComments } from '../support/e2e/comments.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import { enterProviderName, freshName, type Member, signInAs } from '../support/e2e/people.ts'
import { becomeFan, currentUserId } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postSketch } from '../support/e2e/sketches.ts'

const comments = (page: Page) => page.getByRole('region', { name: 'Comments' }).getByRole('article')
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

/** Posts a comment that is stored, but whose reply is lost. */
async function postWithoutReply(page: Page, text: string): Promise<void> {
  await page.route('/comment', loseReply, { times: 1 })
  await field(page).fill(text)
  await postButton(page).click()
  await expect(page.getByText('Your comment could not be posted.')).toBeVisible()
}

/** Opens a page with these comments of a new member, as that member. */
async function openOwnPage(page: Page, ...texts: string[]): Promise<CommentTarget> {
  const target = await signInForComments(page)
  for (const text of texts) await commentOn(page, target, text)
  await openComments(page, target)
  if (texts.length === 0) await expect(page.getByText('No comments yet.')).toBeVisible()
  return target
}

/** Chooses Delete in the menu of a comment. */
async function openDeleteDialog(page: Page, text: string): Promise<void> {
  await moreButton(page, text).click()
  await menuItem(page, 'Delete').click()
}

test.describe('comments', () => {
  test('a comment is shown at once, before the site has stored it [1 §4]', async ({ page }) => {
    await openOwnPage(page)
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
  })

  test('Ctrl+Enter posts a comment', async ({ page }) => {
    await openOwnPage(page)
    await field(page).fill('By keyboard')
    await field(page).press('Enter')
    await expect(field(page)).toHaveValue('By keyboard\n')
    await field(page).press('Control+Enter')
    await expect(moreButton(page, 'By keyboard')).toBeVisible()
  })

  test('Post stands beside the field of a comment, aligned with it, in every window', async ({ page }) => {
    await openComments(page, await signInForComments(page))
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 700 })
      const [box, post] = [await field(page).boundingBox(), await postButton(page).boundingBox()]
      expect([post?.y, post?.height], `${width} px`).toEqual([box?.y, box?.height])
      expect(post?.x).toBeGreaterThan((box?.x ?? 0) + (box?.width ?? 0))
    }
  })

  test('a blank comment is not sent [1 §5]', async ({ page }) => {
    await openOwnPage(page)
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await expect(postButton(page)).toBeDisabled()
    await field(page).fill('   \n ')
    await expect(postButton(page)).toBeDisabled()
    await field(page).press('Control+Enter')
    await expect(field(page)).toHaveValue('   \n ')
    expect(sent).toEqual([])
  })

  test('a comment posted while the list loads stays in the list', async ({ page }) => {
    await signInAs(page, freshName('Owner'))
    const target: CommentTarget = { type: 'sketch', which: await postSketch(page) }
    await commentOn(page, target, 'The first')
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
    await openComments(page, target)
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

  test('a comment is plain text: markup, direction marks and endless words have no effect', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    const markup = '<b>bold</b>\n<img src=x onerror=alert(1)> &amp; <script>alert(1)</script>'
    const marks = '\u202eturned\u202c \u2066apart\u2069 \u200fmarks'
    await openOwnPage(page, markup, marks, 'مرحبا بالعالم', `long${'W'.repeat(1990)}`)
    const texts = comments(page).getByRole('paragraph')
    await expect(texts).toHaveCount(4)
    expect(await texts.allTextContents()).toEqual([
      `long${'W'.repeat(1990)}`,
      'مرحبا بالعالم',
      'turned apart marks',
      markup,
    ])
    await expect(texts.last(), 'lines stay lines').toHaveCSS('white-space', /pre-(wrap|line)/)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, 'nothing scrolls sideways').toBeLessThanOrEqual(360)
  })
})

test.describe('drafts [1 §5]', () => {
  test('a draft of each page outlives reloads until it is posted', async ({ page, anotherMember }) => {
    const other: CommentTarget = {
      type: 'profile',
      which: await currentUserId(await anotherMember(freshName('Other'))),
    }
    const own = await openOwnPage(page)
    await field(page).fill('Not finished yet')
    await openComments(page, other)
    await expect(field(page)).toHaveValue('')
    await field(page).fill('Another thought')
    await openComments(page, own)
    await expect(field(page)).toHaveValue('Not finished yet')
    await postButton(page).click()
    await expect(moreButton(page, 'Not finished yet')).toBeVisible()
    await page.reload()
    await expect(comment(page, 'Not finished yet')).toBeVisible()
    await expect(field(page)).toHaveValue('')
  })

  test('a comment that could not be posted returns as a draft, which is posted once', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/ERR_FAILED/)
    const { type, which } = await openOwnPage(page)
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
    const stored = await page.request.get(`/api/comments/${which}`, { params: { type } })
    expect(await stored.json()).toMatchObject({ total: 1 })
  })

  test('a draft is deleted after a reload if the comment was stored although its reply was lost', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/ERR_FAILED/)
    await openOwnPage(page)
    await postWithoutReply(page, 'It arrived')
    await page.reload()
    await expect(comment(page, 'It arrived')).toHaveCount(1)
    await expect(field(page)).toHaveValue('')
  })

  test('a draft that was changed after a lost reply stays, although its earlier version was stored', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/ERR_FAILED/)
    await openOwnPage(page)
    await postWithoutReply(page, 'It arrived')
    await field(page).fill('It arrived, and more')
    await postButton(page).click()
    await expect(page.getByText('An earlier version was already posted. Your text is still here.')).toBeVisible()
    await expect(field(page)).toHaveValue('It arrived, and more')
    await postButton(page).click()
    await expect(moreButton(page, 'It arrived, and more')).toBeVisible()
    await expect(field(page)).toHaveValue('')
  })

  test('text typed while a comment is being posted is kept, whether the post succeeds or fails', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/ERR_FAILED/)
    await openOwnPage(page)
    const arrive = await holdRequests(page, '/comment')
    await field(page).fill('This one arrives')
    await postButton(page).click()
    await expect(field(page)).toHaveValue('')
    await field(page).pressSequentially('next')
    arrive()
    await expect(moreButton(page, 'This one arrives')).toBeVisible()
    await expect(field(page)).toHaveValue('next')

    await page.unroute('/comment')
    const fail = await holdRequests(page, '/comment', (route) => route.abort())
    await field(page).fill('This one does not')
    await postButton(page).click()
    await expect(field(page)).toHaveValue('')
    await field(page).pressSequentially('next')
    fail()
    await expect(page.getByText('Your comment could not be posted.')).toBeVisible()
    await expect(field(page)).toHaveValue(/This one does not\s+next/)
  })
})

test.describe('deletion', () => {
  test('members delete their own comments but report those of others [1 §6]', async ({ page, anotherMember }) => {
    const owner = await anotherMember(freshName('Owner'))
    const target: CommentTarget = { type: 'profile', which: await currentUserId(owner) }
    await commentOn(owner, target, 'By the owner')
    await signInAs(page, freshName('Guest'))
    await commentOn(page, target, 'May I?')
    await openComments(page, target)
    await moreButton(page, 'May I?').click()
    await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Delete'])
    await page.keyboard.press('Escape')
    await moreButton(page, 'By the owner').click()
    await expect(page.getByRole('menuitem')).toHaveText(['Report'])
  })

  test('a confirmed deletion of a comment shows why it failed [1 §8]', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/ERR_FAILED/)
    await openOwnPage(page, 'Said too much')
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
    await expect(field(page)).toBeFocused()
  })

  test('the focus moves to the next comment after a deletion, or to the previous one after that of the last', async ({
    page,
  }) => {
    const target = await signInForComments(page)
    for (const text of ['Oldest', 'Middle', 'Newest']) await commentOn(page, target, text)
    await openComments(page, target)
    const remove = async (text: string) => {
      await openDeleteDialog(page, text)
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await expect(comment(page, text)).toHaveCount(0)
    }
    await remove('Middle')
    await expect(moreButton(page, 'Oldest')).toBeFocused()
    await remove('Oldest')
    await expect(moreButton(page, 'Newest')).toBeFocused()
  })
})

test('a failed "View all" keeps the newest ten comments until Retry shows all [1 §9], [1 §8]', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 500/)
  const target = await signInForComments(page)
  const [old, recent] = [11, 10].map((length) => Array.from({ length }, (_, index) => `Comment ${length}.${index}.`))
  if (!old || !recent) throw new Error('never')
  for (const texts of [old, recent]) await Promise.all(texts.map((text) => commentOn(page, target, text)))
  await openComments(page, target)
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

test('a visitor who logs in to comment returns to the sketch [1 §6]', async ({ page, anotherMember }) => {
  const nickname = freshName('Artist')
  const artist = await anotherMember(nickname)
  const target: CommentTarget = { type: 'sketch', which: await postSketch(artist) }
  await commentOn(artist, target, 'May I?')
  await page.goto(addressOf(target))
  const login = page.getByRole('link', { name: 'Log in to comment' })
  await expect(login).toBeVisible()
  await expect(comment(page, 'May I?')).toBeVisible()
  await expect(field(page)).toHaveCount(0)
  await expect(moreButton(page, 'May I?')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Reply to/ })).toHaveCount(0)
  await login.click()
  await enterProviderName(page, nickname)
  await expect(page).toHaveURL(addressOf(target))
  await expect(field(page)).toBeVisible()
})

test.describe('mentions', () => {
  const offers = (page: Page) => page.getByRole('listbox', { name: 'Members' }).getByRole('option')

  /** Opens a page as a follower of the second of two members whose nicknames differ in the last letter. */
  async function openAsFollower(page: Page, anotherMember: (nickname: string) => Promise<Member>) {
    const stem = freshName('Quill')
    const names = { stem, stranger: `${stem}a`, followed: `${stem}b` }
    await anotherMember(names.stranger)
    const followed = await anotherMember(names.followed)
    const target = await signInForComments(page)
    await becomeFan(page, await currentUserId(followed))
    await openComments(page, target)
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

  test('a member chosen for a mention stays chosen while more of the name is looked up', async ({
    page,
    anotherMember,
  }) => {
    const { stem, stranger, followed } = await openAsFollower(page, anotherMember)
    await field(page).pressSequentially(`See @${stem.slice(0, -1)}`)
    await expect(offers(page).filter({ hasText: stranger })).toBeVisible()
    await expect(offers(page).first()).toContainText(followed)
    const isLookup = (url: string | URL) => new URL(url).searchParams.get('query') === stem
    const release = await holdRequests(page, (url) => isLookup(url))
    const lookup = page.waitForRequest((request) => isLookup(request.url()))
    await field(page).pressSequentially(stem.slice(-1))
    await expect(offers(page)).toHaveCount(2)
    await page.keyboard.press('ArrowDown')
    await expect(offers(page).filter({ hasText: stranger })).toHaveAttribute('aria-selected', 'true')
    await lookup
    await page.keyboard.press('Enter')
    await expect(field(page)).toHaveValue(`See @${stranger} `)
    release()
  })

  test('a mention is completed by keyboard and links to the member', async ({ page, anotherMember }) => {
    const { stem, stranger, followed } = await openAsFollower(page, anotherMember)
    await field(page).pressSequentially(`See @${stem}`)
    await expect(offers(page)).toContainText([followed, stranger])
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

test('a reply names its parent and leads to it, even if that is old or deleted', async ({ page }) => {
  const target = await signInForComments(page)
  await commentOn(page, target, 'The first of all')
  await Promise.all(Array.from({ length: 10 }, (_, index) => commentOn(page, target, `Comment ${index}.`)))
  await openComments(page, target)
  await page.getByRole('button', { name: 'View all 11 comments' }).click()
  await comment(page, 'The first of all')
    .getByRole('button', { name: /^Reply to/ })
    .click()
  await expect(field(page)).toBeFocused()
  await expect(page.getByText(/^Replying to Owner/)).toBeVisible()
  await field(page).fill('I come back to this')
  await postButton(page).click()
  const line = comment(page, 'I come back to this').getByRole('button', { name: /^Replying to Owner/ })
  await expect(moreButton(page, 'I come back to this')).toBeVisible()
  await expect(page.getByText(/^Replying to Owner/)).toHaveCount(1)
  await line.click()
  await expect(comment(page, 'The first of all')).toBeFocused()
  await openDeleteDialog(page, 'The first of all')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(comment(page, 'The first of all')).toHaveCount(0)
  await line.click()
  await expect(page.getByText('That comment no longer exists.')).toBeVisible()
})

test('the focus stays on Post when a comment was posted by keys', async ({ page }) => {
  await openComments(page, await signInForComments(page))
  await field(page).fill('Sent by keys')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(moreButton(page, 'Sent by keys')).toBeVisible()
  await expect(postButton(page)).toBeDisabled()
  await expect(postButton(page)).toBeFocused()
})

test.describe('edited comments', () => {
  const editField = (page: Page) => page.getByLabel('Edit your comment')

  async function openEditor(page: Page, text: string): Promise<void> {
    await moreButton(page, text).click()
    await menuItem(page, 'Edit').click()
    await expect(editField(page)).toBeFocused()
  }

  test('an edited comment is marked as edited', async ({ page }) => {
    await openOwnPage(page, 'Wat light')
    await openEditor(page, 'Wat light')
    await page.keyboard.press('Escape')
    await expect(comment(page, 'Wat light')).toBeVisible()
    await openEditor(page, 'Wat light')
    await editField(page).fill('What light')
    await page.keyboard.press('Escape')
    await expect(editField(page)).toHaveValue('What light')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(comment(page, 'What light').getByText('edited')).toBeVisible()
  })

  test('an author can edit a comment for fifteen minutes', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 409/)
    await page.clock.install()
    await openOwnPage(page, 'What light')
    await openEditor(page, 'What light')
    await page.route('/comment', (route) =>
      route.fulfill({ status: 409, json: { error: { code: 'too_late_to_edit', message: 'too late' } } }),
    )
    await editField(page).fill('Too late')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Comments can only be edited for 15 minutes.')).toBeVisible()
    await page.clock.fastForward('16:00')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await moreButton(page, 'What light').click()
    await expect(page.getByRole('menuitem')).toHaveText(['Delete'])
  })
})

test("a reported comment shows the site's confirmation, or the error [1 §8]", async ({
  page,
  anotherMember,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 404/)
  const owner = await anotherMember(freshName('Owner'))
  const target: CommentTarget = { type: 'profile', which: await currentUserId(owner) }
  const commentId = await commentOn(owner, target, 'Rude words')
  await signInAs(page, freshName('Reader'))
  await openComments(page, target)
  await moreButton(page, 'Rude words').click()
  await menuItem(page, 'Report').click()
  await expect(page.getByText('Thanks for your report, it will be reviewed by a gloperator.')).toBeVisible()
  const data = { commentId, action: 'delete' }
  expect((await owner.request.post('/comment', { headers: siteHeaders(), data })).status()).toBe(200)
  await moreButton(page, 'Rude words').click()
  await menuItem(page, 'Report').click()
  await expect(page.getByText('Error: 404 It no longer exists.')).toBeVisible()
})
