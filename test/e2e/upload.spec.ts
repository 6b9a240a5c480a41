import type { Page } from 'playwright/test'
import { breakUpload } from '../support/e2e/break-upload.ts'
import { expect, test } from '../support/e2e/fixtures.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { heavyPng, type PictureFile, png, pngHeader } from '../support/e2e/pictures.ts'
import { postSketch } from '../support/e2e/sketches.ts'
import { transferFiles } from '../support/e2e/transfer-files.ts'

const SEND = '/api/v2/upload/file?*'
const POST = '/api/v2/upload/sketch'
const ONLY_PICTURES = 'Pictures can be PNG, JPEG, WebP or GIF.'

/** In pixels. Its processing costs the site little. */
const WIDTH = 60
const small = (name: string) => png(name, WIDTH)

const cards = (page: Page) => page.getByRole('list', { name: 'Pictures' }).locator('> li')
const card = (page: Page, { name }: { name: string }) => page.getByRole('listitem', { name, exact: true })
const order = (page: Page) => cards(page).evaluateAll((items) => items.map((item) => item.getAttribute('aria-label')))
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const expectReceived = (page: Page) =>
  expect(page.getByRole('status').getByText('Draft kept for 24 hours')).toBeVisible()

async function openUpload(page: Page): Promise<void> {
  await signInAs(page, freshName('Painter'), '/upload')
  await expect(page.getByRole('heading', { name: 'Upload' })).toBeVisible()
}

async function reload(page: Page): Promise<void> {
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Upload' })).toBeVisible()
}

function pick(page: Page, ...files: PictureFile[]): Promise<void> {
  return page.getByLabel('Pictures').first().setInputFiles(files)
}

/** Chooses No for the AI question of a picture. */
const answerNoAi = (page: Page, file: PictureFile) => card(page, file).getByText('No', { exact: true }).click()

test.describe('sending [2 §2 Upload]', () => {
  test('pictures can be chosen, dropped and pasted', async ({ page }) => {
    await openUpload(page)
    const chooser = page.waitForEvent('filechooser')
    await button(page, 'Choose pictures').press('Enter')
    await (await chooser).setFiles([await small('chosen.png')])
    await expect(button(page, 'Post')).toBeEnabled()
    await transferFiles(page, 'drop', [await small('dropped 1.png'), await small('dropped 2.png')])
    await expect(button(page, 'Post 3 sketches')).toBeEnabled()
    await transferFiles(page, 'paste', [await small('pasted.png')])
    await expect(button(page, 'Post 4 sketches')).toBeEnabled()
    await expect.poll(() => order(page)).toEqual(['chosen.png', 'dropped 1.png', 'dropped 2.png', 'pasted.png'])
  })

  test('of two uploads at a time, a cancelled one makes room for the next', async ({ page }) => {
    await openUpload(page)
    const files = [await small('one.png'), await small('two.png'), await small('three.png')] as const
    const release = await holdRequests(page, SEND)
    await pick(page, ...files)
    await expect(page.getByText('Uploading, 0%')).toHaveCount(2)
    await expect(card(page, files[2]).getByText('Waiting', { exact: true })).toBeVisible()
    await expect(button(page, 'Post')).toBeDisabled()
    await button(page, 'Cancel two.png').click()
    await expect(page.getByText('Uploading, 0%')).toHaveCount(2)
    await expect(page.getByText('Waiting', { exact: true })).toHaveCount(0)
    release()
    await expect(button(page, 'Post 2 sketches')).toBeEnabled()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expect(cards(page)).toHaveCount(2)
  })

  test('the form stays in its place when its picture has been received', async ({ page }) => {
    await openUpload(page)
    const file = await small('one.png')
    const release = await holdRequests(page, SEND)
    await pick(page, file)
    await expect(page.getByText('Uploading, 0%')).toBeVisible()
    const before = await card(page, file).getByLabel('Title').boundingBox()
    release()
    await expectReceived(page)
    expect(await card(page, file).getByLabel('Title').boundingBox()).toEqual(before)
  })

  test('leaving the page while a picture is uploaded asks first', async ({ page }) => {
    await openUpload(page)
    const release = await holdRequests(page, SEND)
    await pick(page, await small('one.png'))
    await expect(page.getByText('Uploading, 0%')).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Challenges' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Leave before all pictures are uploaded?' })
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await expect(dialog).toBeHidden()
    release()
    await expectReceived(page)
  })

  test('leaving the page while a picture is posted asks first', async ({ page }) => {
    await openUpload(page)
    const file = await small('one.png')
    await pick(page, file)
    await expectReceived(page)
    await answerNoAi(page, file)
    const release = await holdRequests(page, POST)
    await button(page, 'Post').click()
    await page.getByRole('banner').getByRole('link', { name: 'Challenges' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Leave while your pictures are being posted?' })
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await expect(dialog).toBeHidden()
    release()
    await expect(page.getByRole('heading', { name: 'one', level: 1 })).toBeVisible()
  })

  test('Retry sends an upload again that shows a lost connection', async ({ page, context, consoleErrors }) => {
    consoleErrors.allow(/net::ERR_/)
    await openUpload(page)
    const file = await heavyPng('heavy.png')
    const line = await context.newCDPSession(page)
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 60_000 }
    await line.send('Network.emulateNetworkConditions', slow)
    await breakUpload(page, SEND, 700_000)
    await pick(page, file)
    const bar = page.getByRole('progressbar')
    const sent = async () => Number(await bar.getAttribute('aria-valuenow'))
    await expect.poll(sent, { intervals: [50] }).toBeGreaterThan(0)
    const before = await sent()
    expect(before).toBeLessThan(file.buffer.length)
    await expect.poll(sent, { intervals: [50] }).toBeGreaterThan(before)

    const alert = card(page, file).getByRole('alert')
    await expect(alert).toContainText('Croquis couldn’t be reached. Check your connection and try again.')
    await card(page, file).getByLabel('Title').fill('Between two tunnels')
    await page.getByRole('banner').getByRole('link', { name: 'Challenges' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Leave before all pictures are uploaded?' })
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expectReceived(page)
    await expect(cards(page)).toHaveCount(1)
    await expect(card(page, file).getByLabel('Title')).toHaveValue('Between two tunnels')
  })
})

test('a refused file with its reason does not stop other files from being posted [1 §9]', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 415/, /status of 400/)
  await openUpload(page)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(new URL(request.url()).search))
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const named = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })
  const refused = [
    [{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a picture') }, ONLY_PICTURES],
    [named('wide.png', pngHeader(4001, 10)), 'Pictures can be up to 4,000 pixels a side.'],
    [named('harmless.png', Buffer.from(svg)), ONLY_PICTURES],
    [named('broken.png', pngHeader(400, 300)), 'This file couldn’t be read as a picture.'],
  ] as const
  const good = await small('good.png')
  await pick(page, ...refused.map(([file]) => file), good)
  for (const [file, reason] of refused) await expect(card(page, file).getByRole('alert')).toHaveText(reason)
  await expect(button(page, 'Retry')).toHaveCount(0)
  await expect(button(page, 'Post')).toBeEnabled()
  const names = ['harmless.png', 'broken.png', 'good.png']
  expect(sent.sort(), 'the page itself refuses the others').toEqual(names.map((name) => `?name=${name}`).sort())
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 } })

  test('the reason for a refused picture and its Shrink button are scrolled into view', async ({ page }) => {
    await openUpload(page)
    const file = await png('wide.png', 5000, 1500)
    await pick(page, file)
    await expect(card(page, file).getByRole('alert')).toBeInViewport({ ratio: 1 })
    const shrink = await button(page, 'Shrink wide.png').boundingBox()
    const post = await button(page, 'Post').boundingBox()
    expect((shrink?.y ?? 0) + (shrink?.height ?? 0)).toBeLessThanOrEqual(post?.y ?? 0)
  })
})

