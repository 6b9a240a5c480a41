import { strToU8, zipSync } from 'fflate'
import type { Page } from 'playwright/test'
import sharp from 'sharp'
import { REASON_MISSING } from '../../web/lib/messages/staff.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { type PictureFile, png } from '../support/e2e/pictures.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postSketch, seededSketches } from '../support/e2e/sketches.ts'
import { mp4 } from '../support/videos.ts'

/** Seeded people. */
const PATRON = 'Halvard'
const GLOPERATOR = 'Ines Karlsen'

const VIDEO = Buffer.from(mp4())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const shownPicture = (page: Page) => page.locator('main img').first()

async function openEdit(page: Page, id: number): Promise<void> {
  await page.goto(`/sketch/${id}/edit`)
  await expect(page.getByRole('heading', { name: 'Edit sketch' })).toBeVisible()
}

async function sendVideo(page: Page, id: number): Promise<void> {
  const headers = { ...siteHeaders(), 'content-type': 'video/mp4' }
  const sent = await page.request.put(`/sketch/${id}/video`, { headers, data: VIDEO })
  expect(sent.status(), await sent.text()).toBe(200)
}

/** A plain picture, `width` wide and half as high. */
async function plainPicture(name: string, width: number, colour: string): Promise<PictureFile> {
  const picture = sharp({ create: { width, height: width / 2, channels: 3, background: colour } })
  return { name, mimeType: 'image/png', buffer: await picture.png().toBuffer() }
}

/** Number of pixels at the lower right, the place of a watermark, that differ from the plain colour. */
async function changedPixels(page: Page): Promise<number> {
  const address = await shownPicture(page).evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    return image.currentSrc
  })
  const { data, info } = await sharp(await (await page.request.get(address)).body())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const base = data.subarray(0, 3)
  const differs = (at: number) => base.some((value, channel) => Math.abs(value - (data[at * 3 + channel] ?? 0)) > 40)
  const places = Array.from({ length: info.width * info.height }, (_, at) => at)
  return places.filter((at) => at % info.width > info.width / 2 && at > info.height * 0.8 * info.width && differs(at))
    .length
}

