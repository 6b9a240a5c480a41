import type { Page } from 'playwright/test'
import { FIRST_REPLIES_ID } from '../../contract/first-load.ts'
import { expect, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'

/** Addresses of pages with a first paint, in the seeded community. */
async function pagePaths(page: Page): Promise<Record<string, string>> {
  const json = async (path: string) => (await page.request.get(path)).json()
  // Other tests do not change this list, whose order changes with the schedule.
  const [sketch] = (await json('/topSketches/1?format=json')).items
  const challenges = (await json('/api/v2/challenge')).items as { id: number; entries: number }[]
  return {
    home: '/',
    gallery: '/gallery/tops',
    sketch: `/sketch/${sketch.id}?in=tops`,
    profile: `/user/${sketch.userId}`,
    tag: '/tag/sea',
    challenges: '/challenges',
    challenge: `/challenge/${challenges.find(({ entries }) => entries > 0)?.id}`,
    search: '/search?query=sea',
    streams: '/streams',
  }
}

/** Opens a page and holds the application back until `release` is called. */
async function openBeforeApplication(page: Page, path: string): Promise<{ release: () => Promise<void> }> {
  let release = () => undefined as unknown
  const released = new Promise<void>((resolve) => {
    release = resolve as () => unknown
  })
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return {
    async release() {
      release()
      await page.locator('[data-page]').waitFor()
    },
  }
}

type ShownPicture = { src: string; box: number[] }

/** Loaded pictures in the window, the largest first. */
function shownPictures(page: Page): Promise<ShownPicture[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLImageElement>('main img')]
      .filter((image) => image.complete && image.naturalWidth > 0)
      .map((image) => ({ src: image.currentSrc, box: image.getBoundingClientRect() }))
      .filter(({ box }) => box.top < innerHeight)
      .sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)
      .map(({ src, box }) => ({ src, box: [box.left, box.top, box.width, box.height].map(Math.round) })),
  )
}

/** The same file in the same box, which may be rounded otherwise. */
function isSame(one: ShownPicture, other: ShownPicture): boolean {
  return one.src === other.src && one.box.every((value, index) => Math.abs(value - (other.box[index] ?? 0)) <= 1)
}

const NAMES = ['home', 'gallery', 'sketch', 'profile', 'tag', 'challenges', 'search', 'streams']

for (const width of [390, 1280]) {
  test.describe(`in a window of ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    for (const name of NAMES) {
      test(`the page shows its largest picture before the application starts, and it stays where it is: ${name}`, async ({
        page,
      }) => {
        const path = (await pagePaths(page))[name] ?? ''
        const { release } = await openBeforeApplication(page, path)
        await page.waitForFunction(
          () =>
            document.images.length > 0 &&
            [...document.images].every((image) => image.loading === 'lazy' || image.complete),
        )
        const [largest] = await shownPictures(page)
        await release()
        await expect
          .poll(async () => (await shownPictures(page)).some((shown) => largest && isSame(shown, largest)))
          .toBe(true)
      })
    }
  })
}

// Its place depends on the lengths of its neighbours' titles, which come later.
test('the page of a challenge shows its largest picture before the application starts', async ({ page }) => {
  const { release } = await openBeforeApplication(page, (await pagePaths(page)).challenge ?? '')
  await expect.poll(async () => (await shownPictures(page)).length).toBeGreaterThan(0)
  await release()
})

type Visit = { name: string; carried: string[]; requested: string[]; shift: number }

/** Opens each page and records the replies in its HTML, the calls that it makes, and how far its parts move. */
async function visitPages(page: Page): Promise<Visit[]> {
  await page.addInitScript(() => {
    const seen = window as unknown as { shifts: number }
    seen.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shifts += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const visits: Visit[] = []
  for (const [name, path] of Object.entries(await pagePaths(page))) {
    const requested: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      const payload = request.postData()
      if (request.resourceType() === 'fetch') requested.push(`${pathname}${search}${payload ? ` ${payload}` : ''}`)
    })
    const html = await (await page.goto(path))?.text()
    const [, json = '{}'] = new RegExp(`id="${FIRST_REPLIES_ID}">(.*?)</script>`, 's').exec(html ?? '') ?? []
    await page.locator('[data-page]').waitFor()
    await page.waitForLoadState('networkidle')
    const shift = await page.evaluate(() => (window as unknown as { shifts: number }).shifts)
    visits.push({ name, carried: Object.keys(JSON.parse(json)), requested, shift })
    page.removeAllListeners('request')
  }
  return visits
}

test.describe('pages while they load', () => {
  // A single worker runs these tests, so that they share the visits.
  test.describe.configure({ mode: 'default' })
  let visits: Promise<Visit[]> | undefined

  test('the application does not request the replies that came with its page', async ({ page }) => {
    visits ??= visitPages(page)
    for (const { name, carried, requested } of await visits) {
      expect([name, carried]).not.toEqual([name, []])
      expect([name, requested.filter((call) => carried.includes(call))]).toEqual([name, []])
    }
  })

  test('nothing of a page moves while it loads', async ({ page }) => {
    visits ??= visitPages(page)
    for (const { name, shift } of await visits) expect([name, shift]).toEqual([name, 0])
  })
})

test('the page of a member has the member’s data, and the header before the application starts', async ({ page }) => {
  const name = freshName('Mira')
  await signInAs(page, name)
  const html = await (await page.request.get('/')).text()
  expect(html).toContain(`"nickname":"${name}"`)
  const { release } = await openBeforeApplication(page, '/')
  await expect(page.getByRole('link', { name: 'Upload' }).first()).toBeVisible()
  await expect(page.getByText('Login')).toHaveCount(0)
  await release()
  await expect(page.getByRole('button', { name })).toBeVisible()
})
