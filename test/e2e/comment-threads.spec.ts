import type { Page } from 'playwright/test'
import { COMMENTS_PAGE_SIZE } from '../../contract/limits.ts'
import { type CommentTarget, commentOn } from '../support/e2e/comments.ts'
import { freshCompo, GLOPERATOR, openCompo } from '../support/e2e/compos.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { foundGroup, GROUP_ADMIN, postToGroups } from '../support/e2e/groups.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { listedSketches, postSketch } from '../support/e2e/sketches.ts'

const commentRow = (page: Page, text: string) =>
  page.getByRole('article').getByRole('article').filter({ hasText: text })

test('a notification of a reply opens the folded thread on a later page at the marked reply', async ({
  page,
  anotherMember,
}) => {
  const asker = freshName('Asker')
  await signInAs(page, asker)
  const artist = await anotherMember(freshName('Artist'))
  const target: CommentTarget = { type: 'sketch', which: await postSketch(artist) }
  const question = await commentOn(page, target, 'Which brush is that?')
  await commentOn(artist, target, 'The first answer.', question)
  const more = Array.from({ length: 4 }, (_, index) => `More about it ${index}.`)
  await Promise.all(more.map((text) => commentOn(artist, target, text, question)))
  const others = Array.from({ length: COMMENTS_PAGE_SIZE }, (_, index) => `Something else ${index}.`)
  await Promise.all(others.map((text) => commentOn(artist, target, text)))

  await page.goto('/activity/replies')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'The first answer.' })
    .getByRole('link', { name: /^replied/ })
    .click()
  const answer = commentRow(page, 'The first answer.')
  await expect(answer).toBeFocused()
  await expect(answer).toBeInViewport()
  await expect(answer).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('group', { name: `Answers to ${asker}` }).getByRole('article')).toHaveCount(5)
  await expectAccessible(page)

  await page.goto(`/sketch/${target.which}`)
  await page.getByRole('button', { name: /^View all/ }).click()
  await expect(answer).toHaveCount(0)
  await page.getByRole('button', { name: 'Show 2 earlier answers' }).click()
  await expect(answer).toBeVisible()
})

test('a notification of a reply opens the marked reply of a group, a compo or a profile', async ({
  page,
  anotherMember,
}) => {
  const artist = await anotherMember(freshName('Artist'))
  await signInAs(page, freshName('Asker'))
  const groupId = await foundGroup(artist, await anotherMember(GROUP_ADMIN), {
    title: freshName('Pond'),
    thumbnail: await postSketch(artist),
  })
  const { discussion } = await postToGroups(artist, { action: 'info', groupId })
  const compo = freshCompo()
  await openCompo(await anotherMember(GLOPERATOR), compo)
  const { compoId } = await (await artist.request.get('/api/v2/compo/info', { params: { name: compo.key } })).json()
  const targets: CommentTarget[] = [
    { type: 'group', which: discussion },
    { type: 'compo', which: compoId },
    { type: 'profile', which: await currentUserId(artist) },
  ]
  for (const target of targets) {
    const question = await commentOn(page, target, 'Which brush is that?')
    await commentOn(artist, target, `An answer on the ${target.type}.`, question)
  }
  for (const { type } of targets) {
    await page.goto('/activity/replies')
    await page
      .getByRole('listitem')
      .filter({ hasText: `An answer on the ${type}.` })
      .getByRole('link', { name: /^replied/ })
      .click()
    const answer = page
      .getByRole('article')
      .filter({ hasText: `An answer on the ${type}.` })
      .last()
    await expect(answer, type).toBeFocused()
    await expect(answer).toBeInViewport()
    await expect(answer).toHaveAttribute('aria-current', 'true')
  }
})

test('only mentions and addresses in descriptions and comments become links', async ({ page }) => {
  const nickname = freshName('Quill')
  await signInAs(page, nickname)
  const [first] = await listedSketches(page.request)
  const description = `After /sketch/${first?.id}, with @${nickname}.\nNotes: https://notes.example/a. <b>Bold</b>`
  const sketch = await postSketch(page, { title: 'Second', description })
  await commentOn(page, { type: 'sketch', which: sketch }, `See https://elsewhere.example/b and @${nickname}`)
  await page.goto(`/sketch/${sketch}`)
  const notes = page.getByRole('link', { name: 'https://notes.example/a', exact: true })
  await expect(notes).toHaveAttribute('rel', /nofollow ugc noopener/)
  await expect(notes).toHaveAttribute('href', 'https://notes.example/a')
  await expect(page.getByText('<b>Bold</b>')).toBeVisible()
  await expect(page.getByRole('link', { name: 'https://elsewhere.example/b' })).toHaveAttribute('rel', /ugc/)
  await expect(page.getByRole('link', { name: `@${nickname}` })).toHaveCount(2)
  await page.getByRole('link', { name: `/sketch/${first?.id}`, exact: true }).click()
  await expect(page).toHaveURL(`/sketch/${first?.id}`)
  await expect(page.getByRole('heading', { name: first?.title, level: 1 })).toBeVisible()
})