test.describe('edit page [1 §7]', () => {
  test.beforeEach(({ consoleErrors }) => {
    // Similar sketches may be those of the other test, which become unlisted: their pictures move to new addresses.
    consoleErrors.allow(/status of 404 .*\/image\//)
  })

  /** Opens the edit page of a new sketch from its own page; returns its id. */
  async function openEditOfNew(page: Page): Promise<number> {
    await signInAs(page, freshName('Editor'))
    const id = await postSketch(page, { title: 'Ebb', tags: ['sea'] }, await plainPicture('ebb.png', 240, 'teal'))
    await page.goto(`/sketch/${id}`)
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await expect(page.getByLabel('Title')).toHaveValue('Ebb')
    return id
  }

  test('unsaved changes that are left after a confirmation stay as a draft', async ({ page }) => {
    const id = await openEditOfNew(page)
    await page.getByLabel('Title').fill('Flood')
    await page.getByRole('combobox', { name: 'Tags' }).fill('mud,')
    await page.getByLabel('Unlisted').check()
    await expect(page.getByText('You have unsaved changes')).toBeVisible()
    const dialog = page.getByRole('alertdialog', { name: 'Leave without updating?' })
    await page.getByRole('link', { name: 'Back' }).click()
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await expect(page).toHaveURL(`/sketch/${id}/edit`)
    await page.getByRole('link', { name: 'Back' }).click()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await expect(page.getByRole('heading', { name: 'Ebb' })).toBeVisible()
    await openEdit(page, id)
    await expect(page.getByLabel('Title')).toHaveValue('Flood')
    await expect(page.getByLabel('Unlisted')).toBeChecked()
    await expect(page.getByRole('list', { name: 'Tags, chosen' }).getByRole('listitem')).toHaveText(['sea', 'mud'])
  })

  test('an update that failed saves all changes at the next try', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/ERR_FAILED/)
    const id = await openEditOfNew(page)
    await page.getByLabel('Title').fill('Flood')
    await page.getByLabel('Description').fill('At Cramond.')
    await page.getByRole('combobox', { name: 'Tags' }).fill('mud,')
    await page.getByLabel('Unlisted').check()
    await button(page, 'Turn right').click()
    await page.route(`/sketch/${id}/edit?format=json`, (route) => route.abort(), { times: 1 })
    await button(page, 'Update').click()
    await expect(page.getByRole('alert').getByText('Sorry there was an error updating ... try again.')).toBeVisible()
    await button(page, 'Update').click()
    // People copy the address, so it is the link of the unlisted sketch [1 §5].
    await expect(page).toHaveURL(new RegExp(`/sketch/${id}\\?key=[0-9a-f]{40}$`))
    await expect(page.getByRole('heading', { name: 'Flood' })).toBeVisible()
    await expect(page.getByText('Only people with the link can see it.')).toBeVisible()
    await expect(page.getByText('At Cramond.')).toBeVisible()
    for (const tag of ['sea', 'mud']) await expect(page.getByRole('link', { name: tag, exact: true })).toBeVisible()
    await expect
      .poll(async () => {
        const box = await shownPicture(page).boundingBox()
        return box && box.height > box.width
      })
      .toBe(true)
  })

  test('an update keeps what was changed elsewhere since the page was opened', async ({ page }) => {
    const id = await openEditOfNew(page)
    const data = { privacy: 'unlisted', description: 'At Cramond.' }
    const changed = await page.request.post(`/sketch/${id}/edit`, { headers: siteHeaders(), data })
    expect(changed.status(), await changed.text()).toBe(200)
    await sendVideo(page, id)
    await page.getByLabel('Title').fill('Flood')
    await button(page, 'Update').click()
    await expect(page.getByRole('heading', { name: 'Flood' })).toBeVisible()
    await expect(page.getByText('Only people with the link can see it.')).toBeVisible()
    await expect(page.getByText('At Cramond.')).toBeVisible()
    await expect(page.getByLabel('Video of Flood')).toBeVisible()
  })

  test('a sketch can name the sketch that it continues, which is never itself', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 409/)
    await signInAs(page, freshName('Series'))
    await postSketch(page, { title: 'First', altText: 'The first state' })
    const second = await postSketch(page, { title: 'Second', altText: 'The second state' })
    await openEdit(page, second)
    await page.getByRole('button', { name: 'Continues from' }).click()
    await page.getByLabel('Link to the sketch').fill(`http://localhost/sketch/${second}`)
    await button(page, 'Update').click()
    await expect(page.getByRole('alert').getByText('but not itself')).toBeVisible()
    await page.getByRole('radio', { name: 'First' }).check()
    await button(page, 'Update').click()
    await page.getByRole('link', { name: 'The first state' }).first().click()
    await expect(page.getByRole('heading', { name: 'First' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'The second state' }).first()).toBeVisible()
  })

  test('only the artist can open the edit page, after logging in', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 403/)
    const sketch = (await seededSketches(page)).at(-4)
    const address = `/sketch/${sketch?.id}/edit`
    await page.goto(address)
    await expect(page.getByText('You must be logged in to see this page.')).toBeVisible()
    await signInAs(page, freshName('Stranger'), address)
    await expect(page.getByText('You can’t do that here.')).toBeVisible()
    await page.getByRole('link', { name: 'See the sketch' }).click()
    await expect(page.getByRole('button', { name: 'More actions', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  })

  test('staff who update a sketch without a reason are led to the field that is missing', async ({ page }) => {
    const sketch = (await seededSketches(page)).at(-4)
    await signInAs(page, GLOPERATOR, `/sketch/${sketch?.id}/edit`)
    await button(page, 'Update').click()
    const reason = page.getByLabel('Reason', { exact: true })
    await expect(reason).toBeFocused()
    await expect(reason).toHaveAccessibleDescription(new RegExp(REASON_MISSING))
    await expect(page).toHaveURL(`/sketch/${sketch?.id}/edit`)
  })

  test('an artist restores or deletes earlier pictures of a sketch whose picture was replaced', async ({ page }) => {
    await signInAs(page, freshName('Restorer'))
    await openEdit(page, await postSketch(page, { title: 'Ebb' }, await plainPicture('old.png', 240, '#2c47b0')))
    await page.getByLabel('Picture', { exact: true }).setInputFiles(await plainPicture('new.png', 300, '#b0472c'))
    await expect(page.getByText('Picture replaced')).toBeVisible()
    await button(page, 'Earlier pictures').click()
    const earlier = page.getByRole('img', { name: /^Shown until/ })
    await expect(earlier).toHaveAttribute('width', '240')
    await page.getByRole('button', { name: 'Continues from' }).click()
    // Tall enough that the header and the foot cover no field.
    await page.setViewportSize({ width: 1280, height: 2400 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await button(page, 'Restore').click()
    await expect(page.getByText('Picture restored')).toBeVisible()
    await expect(earlier).toHaveAttribute('width', '300')
    await expect(page.getByRole('region', { name: 'Earlier pictures' })).toBeFocused()
    await button(page, 'Delete').click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete this picture?' })
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No earlier pictures.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Earlier pictures' })).toBeFocused()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page.getByText('240 × 120')).toBeVisible()
  })
})

test('an artist can set a sketch as avatar [1 §6]', async ({ page }) => {
  await signInAs(page, freshName('Portrait'))
  await page.goto(`/sketch/${await postSketch(page)}`)
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Use as avatar' }).click()
  await expect(page.getByText('Avatar changed')).toBeVisible()
  await expect(page.getByRole('banner').locator('img[src*="/image/"]')).toBeVisible()
})

test('files that are added on the edit page are on the page of the sketch', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/status of 400/)
  await signInAs(page, freshName('Filer'))
  const id = await postSketch(page)
  await openEdit(page, id)
  const field = page.getByLabel('Video', { exact: true })
  await field.setInputFiles(await png('no video.png', 60))
  await expect(page.getByText('Videos can be MP4 or WebM.')).toBeVisible()
  await field.setInputFiles({ name: 'a.mp4', mimeType: 'video/mp4', buffer: VIDEO })
  await expect(page.getByText('Video added')).toBeVisible()
  const manifest = { format: 'croquis', version: 1, appVersion: '2.4.0', brushes: ['Ink'], tokens: { strokes: 1904 } }
  const buffer = Buffer.from(zipSync({ 'manifest.json': strToU8(JSON.stringify(manifest)) }))
  const file = { name: 'a.croquis', mimeType: 'application/octet-stream', buffer }
  await page.getByLabel('Sketch file', { exact: true }).setInputFiles(file)
  await expect(page.getByText('Sketch file added')).toBeVisible()
  await expect(page.getByText('You have unsaved changes')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page.getByLabel('Video of A drawing')).toHaveAttribute('preload', 'none')
  await button(page, 'Statistics').click()
  await expect(page.getByText('1,904')).toBeVisible()
  await expectAccessible(page)
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Sketch file' }).click()
  expect((await started).suggestedFilename()).toBe('A drawing.croquis')
})

