import type { Page } from 'playwright/test'
import type { SketchItem } from '../../contract/http/sketches.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import {
  galleryTiles,
  openGallery,
  recentSketchAddress,
  scrollPast,
  scrollPosition,
  visibleTile,
} from '../support/e2e/gallery.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { listedSketches, postSketch, seededSketches } from '../support/e2e/sketches.ts'

/** A gloperator among the seeded people, who may also feature. */
const GLOPERATOR = 'Ines Karlsen'

const fullView = (page: Page) => page.getByRole('dialog')
const openFullView = (page: Page) => page.getByRole('button', { name: 'View full size' }).first().click()
const rules = (page: Page) => page.getByRole('button', { name: /^This rules, / })

async function scaleOf(page: Page): Promise<number> {
  return Number.parseInt((await fullView(page).getByLabel('Size').textContent()) ?? '', 10)
}

async function chooseMoreAction(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

async function someSketches(page: Page): Promise<[SketchItem, SketchItem, SketchItem]> {
  const [a, b, c] = (await seededSketches(page)).slice(-40)
  if (!a || !b || !c) throw new Error('there are too few sketches')
  return [a, b, c]
}

test.describe('full view', () => {
  test('the full view zooms and moves by keys, wheel, mouse and button', async ({ page }) => {
    const [sketch] = await someSketches(page)
    await page.goto(`/sketch/${sketch.id}`)
    await openFullView(page)
    const picture = fullView(page).getByRole('img')
    const fittedScale = await scaleOf(page)
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await expect.poll(() => scaleOf(page)).toBeGreaterThan(fittedScale * 1.4)
    await page.keyboard.press('-')
    await page.keyboard.press('0')
    await expect.poll(() => scaleOf(page)).toBe(fittedScale)

    await page.mouse.move(200, 200)
    await page.mouse.wheel(0, -800)
    await expect.poll(() => scaleOf(page)).toBeGreaterThan(fittedScale * 1.5)
    const before = await picture.boundingBox()
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await picture.boundingBox())?.x).not.toBe(before?.x)
    const keyed = await picture.boundingBox()
    await page.mouse.down()
    await page.mouse.move(260, 230, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => (await picture.boundingBox())?.x).not.toBe(keyed?.x)

    await fullView(page).getByRole('button', { name: 'Whole picture' }).click()
    await expect.poll(() => scaleOf(page)).toBe(fittedScale)
    await page.mouse.dblclick(300, 300)
    await expect.poll(() => scaleOf(page)).toBeGreaterThan(fittedScale * 2)
    await page.keyboard.press('Escape')
    await expect(fullView(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'View full size' }).first()).toBeFocused()
  })

  test('the full view requests only the pixels that it shows', async ({ page }) => {
    await page.setViewportSize({ width: 800, height: 600 })
    const sketch = (await listedSketches(page.request)).find(({ width, height }) => width >= 1400 && width > height)
    if (!sketch) throw new Error('there is no large sketch')
    const widths: number[] = []
    page.on('request', (request) => {
      const [, base, width] = /^.*(\/image\/[0-9a-f]+)\/(\d+)$/.exec(request.url()) ?? []
      if (base === sketch.imageUrl) widths.push(Number(width))
    })
    await page.goto(`/sketch/${sketch.id}`)
    await expect(page.getByRole('img', { name: sketch.alt }).first()).toBeVisible()
    await openFullView(page)
    await expect.poll(() => scaleOf(page)).toBeLessThan(100)
    expect(Math.max(...widths)).toBeLessThanOrEqual(1024)
    for (let step = 0; step < 8; step++) await page.keyboard.press('+')
    await expect.poll(() => Math.max(...widths)).toBeGreaterThanOrEqual(1400)
  })

  test('the full view zooms with two fingers', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, hasTouch: true, viewport: { width: 360, height: 640 } })
    const page = await context.newPage()
    const [sketch] = await someSketches(page)
    await page.goto(`/sketch/${sketch.id}`)
    await openFullView(page)
    const fittedScale = await scaleOf(page)
    const session = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          type === 'touchEnd'
            ? []
            : [
                { x: 180 - apart, y: 250, id: 0 },
                { x: 180 + apart, y: 250, id: 1 },
              ],
      })
    await touch('touchStart', 20)
    for (const apart of [30, 40, 50, 60]) await touch('touchMove', apart)
    await touch('touchEnd', 0)
    await expect.poll(() => scaleOf(page)).toBeGreaterThan(fittedScale * 2)
    await context.close()
  })
})

