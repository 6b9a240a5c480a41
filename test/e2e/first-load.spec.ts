import type { Page } from 'playwright/test'
import { FIRST_REPLIES_ID } from '../../contract/first-load.ts'
import { expect, test } from '../support/e2e/fixtures.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { recordedLayoutShifts, recordLayoutShifts } from '../support/e2e/watch-page.ts'

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
    // Other tests open compos of their own, whose entries come and go.
    compo: '/compo/borrowed-light',
    search: '/search?query=sea',
    streams: '/streams',
  }
}

type HeldWindow = Window & { startApplication?: () => void; shift?: number }

/** Holds the application back on each page that is opened, until `startApplication`, and sums up the layout shifts. */
async function holdApplication(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const held = window as HeldWindow
    const { append } = Element.prototype
    const scripts: (Node | string)[] = []
    // A route would switch off the browser's cache.
    Element.prototype.append = function (...nodes) {
      const isApplication = nodes.some((node) => node instanceof HTMLScriptElement && node.type === 'module')
      if (!isApplication) return append.apply(this, nodes)
      scripts.push(...nodes)
      held.startApplication = () => append.apply(this, scripts)
    }
    held.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) held.shift = (held.shift ?? 0) + (entry as LayoutShift).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

type LayoutShift = PerformanceEntry & { value: number }

async function startApplication(page: Page): Promise<void> {
  await page.waitForFunction(() => (window as HeldWindow).startApplication !== undefined)
  await page.evaluate(() => (window as HeldWindow).startApplication?.())
  await page.locator('[data-page]').waitFor()
}

/** Address and text of each link of a page's content. */
function shownLinks(page: Page): Promise<string[]> {
  return page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => `${link.getAttribute('href')} ${link.textContent?.trim()}`))
}

/** Titles of the cards of a page, each with its width. */
function titleWidths(page: Page): Promise<[title: string, width: number][]> {
  return page.evaluate(() => {
    const range = document.createRange()
    return [...document.querySelectorAll('main li a > span:nth-child(2)')].map((title): [string, number] => {
      range.selectNodeContents(title)
      return [title.textContent ?? '', Math.round(range.getBoundingClientRect().width * 10) / 10]
    })
  })
}

/** Texts of a page's content, each with its place. */
function textBoxes(page: Page): Promise<[text: string, box: number[]][]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2, p, label, button, li, a)')].map((element): [string, number[]] => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return [element.textContent ?? '', [left, top, width, height].map(Math.round)]
    }),
  )
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

/** The same picture in the same box, which may be rounded otherwise. Another size of it may be in the cache. */
function isSame(one: ShownPicture, other: ShownPicture): boolean {
  const keyOf = ({ src }: ShownPicture) => src.replace(/\/\d+$/, '')
  return keyOf(one) === keyOf(other) && one.box.every((value, index) => Math.abs(value - (other.box[index] ?? 0)) <= 1)
}

type Visit = {
  name: string
  /** Replies in the HTML, and the calls that the page made. */
  carried: string[]
  requested: string[]
  shift: number
  /** The largest picture before the application started, if any, and whether it was the same afterwards. */
  largest: ShownPicture | undefined
  hasStayed: boolean
  /** Links before the application started that it has not. */
  lostLinks: string[]
}

async function visitPages(page: Page, width: number): Promise<Visit[]> {
  await page.setViewportSize({ width, height: 800 })
  await holdApplication(page)
  let requested: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const payload = request.postData()
    if (request.resourceType() === 'fetch') requested.push(`${pathname}${search}${payload ? ` ${payload}` : ''}`)
  })
  const visits: Visit[] = []
  for (const [name, path] of Object.entries(await pagePaths(page))) {
    requested = []
    const html = await (await page.goto(path))?.text()
    const [, json = '{}'] = new RegExp(`id="${FIRST_REPLIES_ID}">(.*?)</script>`, 's').exec(html ?? '') ?? []
    await page.waitForFunction(
      () =>
        document.images.length > 0 && [...document.images].every((image) => image.loading === 'lazy' || image.complete),
    )
    const [largest] = await shownPictures(page)
    const links = await shownLinks(page)
    await startApplication(page)
    const isThere = async () => (await shownPictures(page)).some((shown) => largest && isSame(shown, largest))
    // Its place on the page of a challenge depends on the lengths of its neighbours' titles, which come later.
    const hasStayed = name === 'challenge' || (await becomesTrue(isThere))
    await page.waitForLoadState('networkidle')
    const shift = await page.evaluate(() => (window as HeldWindow).shift ?? 0)
    const final = await shownLinks(page)
    // Live streams of other tests end meanwhile.
    const lostLinks = links.filter(
      (link) => !link.startsWith('/stream/') && !final.some((finalLink) => finalLink.startsWith(link)),
    )
    visits.push({ name, carried: Object.keys(JSON.parse(json)), requested, shift, largest, hasStayed, lostLinks })
  }
  return visits
}

const becomesTrue = (isTrue: () => Promise<boolean>) =>
  expect
    .poll(isTrue)
    .toBe(true)
    .then(
      () => true,
      () => false,
    )

const [NARROW, WIDE] = [390, 1280]

