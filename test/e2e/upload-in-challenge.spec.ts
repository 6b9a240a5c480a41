import type { Page } from 'playwright/test'
import { challengeWithEntries, entryOf, listedChallenges } from '../support/e2e/challenges.ts'
import { ADMIN, moveCompo, openCompo, VOTING } from '../support/e2e/compos.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { completeSignUp, enterProviderName, freshName, signInAs } from '../support/e2e/people.ts'
import { png } from '../support/e2e/pictures.ts'
import { openUpload, pickPictures, uploadCard } from '../support/e2e/uploads.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const posted = (page: Page) => page.getByRole('region', { name: 'Posted' })

async function answerNoAi(page: Page, file: { name: string }): Promise<void> {
  await uploadCard(page, file).getByText('No', { exact: true }).click()
}

test('the first tile of a challenge leads to an upload that enters it, after one confirmation [1 §5]', async ({
  page,
}) => {
  const challenge = await challengeWithEntries(page)
  await signInAs(page, freshName('Entrant'), `/challenge/${challenge.id}`)
  const entries = page.getByRole('list', { name: `Entries of ${challenge.title}` })
  const first = entries.getByRole('listitem').first()
  await first.getByRole('link', { name: 'Upload a new sketch' }).click()
  await expect(page).toHaveURL(`/upload?challenge=${challenge.id}`)
  await expect(page.getByText(`New pictures enter the challenge ${challenge.title}.`)).toBeVisible()
  const file = await png('entry.png', 60)
  await pickPictures(page, file)
  await expect(uploadCard(page, file).getByRole('button', { name: new RegExp(`^${challenge.title}, `) })).toBeVisible()
  await answerNoAi(page, file)
  await button(page, 'Post').click()
  const dialog = page.getByRole('alertdialog', { name: `Enter entry in ${challenge.title}?` })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`/upload?challenge=${challenge.id}`)
  await button(page, 'Post').click()
  await dialog.getByRole('button', { name: 'Post and enter' }).click()

  await expect(posted(page)).toContainText(`Sketch posted. Entered in ${challenge.title}.`)
  await expect(posted(page).getByRole('button', { name: 'Enter challenge' })).toHaveCount(0)
  const sketchId = Number(new URL(page.url()).pathname.split('/').at(-1))
  await posted(page).getByRole('link', { name: challenge.title }).click()
  await expect(entryOf(page, challenge, sketchId)).toBeVisible()
})

test('a challenge chosen in the form is entered with one confirmation and one toast [1 §5], [1 §6]', async ({
  page,
}) => {
  const [, yesterday] = await listedChallenges(page)
  if (!yesterday) throw new Error('there are too few challenges')
  await openUpload(page)
  const file = await png('chosen.png', 60)
  await pickPictures(page, file)
  await uploadCard(page, file)
    .getByRole('button', { name: /Challenge$/ })
    .click()
  await page.getByRole('option', { name: new RegExp(`^${yesterday.title}, `) }).click()
  await answerNoAi(page, file)
  await button(page, 'Post').click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toHaveAccessibleName(`Enter chosen in ${yesterday.title}?`)
  await dialog.getByRole('button', { name: 'Post and enter' }).click()
  await expect(page.getByRole('heading', { name: 'chosen', level: 1 })).toBeVisible()
  await expect(posted(page)).toContainText(`Sketch posted. Entered in ${yesterday.title}.`)
  await expect(dialog).toHaveCount(0)
  await expect(posted(page).getByRole('button', { name: 'Enter challenge' })).toHaveCount(0)
})

test('the first tile of a challenge brings a visitor to join, and back to an upload that enters it [1 §5]', async ({
  page,
}) => {
  const challenge = await challengeWithEntries(page)
  await page.goto(`/challenge/${challenge.id}`)
  const entries = page.getByRole('list', { name: `Entries of ${challenge.title}` })
  await entries.getByRole('listitem').first().getByRole('link', { name: 'Upload a new sketch' }).click()
  await page.getByRole('link', { name: 'Login with Google' }).click()
  const nickname = freshName('Joiner')
  await enterProviderName(page, nickname)
  await completeSignUp(page, nickname)
  await expect(page).toHaveURL(`/upload?challenge=${challenge.id}`)
  await expect(page.getByText(`New pictures enter the challenge ${challenge.title}.`)).toBeVisible()
})