test.describe('previous and next', () => {
  test('back returns to the same place in the list after any number of its sketches', async ({ page }) => {
    await openGallery(page)
    await scrollPast(page, 600)
    const place = await scrollPosition(page)
    const address = await visibleTile(page)
    await page.locator(`main a[href="${address}"]`).click()
    await expect(page).toHaveURL(address)
    const listed = (await listedSketches(page.request)).map(({ id }) => recentSketchAddress(id))
    const at = listed.indexOf(address)
    // Not by name: the neighbours of two sketches may have the same titles.
    const leadsTo = (which: 'Next' | 'Previous', place: number) =>
      expect(page.getByRole('link', { name: `${which} sketch: ` })).toHaveAttribute('href', listed[place] ?? '')
    await leadsTo('Next', at + 1)
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(listed[at + 1] ?? '')
    await leadsTo('Next', at + 2)
    await page.getByRole('link', { name: /^Next sketch: / }).click()
    await expect(page).toHaveURL(listed[at + 2] ?? '')
    await leadsTo('Previous', at + 1)
    await page.keyboard.press('ArrowLeft')
    await expect(page).toHaveURL(listed[at + 1] ?? '')
    await page.goBack()
    await expect(galleryTiles(page).first()).toBeVisible()
    await expect.poll(() => scrollPosition(page)).toBe(place)
  })

  test('a sketch has neighbours only at its address in a gallery', async ({ page }) => {
    const [before, sketch] = (await listedSketches(page.request)).slice(50, 52)
    await page.goto(`/sketch/${sketch?.id}`)
    await expect(page.getByRole('heading', { name: 'Comments' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^(Next|Previous) sketch/ })).toHaveCount(0)
    await page.goto(recentSketchAddress(sketch?.id ?? 0))
    await expect(page.getByRole('link', { name: `Previous sketch: ${before?.title}` })).toBeVisible()
  })

  test('the next sketch of a gallery is loaded ahead', async ({ page }) => {
    const [sketch, after] = (await listedSketches(page.request)).slice(51, 53)
    const ahead = page.waitForResponse((reply) => reply.url().endsWith(`/api/v2/sketch/${after?.id}?ahead=1`))
    const picture = page.waitForResponse((reply) => reply.url().includes(after?.imageUrl ?? '-'))
    await page.goto(recentSketchAddress(sketch?.id ?? 0))
    await Promise.all([ahead, picture])
    await page.route('/api/v2/sketch/*', () => new Promise(() => undefined))
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('heading', { name: after?.title ?? '', level: 1 })).toBeVisible()
  })

  test('arrow keys do not navigate while a member types', async ({ page }) => {
    const [sketch] = await someSketches(page)
    await signInAs(page, freshName('Typist'), recentSketchAddress(sketch.id))
    await expect(page.getByRole('link', { name: /^Next sketch: / })).toBeVisible()
    await page.getByLabel('Your comment').fill('Left and right')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await expect(page).toHaveURL(recentSketchAddress(sketch.id))
  })
})

test('a failed rating reloads the page [1 §8]', async ({ page, anotherMember, consoleErrors }) => {
  consoleErrors.allow(/status of 500/)
  const artist = await anotherMember(freshName('Artist'))
  await signInAs(page, freshName('Rater'), `/sketch/${await postSketch(artist)}`)
  // The route stays: removing it during the reload could hold the reload up.
  let calls = 0
  await page.route('/rate', (route) => (++calls === 1 ? route.fulfill({ status: 500 }) : route.continue()))
  const reloaded = page.waitForEvent('load')
  await rules(page).click()
  await reloaded
  await expect(rules(page)).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByLabel('Your comment')).toBeVisible()
  await rules(page).click()
  await expect(page.getByRole('button', { name: 'This rules, 1 agree' })).toHaveAttribute('aria-pressed', 'true')

  await chooseMoreAction(page, 'Rate piggy')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rate piggy' }).click()
  await expect(page.getByRole('button', { name: 'This rules, 0 agree' })).toHaveAttribute('aria-pressed', 'false')
})

