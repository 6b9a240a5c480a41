import sharp from 'sharp'
import { draw } from '../../dev/seed/drawings/draw.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { postSketch } from '../support/e2e/sketches.ts'
import { openUpload, pickPictures, uploadCard } from '../support/e2e/uploads.ts'

let drawings = 0

/** A drawing with lines and margins. Each call and each run draws another one. */
const catPicture = () =>
  sharp(Buffer.from(draw('cats', 100_000 + 10 * process.pid + ++drawings).svg))
    .resize(480)
    .png()
    .toBuffer()

/** A gloperator among the seeded people. */
const GLOPERATOR = 'Ines Karlsen'

test('a copy of another member’s sketch is asked about, linked, disputed and judged', async ({
  page,
  anotherMember,
}) => {
  const [artist, title] = [freshName('Tomo'), freshName('Harbour')]
  const picture = { name: 'cat.png', mimeType: 'image/png', buffer: await catPicture() }
  await postSketch(await anotherMember(artist), { title, repostAnswer: 'mine' }, picture)

  await openUpload(page)
  const copy = {
    name: 'mine.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp(picture.buffer).jpeg({ quality: 40 }).toBuffer(),
  }
  await pickPictures(page, copy)
  const card = uploadCard(page, copy)
  await card.getByRole('radio', { name: 'No', exact: true }).check()
  await card.getByLabel('Title').fill('After Tomo')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const question = card.getByRole('group', { name: 'This looks like another member’s sketch' })
  await expect(question.getByRole('radio', { name: 'It’s my own work' })).toBeFocused()
  await expect(question.getByRole('link', { name: `${title} by ${artist}` })).toBeVisible()
  await expectAccessible(page)

  await question.getByRole('radio', { name: 'It’s a study of it' }).check()
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await page.waitForURL(/\/sketch\/\d+$/)
  const address = new URL(page.url()).pathname
  await expect(page.getByRole('heading', { name: 'After Tomo' })).toBeVisible()
  await expect(page.getByRole('link', { name: `${title} by ${artist}` })).toBeVisible()

  await page.context().clearCookies()
  await signInAs(page, artist, '/activity')
  await page.getByRole('link', { name: /posted a sketch that looks like one of yours/ }).click()
  await page.waitForURL(`**${address}`)
  await page.getByRole('button', { name: 'Dispute' }).click()
  await page.getByRole('dialog').getByLabel('Details').fill('Traced from my sketch.')
  await page.getByRole('dialog').getByRole('button', { name: 'Dispute' }).click()
  await expect(page.getByText('You disputed this sketch.')).toBeVisible()

  await page.context().clearCookies()
  await signInAs(page, GLOPERATOR, '/gloperate')
  await page.getByRole('link', { name: 'Sketch: After Tomo' }).first().click()
  const found = page.getByRole('article', { name: /^Case/ })
  await expect(found.getByRole('img', { name: 'After Tomo' })).toBeVisible()
  await expect(found.getByRole('img', { name: `Original: ${title}` })).toBeVisible()
  await expect(found.getByText('It’s a study of it')).toBeVisible()
  await expect(found.getByText('Traced from my sketch.')).toBeVisible()
})

test('a blocked picture cannot be uploaded until a gloperator unblocks it', async ({
  page,
  anotherBrowser,
  anotherMember,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 403/)
  const title = freshName('Harbour')
  const picture = { name: 'cat.png', mimeType: 'image/png', buffer: await catPicture() }
  const sketchId = await postSketch(await anotherMember(freshName('Tomo')), { title, repostAnswer: 'mine' }, picture)

  await signInAs(page, GLOPERATOR, `/sketch/${sketchId}`)
  await page.getByRole('button', { name: 'Staff' }).click()
  await page.getByRole('button', { name: 'Block the picture' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Stolen from a shop.')
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await expect(page.getByText('The picture is blocked.')).toBeVisible()

  const upload = await anotherBrowser()
  await openUpload(upload)
  await pickPictures(upload, picture)
  await expect(upload.getByText('This picture was blocked by our gloperators and can’t be posted.')).toBeVisible()

  await page.goto('/gloperate/pictures')
  await expect(page.getByText('Stolen from a shop.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Unblock ${title}` }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('It was the artist.')
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click()
  await expect(page.getByText('The picture can be posted again.')).toBeVisible()

  await upload.reload()
  await pickPictures(upload, picture)
  await expect(uploadCard(upload, picture).getByLabel('Title')).toBeVisible()
})