test('after posting, the page of the sketch offers Share and Enter challenge until they are dismissed', async ({
  page,
}) => {
  const [today] = await listedChallenges(page)
  if (!today) throw new Error('there is no challenge')
  await openUpload(page)
  const files = [await png('first.png', 60), await png('second.png', 60)] as const
  await pickPictures(page, ...files)
  for (const file of files) await answerNoAi(page, file)
  await button(page, 'Post 2 sketches').click()
  await expect(page.getByRole('heading', { name: 'first', level: 1 })).toBeFocused()
  await expect(posted(page)).toContainText('2 sketches posted.')
  await expect(posted(page).getByRole('button', { name: 'Share' })).toBeVisible()
  await expect(posted(page).getByRole('link', { name: 'See all your sketches' })).toBeVisible()
  await expectAccessible(page)
  await posted(page).getByRole('button', { name: 'Enter challenge' }).click()
  await button(page, 'Enter').click()
  await expect(posted(page)).toContainText(`This sketch is entered in ${today.title}.`)
  await expect(page.getByText(`Entered in ${today.title}.`, { exact: true })).toHaveCount(0)
  await posted(page).getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(posted(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'first', level: 1 })).toBeFocused()
})

/** A gloperator among the seeded people. */
const GLOPERATOR = 'Ines Karlsen'

let compoCount = 0
/** A compo with a key of its own. */
function freshCompo() {
  return { title: freshName('Porch light'), key: `porch-light-${process.pid}-${++compoCount}` }
}

test('the first tile of a compo leads to an upload that enters it, with one confirmation and one toast [1 §5]', async ({
  page,
  anotherMember,
}) => {
  const compo = freshCompo()
  await openCompo(await anotherMember(GLOPERATOR), compo)
  await signInAs(page, freshName('Entrant'), `/compo/${compo.key}`)
  await button(page, 'Enter').click()
  const chooser = page.getByRole('list', { name: 'Your sketches' })
  await chooser.getByRole('listitem').first().getByRole('link', { name: 'Upload a new sketch' }).click()
  await expect(page).toHaveURL(`/upload?compo=${compo.key}`)
  await expect(page.getByText(`The first new picture enters the compo ${compo.title}.`)).toBeVisible()
  const files = [await png('lamp.png', 60), await png('moth.png', 60)] as const
  await pickPictures(page, ...files)
  const choice = (file: { name: string }) => uploadCard(page, file).getByRole('button', { name: /Compo$/ })
  await expect(choice(files[0])).toContainText(compo.title)
  await expect(choice(files[1]), 'one sketch may enter').toContainText('No compo')
  await expectAccessible(page)
  for (const file of files) await answerNoAi(page, file)
  await button(page, 'Post 2 sketches').click()
  await page
    .getByRole('alertdialog', { name: `Enter lamp in ${compo.title}?` })
    .getByRole('button', { name: 'Post and enter' })
    .click()
  await expect(page.getByText(`Entered in ${compo.title}.`)).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'lamp', level: 1 })).toBeVisible()
  await page.getByRole('definition').getByRole('link', { name: compo.title }).click()
  await expect(page.getByRole('list', { name: `Entries of ${compo.title}` }).getByRole('link')).toHaveCount(1)
  await page.goto(`/upload?compo=${compo.key}`)
  await expect(
    page.getByText(`${compo.title} doesn’t take entries from you now, so new pictures don’t enter it.`),
  ).toBeVisible()
})

test('the upload page says that a compo or a challenge in its address does not exist', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 404/)
  await signInAs(page, freshName('Entrant'), '/upload?compo=nope')
  await expect(page.getByText('We couldn’t find that compo, so new pictures don’t enter it.')).toBeVisible()
  await page.goto('/upload?challenge=999999')
  await expect(page.getByText('We couldn’t find that challenge, so new pictures don’t enter it.')).toBeVisible()
})

test('a compo that closes before a sketch is posted is named on its page, and the draft keeps the choice', async ({
  page,
  anotherMember,
}) => {
  const [compo, staff] = [freshCompo(), await anotherMember(ADMIN)]
  await openCompo(staff, compo)
  await openUpload(page)
  const file = await png('late.png', 60)
  await pickPictures(page, file)
  const choice = uploadCard(page, file).getByRole('button', { name: /Compo$/ })
  await choice.click()
  await page.getByRole('option', { name: new RegExp(`^${compo.title}, Open until`) }).click()
  await answerNoAi(page, file)
  await page.reload()
  await expect(choice).toContainText(compo.title)
  await moveCompo(staff, compo, VOTING)
  await button(page, 'Post').click()
  await button(page, 'Post and enter').click()
  await expect(page.getByRole('heading', { name: 'late', level: 1 })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText(
    /There was a problem entering this competition\/challenge: This compo doesn’t take entries from you now\./,
  )
  await expect(page.getByText(`Entered in ${compo.title}.`)).toHaveCount(0)
  await expect(posted(page)).toContainText('Sketch posted.')
})
