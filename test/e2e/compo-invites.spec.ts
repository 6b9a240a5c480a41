import type { Page } from 'playwright/test'
import { freshCompo, GLOPERATOR, inviteToCompo, openCompo } from '../support/e2e/compos.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, type Member, signInAs } from '../support/e2e/people.ts'
import { postSketch } from '../support/e2e/sketches.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const notice = (page: Page) => page.getByRole('region', { name: 'Invite' })

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
    await artist.getByRole('link', { name: `Staff invite ${sketch} into ${title}` }).click()
    await expect(notice(artist)).toContainText(`We’d love to see this sketch in ${title}.`)
    await expectAccessible(artist)
    await notice(artist).getByRole('button', { name: 'Enter it' }).click()
    const question = artist.getByRole('alertdialog', { name: `Enter ${sketch} in ${title}?` })
    await expectAccessible(artist)
    await question.getByRole('button', { name: 'Enter', exact: true }).click()
    await expect(artist.getByText(`Entered in ${title}.`)).toBeVisible()
    await expect(notice(artist)).toHaveCount(0)
  })

  await test.step('the artist asks in the discussion, and staff answer', async () => {
    await artist.goto(`/compo/${key}`)
    const tab = artist.getByRole('link', { name: /^Discussion/ })
    await tab.click()
    await expect(artist).toHaveURL(`/compo/${key}?tab=discussion`)
    await artist.getByLabel('Your comment').fill('Does a lantern count?')
    await artist.getByLabel('Your comment').press('Control+Enter')
    await expect(artist.getByText('Does a lantern count?')).toBeVisible()
    await expect(tab, 'the count of the tab').toHaveText('Discussion1')
    await expectAccessible(artist)
    await page.goto('/activity')
    await page.getByRole('link', { name: `commented on the discussion of ${title}` }).click()
    await page.getByRole('button', { name: `Reply to ${artistName}` }).click()
    await expect(page.getByLabel('Your comment')).toBeFocused()
    await page.keyboard.type('It does.')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('It does.')).toBeVisible()
    await artist.reload()
    await expect(artist.getByText('It does.')).toBeVisible()
    await artist.goBack()
    await expect(artist.getByRole('list', { name: `Entries of ${title}` }).getByRole('link')).toHaveCount(1)
  })
})

/** A sketch of a member, which staff invite into a new compo. */
async function inviteSketch(artist: Member, staff: Member) {
  const [compo, title] = [freshCompo(), freshName('Lantern')]
  const sketchId = await postSketch(artist, { title })
  await openCompo(staff, compo)
  await inviteToCompo(staff, compo.key, sketchId)
  return { compo, title, sketchId }
}

async function openStaffPanel(page: Page, sketchId: number): Promise<void> {
  await page.goto(`/sketch/${sketchId}`)
  await button(page, 'Staff').click()
}

test('an artist declines an invite into a compo, and staff can invite the sketch again [1 §4]', async ({
  page,
  anotherBrowser,
}) => {
  const staff = await anotherBrowser()
  await signInAs(staff, GLOPERATOR)
  await signInAs(page, freshName('Invited'))
  const { compo, sketchId } = await inviteSketch(page, staff)
  await openStaffPanel(staff, sketchId)
  await expect(button(staff, 'Accept compo invite')).toBeVisible()
  await expect(notice(staff), 'for the artist only').toHaveCount(0)

  await page.goto(`/sketch/${sketchId}`)
  await notice(page).getByRole('button', { name: 'No, thanks' }).click()
  await expect(page.getByText('The invite is declined.')).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 }), 'the pressed button is gone').toBeFocused()
  await expect(page.getByRole('definition').getByRole('link', { name: compo.title })).toHaveCount(0)
  await openStaffPanel(staff, sketchId)
  await expect(button(staff, 'Invite into a compo')).toBeVisible()
  await expect(button(staff, 'Accept compo invite')).toHaveCount(0)
})

test('staff withdraw an invite into a compo, and its artist no longer sees it [1 §6]', async ({
  page,
  anotherBrowser,
}) => {
  const artist = await anotherBrowser()
  await signInAs(artist, freshName('Invited'))
  await signInAs(page, GLOPERATOR)
  const { compo, sketchId } = await inviteSketch(artist, page)
  await artist.goto(`/sketch/${sketchId}`)
  await expect(notice(artist)).toBeVisible()

  await openStaffPanel(page, sketchId)
  await button(page, 'Withdraw compo invite').click()
  const question = page.getByRole('alertdialog', { name: `Withdraw the invite into ${compo.title}?` })
  await expect(question).toContainText('The artist no longer sees it. The sketch can be invited again.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(button(page, 'Invite into a compo')).toBeVisible()
  await expect(button(page, 'Withdraw compo invite')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 }), 'the pressed button is gone').toBeFocused()
  await artist.reload()
  await expect(artist.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice(artist)).toHaveCount(0)
})

test('staff enter an invited sketch on the word of its artist [1 §6]', async ({ page, anotherMember }) => {
  await signInAs(page, GLOPERATOR)
  const { compo, title, sketchId } = await inviteSketch(await anotherMember(freshName('Invited')), page)
  await openStaffPanel(page, sketchId)
  await button(page, 'Accept compo invite').click()
  const question = page.getByRole('alertdialog', { name: `Enter ${title} in ${compo.title}?` })
  await expect(question).toContainText('Only if the artist told you so.')
  await question.getByRole('button', { name: 'Enter', exact: true }).click()
  await expect(page.getByRole('definition').getByRole('link', { name: compo.title })).toBeVisible()
  await expect(button(page, 'Accept compo invite')).toHaveCount(0)
})