test('a text that is typed while a file is uploaded is kept', async ({ page }) => {
  await signInAs(page, freshName('Typist'))
  const id = await postSketch(page)
  await openEdit(page, id)
  const release = await holdRequests(page, `/sketch/${id}/video`)
  await page.getByLabel('Video', { exact: true }).setInputFiles({ name: 'a.mp4', mimeType: 'video/mp4', buffer: VIDEO })
  await expect(page.getByText('Uploading, 0%')).toBeVisible()
  await page.getByLabel('Title').fill('Typed meanwhile')
  release()
  await expect(button(page, 'Remove video')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Typed meanwhile')
})

test('changes that were saved while a file was uploaded are not shown as unsaved', async ({ page }) => {
  await signInAs(page, freshName('Filer'))
  const id = await postSketch(page, { title: 'A drawing' })
  await openEdit(page, id)
  await page.getByLabel('Title').fill('A better drawing')
  const save = await holdRequests(page, `/sketch/${id}/edit?format=json`)
  const receive = await holdRequests(page, `/sketch/${id}/video`)
  await button(page, 'Update').click()
  await page.getByLabel('Video', { exact: true }).setInputFiles({ name: 'a.mp4', mimeType: 'video/mp4', buffer: VIDEO })
  save()
  const dialog = page.getByRole('alertdialog', { name: 'Leave while a file is uploading?' })
  await expect(dialog).not.toContainText('Your changes aren’t published yet.')
  await dialog.getByRole('button', { name: 'Stay' }).click()
  receive()
  await expect(page.getByText('Video added')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('A better drawing')
  await expect(page.getByText('You have unsaved changes')).toHaveCount(0)
})

test('while a file is uploaded the sketch cannot be updated, and leaving asks first', async ({ page }) => {
  await signInAs(page, freshName('Sender'))
  const id = await postSketch(page)
  await openEdit(page, id)
  const release = await holdRequests(page, `/sketch/${id}/video`)
  await page.getByLabel('Video', { exact: true }).setInputFiles({ name: 'a.mp4', mimeType: 'video/mp4', buffer: VIDEO })
  await expect(page.getByText('Wait until the file is uploaded')).toBeVisible()
  await expect(button(page, 'Update')).toBeDisabled()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Leave while a file is uploading?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  release()
  await expect(page.getByText('Video added')).toBeVisible()
  await button(page, 'Update').click()
  await expect(page.getByLabel('Video of A drawing')).toBeVisible()
})

test('a removed video stays until the sketch is updated', async ({ page }) => {
  await signInAs(page, freshName('Filer'))
  const id = await postSketch(page)
  await sendVideo(page, id)
  await openEdit(page, id)
  await button(page, 'Remove video').click()
  await expect(page.getByText('Will be removed when you update')).toBeVisible()
  await button(page, 'Update').click()
  await expect(page).toHaveURL(`/sketch/${id}`)
  await expect(button(page, 'Statistics')).toBeVisible()
  await expect(page.getByLabel('Video of A drawing')).toHaveCount(0)
})

test("a patron's watermark is on the pictures of a sketch [1 §5], [1 §6]", async ({ page }) => {
  await signInAs(page, PATRON)
  // A repeated run of the test must not send the same file again.
  const colour = `rgb(${Math.floor(Math.random() * 128)} ${Math.floor(Math.random() * 128)} 128)`
  const id = await postSketch(page, { title: freshName('Marked') }, await plainPicture('marked.png', 1200, colour))
  await openEdit(page, id)
  await page.getByLabel('Watermark').check()
  await expect(page.getByText(`“Copyright (c) ${new Date().getFullYear()} ${PATRON}”`)).toBeVisible()
  await button(page, 'Update').click()
  await expect(page).toHaveURL(`/sketch/${id}`)
  await expect(page.getByRole('heading', { name: /^Marked/ })).toBeVisible()
  await expect.poll(() => changedPixels(page)).toBeGreaterThan(200)
})

test("staff edit the texts of another's sketch [1 §6]", async ({ page, anotherMember }) => {
  const artist = await anotherMember(freshName('Wordy'))
  const id = await postSketch(artist, { title: 'Buy now' })
  await signInAs(page, GLOPERATOR, `/sketch/${id}`)
  await button(page, 'Staff').click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByText('This isn’t your sketch. Your changes are recorded in the staff log.')).toBeVisible()
  await page.getByLabel('Title').fill('Harbour')
  await button(page, 'Update').click()
  await expect(page.getByText('Give a reason.')).toBeVisible()
  await page.getByLabel('Reason').fill('It advertised.')
  await button(page, 'Update').click()
  await expect(page.getByRole('heading', { name: 'Harbour' })).toBeVisible()
})
