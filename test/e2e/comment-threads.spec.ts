import type { Page } from 'playwright/test'
import { COMMENTS_PAGE_SIZE } from '../../contract/limits.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postSketch } from '../support/e2e/sketches.ts'

const commentRow = (page: Page, text: string) =>
  page.getByRole('article').getByRole('article').filter({ hasText: text })

/** Posts a comment by a request; returns its id. */
async function post(page: Page, sketch: number, comment: string, replyTo?: number): Promise<number> {
  const data = { key: crypto.randomUUID(), comment, type: 'sketch', which: sketch, replyTo }
  const posted = await page.request.post('/comment', { headers: siteHeaders(), data })
  expect(posted.status(), await posted.text()).toBe(200)
  return (await posted.json()).comment.id
}

test('a notification of a reply opens the folded thread on a later page, and marks the reply', async ({
  page,
  anotherBrowser,
}) => {
  const asker = freshName('Asker')
  await signInAs(page, asker)
  const artist = await anotherBrowser()
  await signInAs(artist, freshName('Artist'))
  const sketch = await postSketch(artist)
  const question = await post(page, sketch, 'Which brush is that?')
  await post(artist, sketch, 'The first answer.', question)
  for (let count = 0; count < 4; count++) await post(artist, sketch, `More about it ${count}.`, question)
  for (let count = 0; count < COMMENTS_PAGE_SIZE; count++) await post(artist, sketch, `Something else ${count}.`)

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

  await page.goto(`/sketch/${sketch}`)
  await page.getByRole('button', { name: /^View all/ }).click()
  await expect(answer).toHaveCount(0)
  await page.getByRole('button', { name: 'Show 2 earlier answers' }).click()
  await expect(answer).toBeVisible()
})

test('links and mentions in a description and a comment lead where they say, and markup stays text', async ({
  page,
  anotherBrowser,
}) => {
  const named = freshName('Quill')
  const other = await anotherBrowser()
  await signInAs(other, named)
  await signInAs(page, freshName('Writer'))
  const first = await postSketch(page, { title: 'First' })
  const description = `After /sketch/${first}, with @${named}.\nNotes: https://notes.example/a. <b>Bold</b>`
  const sketch = await postSketch(other, { title: 'Second', description })
  await post(page, sketch, `See https://elsewhere.example/b and @${named}`)
  await page.goto(`/sketch/${sketch}`)
  const notes = page.getByRole('link', { name: 'https://notes.example/a', exact: true })
  await expect(notes).toHaveAttribute('rel', /nofollow ugc noopener/)
  await expect(notes).toHaveAttribute('href', 'https://notes.example/a')
  await expect(page.getByText('<b>Bold</b>')).toBeVisible()
  await expect(page.getByRole('link', { name: 'https://elsewhere.example/b' })).toHaveAttribute('rel', /ugc/)
  await expect(page.getByRole('link', { name: `@${named}` })).toHaveCount(2)
  await page.getByRole('link', { name: `/sketch/${first}`, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'First', level: 1 })).toBeVisible()
})
