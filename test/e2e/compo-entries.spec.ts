import type { Locator, Page } from 'playwright/test'
import { enterCompo, freshCompo, GLOPERATOR, openCompo } from '../support/e2e/compos.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { postSketch } from '../support/e2e/sketches.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const factOf = (page: Page, compo: string) => page.getByRole('definition').getByRole('link', { name: compo })

async function openFromMenu(page: Page, item: string): Promise<Locator> {
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  return page.getByRole('dialog').or(page.getByRole('alertdialog'))
}

test('an artist enters a sketch in an open compo on its page, and removes it there [1 §5]', async ({
  page,
  anotherMember,
}) => {
  const [compo, title] = [freshCompo(), freshName('Dusk')]
  await openCompo(await anotherMember(GLOPERATOR), compo)
  await signInAs(page, freshName('Artist'))
  await page.goto(`/sketch/${await postSketch(page, { title })}`)

  const choice = await openFromMenu(page, 'Enter a compo')
  await expect(choice).toHaveAccessibleName(`Enter ${title} in a compo?`)
  await expect(choice).toContainText(
    'You can remove it from the compo until the deadline. A sketch can be in only one compo.',
  )
  await choice.getByRole('button', { name: /Compo/ }).click()
  await page.getByRole('option', { name: new RegExp(`^${compo.title}`) }).click()
  await expectAccessible(page)
  await choice.getByRole('button', { name: 'Enter', exact: true }).click()
  await expect(page.getByText(`Entered in ${compo.title}.`)).toBeVisible()
  await expect(factOf(page, compo.title)).toHaveAttribute('href', `/compo/${compo.key}`)
  await expect(button(page, 'More actions')).toBeFocused()

  const question = await openFromMenu(page, 'Remove from compo')
  await expect(question).toHaveAccessibleName(`Remove ${title} from ${compo.title}?`)
  await expect(question).toContainText('Your sketch is kept. You can enter it again until the deadline.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText(`Removed from ${compo.title}.`)).toBeVisible()
  await expect(factOf(page, compo.title)).toHaveCount(0)
  await expect(button(page, 'More actions')).toBeFocused()
})

test('staff remove an entry from a compo with a reason [1 §6]', async ({ page, anotherMember }) => {
  const [compo, title] = [freshCompo(), freshName('Dusk')]
  const artist = await anotherMember(freshName('Artist'))
  const sketchId = await postSketch(artist, { title })
  await signInAs(page, GLOPERATOR)
  await openCompo(page, compo)
  await enterCompo(artist, compo.key, sketchId)
  await page.goto(`/sketch/${sketchId}`)
  await expect(factOf(page, compo.title)).toBeVisible()
  await button(page, 'Staff').click()
  await button(page, 'Remove from compo').click()
  const dialog = page.getByRole('dialog', { name: `Remove ${title} from ${compo.title}?` })
  await expect(dialog).toContainText('The sketch is kept. It leaves the compo, and the votes for it no longer count.')
  await dialog.getByRole('button', { name: /Rule/ }).click()
  await page.getByRole('option', { name: 'Not a sketch, or advertising' }).click()
  await dialog.getByLabel('Reason').fill('It is older than the compo.')
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText(`Removed from ${compo.title}.`)).toBeVisible()
  await expect(button(page, 'Remove from compo')).toHaveCount(0)
  await expect(factOf(page, compo.title)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 }), 'the pressed button is gone').toBeFocused()
})