for (const width of [NARROW, WIDE]) {
  test.describe(`pages in a window of ${width} px`, () => {
    // A single worker runs these tests, so that they share the visits.
    test.describe.configure({ mode: 'default' })
    let visits: Promise<Visit[]> | undefined

    test(`a page shows its largest picture before the application starts, ${width} px wide`, async ({ page }) => {
      visits ??= visitPages(page, width)
      expect((await visits).filter(({ largest }) => !largest).map(({ name }) => name)).toEqual([])
    })

    test(`the largest picture stays where it is when the application starts, ${width} px wide`, async ({ page }) => {
      visits ??= visitPages(page, width)
      expect((await visits).filter(({ hasStayed }) => !hasStayed).map(({ name }) => name)).toEqual([])
    })

    test(`nothing of a page moves while it loads, ${width} px wide`, async ({ page }) => {
      visits ??= visitPages(page, width)
      expect((await visits).filter(({ shift }) => shift > 0).map(({ name, shift }) => [name, shift])).toEqual([])
    })

    if (width === NARROW) return

    test('links of the first paint lead to the same pages as links of the application', async ({ page }) => {
      visits ??= visitPages(page, width)
      for (const { name, lostLinks } of await visits) expect([name, lostLinks]).toEqual([name, []])
    })

    test('the application does not request the replies that came with its page', async ({ page }) => {
      visits ??= visitPages(page, width)
      for (const { name, carried, requested } of await visits) {
        expect([name, carried]).not.toEqual([name, []])
        expect([name, requested.filter((call) => carried.includes(call))]).toEqual([name, []])
      }
    })
  })
}

/** Opens pages of a narrow window and checks that nothing of them moves while they load. */
async function expectNoShift(page: Page, paths: readonly string[]): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  await recordLayoutShifts(page)
  for (const path of paths) {
    await page.goto(path)
    await page.locator('[data-page]').waitFor()
    await page.waitForLoadState('networkidle')
    expect([path, await recordedLayoutShifts(page)]).toEqual([path, []])
  }
}

test('nothing of the other public pages moves while they load for a visitor', async ({ page }) => {
  const { profile } = await pagePaths(page)
  await expectNoShift(page, [
    // The newest compos and groups are those of other tests, without the pictures that the tests above need.
    ...['/compos', '/groups?tab=all', '/awards', '/awards/2022', '/artists', '/forum', '/content', '/whiteboard'],
    ...['/whiteboard/history', '/numbers', '/gallery/recent', '/search', '/store', '/sign-in/failed', '/recover'],
    ...['/guidelines', '/help', '/classes', '/support', '/privacy', '/terms', '/how-hearts-work'],
    ...['about', 'likes', 'albums', 'comments', 'fans', 'fanof'].map((view) => `${profile}/${view}`),
  ])
})

test('nothing of a page moves while it loads for a member', async ({ page }) => {
  // Has a streak.
  await signInAs(page, 'nightbus')
  const me = await currentUserId(page)
  await expectNoShift(page, [
    ...Object.values(await pagePaths(page)),
    ...['/awards', '/compos', '/groups?tab=all', '/artists', '/forum', '/chat', '/whiteboard', '/numbers'],
    ...['/upload', '/activity', '/activity/replies', '/messages', '/editProfile', '/sessions', '/stream/sheet'],
    ...[`/user/${me}`, `/user/${me}/albums`, `/stats/${me}`, '/store/purchases'],
  ])
})

test('nothing of the page of sessions moves when the ways to log in arrive last', async ({ page }) => {
  await signInAs(page, freshName('Latecomer'))
  const release = await holdRequests(page, '/api/v2/logins')
  await recordLayoutShifts(page)
  const profile = page.waitForResponse(`/api/user/${await currentUserId(page)}*`)
  await page.goto('/sessions')
  await (await profile).finished()
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
  release()
  await page.getByRole('heading', { name: 'API key' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await recordedLayoutShifts(page)).toEqual([])
})

for (const width of [NARROW, WIDE]) {
  test(`the store, which has no picture, is painted before the application starts and stays, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await signInAs(page, freshName('Shopper'))
    await holdApplication(page)
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.goto('/store')
    const shown = await textBoxes(page)
    expect(shown.map(([text]) => text)).toContain('Your order')
    await startApplication(page)
    await page.waitForLoadState('networkidle')
    expect(await textBoxes(page)).toEqual(shown)
    expect(await page.evaluate(() => (window as HeldWindow).shift ?? 0)).toBe(0)
    expect(requested).not.toContain('/api/v2/store')
    expect(requested).not.toContain('/api/v2/session')
  })
}

test('titles of cards are as wide in the first paint as in the application', async ({ page }) => {
  await holdApplication(page)
  await page.goto('/compos')
  const shown = await titleWidths(page)
  expect(shown).not.toEqual([])
  await startApplication(page)
  await page.waitForLoadState('networkidle')
  // The application shows more cards below.
  await expect.poll(async () => (await titleWidths(page)).slice(0, shown.length)).toEqual(shown)
})

test('the application does not paint titles before it has their font', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    new MutationObserver(() => {
      if (!document.querySelector('[data-page] i')) return
      seen.add(
        [...document.fonts].some((font) => font.style === 'italic' && font.status === 'loaded') ? 'there' : 'late',
      )
    }).observe(document, { childList: true, subtree: true })
  })
  const code = page.waitForResponse(/\/AwardsPage-[^/]*\.js$/)
  await page.route('**/*-italic-*.woff2', async (route) => {
    await (await code).finished()
    await route.continue()
  })
  await page.goto('/awards/2022')
  await page.locator('[data-page] i').first().waitFor()
  expect(await page.evaluate(() => [...((window as Window & { seen?: Set<string> }).seen ?? [])])).toEqual(['there'])
})

test('a member’s page shows their header before the application starts', async ({ page }) => {
  const name = freshName('Mira')
  await signInAs(page, name)
  await holdApplication(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('link', { name: 'Upload' }).first()).toBeVisible()
  await expect(page.getByText('Login')).toHaveCount(0)
  await startApplication(page)
  await expect(page.getByRole('button', { name })).toBeVisible()
})