test.describe('received pictures', () => {
  test('a received picture keeps its texts over reloads until it is posted', async ({ page }) => {
    await openUpload(page)
    const file = await small('lamp_post-7.png')
    const form = card(page, file)
    await pick(page, file)
    await expect(form.getByLabel('Title')).toHaveValue('lamp post 7')
    await expectReceived(page)
    await form.getByLabel('Title').fill('Lamp post')
    await form.getByLabel('Description').fill('Two lines,\nby night.')
    await form.getByLabel('Alt text').fill('A lamp post in fog')
    await form.getByLabel('Tags').fill('Night walk, fog,')
    await form.getByRole('checkbox', { name: 'Unlisted' }).check()
    await form.getByText('Yes', { exact: true }).click()

    await reload(page)
    await expect(form.getByLabel('Title')).toHaveValue('Lamp post')
    await expect(form.getByLabel('Description')).toHaveValue('Two lines,\nby night.')
    await expect(form.getByLabel('Alt text')).toHaveValue('A lamp post in fog')
    await expect(form.getByRole('list', { name: 'Tags, chosen' }).getByRole('listitem')).toHaveText([
      'night-walk',
      'fog',
    ])
    await expect(form.getByRole('checkbox', { name: 'Unlisted' })).toBeChecked()
    await expect(form.getByRole('img', { name: 'Preview of lamp_post-7.png' })).toHaveJSProperty('complete', true)
    await expect(form.getByRole('radio', { name: 'Yes' })).toBeChecked()

    await button(page, 'Post').click()
    await expect(page).toHaveURL(/\/sketch\/\d+\?key=[0-9a-f]{40}$/)
    await expect(page.getByRole('heading', { name: 'Lamp post', level: 1 })).toBeVisible()
    await expect(page.getByText('Two lines, by night.')).toBeVisible()
    await expect(page.getByRole('img', { name: 'A lamp post in fog' })).toBeVisible()
    for (const tag of ['night-walk', 'fog'])
      await expect(page.getByRole('link', { name: tag, exact: true })).toBeVisible()
    await expect(page.getByText('Only people with the link can see it.')).toBeVisible()
    await expect(page.getByText('Generative AI (stated by the artist)')).toBeVisible()
  })

  test('a removed picture is dropped from the site', async ({ page }) => {
    await openUpload(page)
    const file = await small('unwanted.png')
    await pick(page, file)
    await expectReceived(page)
    const dropped = page.waitForResponse('/api/v2/upload/drop')
    await button(page, 'Remove unwanted.png').click()
    await expect(cards(page)).toHaveCount(0)
    expect((await dropped).status()).toBe(200)
  })

  test('a file that is picked again after a reload is listed once, with its texts', async ({ page }) => {
    await openUpload(page)
    const file = await small('twice.png')
    await pick(page, file)
    await expectReceived(page)
    await card(page, file).getByLabel('Title').fill('Only once')
    await reload(page)
    const again = page.waitForResponse(SEND)
    await pick(page, file)
    await again
    await expectReceived(page)
    await expect(cards(page)).toHaveCount(1)
    await expect(card(page, file).getByLabel('Title')).toHaveValue('Only once')
    await expect(button(page, 'Post')).toBeEnabled()
  })

  test('pictures are posted in the order set by keys or pointer', async ({ page }) => {
    await openUpload(page)
    const files = [await small('a.png'), await small('b.png'), await small('c.png')] as const
    await pick(page, ...files)
    await expect(button(page, 'Post 3 sketches')).toBeEnabled()
    await expect(button(page, 'Move a.png up')).toBeDisabled()
    await expect(button(page, 'Move c.png down')).toBeDisabled()
    await button(page, 'Move a.png down').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => order(page)).toEqual(['b.png', 'a.png', 'c.png'])
    await expect(button(page, 'Move a.png down')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect.poll(() => order(page)).toEqual(['b.png', 'c.png', 'a.png'])
    await expect(card(page, files[0]).locator(':focus'), 'the keys are still on a.png').toHaveCount(1)
    await button(page, 'Move c.png up').click()
    await expect.poll(() => order(page)).toEqual(['c.png', 'b.png', 'a.png'])

    for (const file of files) await answerNoAi(page, file)
    const ids = new Map<string, number>()
    page.on('response', async (response) => {
      if (!response.url().endsWith(POST) || response.request().method() !== 'POST') return
      ids.set(response.request().postDataJSON().title, (await response.json()).sketchId)
    })
    await button(page, 'Post 3 sketches').click()
    await expect(page.getByRole('status').getByText('3 sketches posted')).toBeVisible()
    await expect.poll(() => ids.size).toBe(3)
    expect([...ids].sort(([, x], [, y]) => x - y).map(([title]) => title)).toEqual(['c', 'b', 'a'])
  })

  test('a picture whose posting failed is posted once, with its texts, by a retry', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/ERR_FAILED/)
    await openUpload(page)
    const file = await small('lost answer.png')
    await pick(page, file)
    await expectReceived(page)
    await answerNoAi(page, file)
    // The site receives the request; only its reply is lost.
    let posted: number | undefined
    await page.route(
      POST,
      async (route) => {
        posted = (await (await route.fetch()).json()).sketchId
        await route.abort()
      },
      { times: 1 },
    )
    await button(page, 'Post').click()
    await expect(page.getByRole('alert').filter({ hasText: 'couldn’t be reached' })).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('lost answer')
    await button(page, 'Post').click()
    await expect(page).toHaveURL(`/sketch/${posted}`)
    await expect(page.getByRole('heading', { name: 'lost answer', level: 1 })).toBeVisible()
    await expect(page.getByText('Generative AI')).toHaveCount(0)
  })

  test('a file that was posted before is reported, with a link to its sketch', async ({ page }) => {
    const file = await small('again.png')
    await signInAs(page, freshName('Painter'))
    const sketch = await postSketch(page, {}, file)
    await page.goto('/upload')
    await pick(page, { ...file, name: 'another name.png' })
    await expect(page.getByText('You already posted this picture.')).toBeVisible()
    await expect(button(page, 'Post')).toBeDisabled()
    await page.getByRole('link', { name: 'See the sketch' }).click()
    await expect(page).toHaveURL(`/sketch/${sketch}`)
  })
})

test('tags are completed from tags in use', async ({ page }) => {
  await openUpload(page)
  await pick(page, await small('tagged.png'))
  const tags = page.getByRole('combobox', { name: 'Tags' })
  await tags.pressSequentially('portra')
  await expect(page.getByRole('option', { name: 'portrait', exact: true })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const chosen = page.getByRole('list', { name: 'Tags, chosen' }).getByRole('listitem')
  await expect(chosen).toHaveText(['portrait'])
  await tags.fill('Very New,portrait,')
  await expect(chosen).toHaveText(['portrait', 'very-new'])
  await tags.pressSequentially('landsc')
  await page.getByRole('option', { name: 'landscape', exact: true }).click()
  await expect(chosen).toHaveText(['portrait', 'very-new', 'landscape'])
  await page.keyboard.press('Backspace')
  await expect(chosen).toHaveText(['portrait', 'very-new'])
  await button(page, 'Remove portrait').click()
  await expect(chosen).toHaveText(['very-new'])
})
