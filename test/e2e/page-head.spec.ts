import { expect, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { postSketch } from '../support/e2e/sketches.ts'

test('the head of a page describes its content before any script runs, and is updated on navigation', async ({
  page,
  anotherBrowser,
}) => {
  const artist = freshName('Artist')
  await signInAs(page, artist)
  const title = 'Low <b>tide</b> & "gulls"'
  const id = await postSketch(page, { title })

  const visitor = await anotherBrowser()
  const html = await (await visitor.request.get(`/sketch/${id}`)).text()
  expect(html).toContain('<title>Low &lt;b&gt;tide&lt;/b&gt; &amp; &quot;gulls&quot; by ')

  await visitor.goto(`/sketch/${id}`)
  await expect(visitor).toHaveTitle(`${title} by ${artist} – Croquis`)
  await expect(visitor.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/sketch/${id}$`))
  const embed = await visitor.locator('link[type="application/json+oembed"]').getAttribute('href')
  const photo = await (await visitor.request.get(embed ?? '')).json()
  expect(photo).toMatchObject({ type: 'photo', title, author_name: artist })

  await visitor.getByRole('link', { name: artist }).first().click()
  await expect(visitor).toHaveTitle(`${artist} – Croquis`)
  await expect(visitor.locator('link[rel=canonical]')).toHaveCount(0)
})
