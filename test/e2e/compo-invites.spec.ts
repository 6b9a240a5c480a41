import type { Page } from 'playwright/test'
import { freshCompo, GLOPERATOR, openCompo } from '../support/e2e/compos.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { postSketch } from '../support/e2e/sketches.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('an invited sketch is entered by its artist, and its compo is discussed [1 §2]', async ({
  page,
  anotherBrowser,
}) => {
  const { title, key } = freshCompo()
  const [artistName, sketch] = [freshName('Invited'), freshName('Lantern')]
  const artist = await anotherBrowser()
  await signInAs(artist, artistName)
  const sketchId = await postSketch(artist, { title: sketch })
  await signInAs(page, GLOPERATOR)
  await openCompo(page, { key, title })

  await test.step('staff invite it', async () => {
    await page.goto(`/sketch/${sketchId}`)
    await button(page, 'Staff').click()
    await button(page, 'Invite into a compo').click()
    const dialog = page.getByRole('dialog', { name: `Invite ${sketch} into a compo?` })
    await dialog.getByRole('button', { name: /Compo/ }).click()
    await page.getByRole('option', { name: new RegExp(`^${title}`) }).click()
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await expect(page.getByText(`Invited into ${title}. The artist is told.`)).toBeVisible()
    await expect(button(page, 'Withdraw compo invite')).toBeVisible()
  })

  await test.step('the artist follows the notice and enters it', async () => {
    await artist.goto('/activity')
    await artist.getByRole('link', { name: `Staff invite ${sketch} into ${title}.` }).click()
    const notice = artist.getByRole('region', { name: 'Invite' })
    await expect(notice).toContainText(`We’d love to see this sketch in ${title}.`)
    await expectAccessible(artist)
    await notice.getByRole('button', { name: 'Enter it' }).click()
    const question = artist.getByRole('alertdialog', { name: `Enter ${sketch} in ${title}?` })
    await expectAccessible(artist)
    await question.getByRole('button', { name: 'Enter', exact: true }).click()
    await expect(artist.getByText(`Entered in ${title}.`)).toBeVisible()
    await expect(notice).toHaveCount(0)
  })

  await test.step('the artist asks in the discussion, and staff answer', async () => {
    await artist.goto(`/compo/${key}`)
    await artist.getByRole('link', { name: /^Discussion/ }).click()
    await expect(artist).toHaveURL(`/compo/${key}?tab=discussion`)
    await artist.getByLabel('Your comment').fill('Does a lantern count?')
    await artist.getByLabel('Your comment').press('Control+Enter')
    await expect(artist.getByText('Does a lantern count?')).toBeVisible()
    await expectAccessible(artist)
    await page.goto('/activity')
    await page.getByRole('link', { name: `commented on the discussion of ${title}` }).click()
    await page.getByRole('button', { name: `Reply to ${artistName}` }).click()
    await page.keyboard.type('It does.')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('It does.')).toBeVisible()
    await artist.reload()
    await expect(artist.getByText('It does.')).toBeVisible()
    await artist.goBack()
    await expect(artist.getByRole('list', { name: `Entries of ${title}` }).getByRole('link')).toHaveCount(1)
  })
})