test('a report can say that AI was not declared, needs a reason, and can be sent again when it fails [1 §8]', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 429/)
  const [, sketch] = await someSketches(page)
  await signInAs(page, freshName('Reporter'), `/sketch/${sketch.id}`)
  await chooseMoreAction(page, 'Report')
  const dialog = page.getByRole('dialog', { name: 'Report this sketch' })
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose a reason, or describe the problem.')
  await dialog.getByLabel('AI, not declared').check()
  await dialog.getByLabel('Details').fill('Seen elsewhere.')
  await page.route(
    '/sketch/*/report',
    (route) => route.fulfill({ status: 429, json: { error: { code: 'too_many', message: 'too many calls' } } }),
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Error: 429 Too many requests. Try again in a minute.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(page.getByText('Thanks for your report, it will be reviewed by a gloperator.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('the error and the buttons of a form are in the window of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 600 })
  const [, sketch] = await someSketches(page)
  await signInAs(page, freshName('Reporter'), `/sketch/${sketch.id}`)
  await chooseMoreAction(page, 'Report')
  const dialog = page.getByRole('dialog', { name: 'Report this sketch' })
  const report = dialog.getByRole('button', { name: 'Report' })
  await report.click()
  const error = dialog.getByRole('alert')
  await expect(error).toHaveText('Choose a reason, or describe the problem.')
  await expect(report).toBeInViewport({ ratio: 1 })
  const { y = 0, height = 0 } = (await error.boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual((await report.boundingBox())?.y ?? 0)
})

test('staff confirm before they feature a sketch, and hide one with a rule and a reason [1 §7]', async ({
  page,
  anotherBrowser,
}) => {
  const artist = await anotherBrowser()
  await signInAs(artist, freshName('Watched'))
  const id = await postSketch(artist)
  await signInAs(page, GLOPERATOR, `/sketch/${id}`)
  await page.getByRole('button', { name: 'Staff' }).click()
  await page.getByRole('button', { name: 'Feature', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('The light.')
  await page.getByRole('dialog').getByRole('button', { name: 'Feature' }).click()
  await expect(page.getByRole('button', { name: 'Featured', exact: true })).toBeDisabled()
  await expect(page.getByText(`by ${GLOPERATOR}, `)).toBeVisible()

  await page.getByRole('button', { name: /^None Violation|Violation/ }).click()
  await page.getByRole('option', { name: 'Not a sketch' }).click()
  await page.getByRole('button', { name: 'Mark the violation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hide this sketch?' })
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await expect(dialog.getByText('Choose the rule that was broken.')).toBeVisible()
  await dialog.getByRole('button', { name: /Rule/ }).click()
  await page.getByRole('option', { name: 'Not a sketch' }).click()
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('A photo.')
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByText('This picture was hidden because it isn’t a sketch.')).toBeVisible()

  await artist.goto('/activity')
  await artist.getByRole('link', { name: /^Your sketch “.*” was hidden$/ }).click()
  await expect(artist.getByText('A photo.')).toBeVisible()
  await expect(artist.getByRole('form', { name: 'Appeal' })).toBeVisible()
})

test('a mature sketch is loaded only on request for staff who switched mature sketches off', async ({
  page,
  anotherMember,
}) => {
  const artist = await anotherMember(freshName('Grown'))
  const id = await postSketch(artist, { mature: true, altText: 'A grown drawing' })
  let requests = 0
  page.on('request', (request) => {
    if (/\/image\/.*\/(\d{3,4})$/.test(request.url())) requests++
  })
  await signInAs(page, GLOPERATOR, `/sketch/${id}`)
  await expect(page.getByRole('heading', { name: 'Mature' })).toBeVisible()
  await expect(page.getByText('No comments yet.')).toBeVisible()
  await expectAccessible(page)
  expect(requests).toBe(0)
  await page.getByRole('button', { name: 'Show the sketch' }).click()
  await expect(page.getByRole('img', { name: 'A grown drawing' })).toBeVisible()
})

test('a confirmed feature spends a star [1 §4], [1 §5]', async ({ page, anotherMember, consoleErrors }) => {
  consoleErrors.allow(/status of 409/)
  const id = await postSketch(await anotherMember(freshName('Chosen')))
  await signInAs(page, GLOPERATOR, `/sketch/${id}`)
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  const entry = page.getByRole('menuitem', { name: /^Featured? \(\d left\)$/ })
  const left = Number.parseInt((await entry.textContent())?.replace('Feature (', '') ?? '', 10)
  await entry.click()
  const dialog = page.getByRole('alertdialog', { name: 'Feature this sketch?' })
  await expect(dialog).toContainText(`A feature can’t be undone. You have ${left} star`)
  await page.route(
    '/heart',
    (route) => route.fulfill({ status: 409, json: { error: { code: 'no_stars', message: 'no_stars' } } }),
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Feature' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('You have no stars left this month.')
  await dialog.getByRole('button', { name: 'Feature' }).click()
  await expect(page.getByText(`by ${GLOPERATOR}, `)).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await expect(entry).toHaveText(`Featured (${left - 1} left)`)
})

test('axe finds no violations in the full view, in any theme', async ({ page }) => {
  const [, , sketch] = await someSketches(page)
  await page.goto(`/sketch/${sketch.id}`)
  await openFullView(page)
  await expect(fullView(page).getByRole('img')).toBeVisible()
  await expectAccessible(page)
})
