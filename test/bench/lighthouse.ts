import type { CompoState } from '../../contract/compo-state.ts'
import { buildPage, buildWorker } from './lib/build.ts'
import { communitySite } from './lib/community-site.ts'
import { type Figure, type Findings, figureOf, median, milliseconds } from './lib/figure.ts'
import { measurePhone, slowdownOf, type Visit, visitOnPhone } from './lib/lighthouse-phone.ts'
import type { Mode } from './lib/mode.ts'
import { signIn, withPlatform } from './lib/state.ts'
import { startWorkerd } from './lib/workerd.ts'

const RUNS: Record<Mode, number> = { full: 5, short: 1 }
/** Maximum number of visits per wanted one; some fail on a busy machine. */
const TRIES_MAX = 3
const SCORE_MIN = 95
const TBT_MAX_MS = 150

/**
 * Pages with a limit of the largest paint, in milliseconds, are measured in full; of the others the layout shift, and
 * the first paint if it has a limit.
 */
type Page = { name: string; path: string; lcpMax?: number; fcpMax?: number; session?: string }

/**
 * A visitor's main pages and a member's home in Lighthouse's mobile setting, on the seeded site and the production
 * build.
 */
export async function measureLighthouse(mode: Mode): Promise<Findings> {
  const page = await buildPage()
  const localSite = await communitySite(mode)
  const session = await withPlatform(localSite, (platform) => signIn(platform, 1))
  await using workerd = await startWorkerd(localSite, [
    { name: 'site', script: await buildWorker('worker/index.ts'), page },
  ])
  const pages = await pagesOf(workerd.origin, session)
  const indexes = [(await measurePhone(workerd.origin)).index]
  const figures: Figure[] = []
  for (const measured of mode === 'full' ? pages : pages.slice(0, 1)) {
    figures.push(...(await measurePage(mode, workerd.origin, measured, indexes)))
  }
  return {
    figures,
    notes: [
      `lighthouse: mobile, simulated slow 4G, medians of ${RUNS[mode]} visits with an empty cache; the local server speaks` +
        ' HTTP/1.1, the deployed one HTTP/2 or 3',
      `lighthouse: the machine had an index of ${spread(indexes, 0)}, so its processor was slowed down by` +
        ` ${spread(indexes.map(slowdownOf), 1)}; each visit by the index of the visit before`,
    ],
  }
}

const spread = (values: readonly number[], digits: number) =>
  `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`

type Item = { id: number; userId: number; title: string; entries: number }
type Compo = { id: string; state: CompoState }

async function pagesOf(origin: string, session: string): Promise<Page[]> {
  const list = async <T = Item>(path: string) => ((await (await fetch(origin + path)).json()) as { items: T[] }).items
  const [sketch] = await list('/recentSketches?format=json')
  const challenges = await list('/api/v2/challenge')
  const compos = await list<Compo>('/api/v2/compo')
  const compoIn = (state: CompoState) => `/compo/${compos.find((compo) => compo.state === state)?.id}`
  if (!sketch) throw new Error('the site has no sketches')
  const entered = challenges.find(({ entries }) => entries > 0) ?? challenges[0]
  return [
    { name: 'home', path: '/', lcpMax: 1500 },
    { name: 'gallery', path: '/gallery/recent', lcpMax: 1800 },
    { name: 'sketch', path: `/sketch/${sketch.id}`, lcpMax: 1800 },
    { name: 'profile', path: `/user/${sketch.userId}`, lcpMax: 2000 },
    { name: 'challenges', path: '/challenges', lcpMax: 1800 },
    { name: 'challenge', path: `/challenge/${entered?.id}`, lcpMax: 1800 },
    { name: 'compos', path: '/compos', lcpMax: 1800 },
    { name: 'open compo', path: compoIn('open'), lcpMax: 1800 },
    { name: 'closed compo', path: compoIn('closed'), lcpMax: 1800 },
    { name: 'awards', path: '/awards/2022', lcpMax: 1800 },
    { name: 'artists', path: '/artists', lcpMax: 1800 },
    { name: 'search', path: `/search?query=${encodeURIComponent(sketch.title.split(' ').at(-1) ?? '')}`, lcpMax: 2000 },
    { name: 'streams', path: '/streams', lcpMax: 1800 },
    { name: 'numbers', path: '/numbers', lcpMax: 1800 },
    { name: 'chat', path: '/chat' },
    { name: 'whiteboard', path: '/whiteboard' },
    { name: 'home of a member', path: '/', fcpMax: 2000, session },
    { name: 'tag', path: '/tag/sea' },
    { name: 'albums', path: `/user/${sketch.userId}/albums` },
    { name: 'fans', path: `/user/${sketch.userId}/fans` },
    { name: 'groups', path: '/groups', lcpMax: 1800 },
    { name: 'forum', path: '/forum', lcpMax: 1800 },
    { name: 'recover', path: '/recover', lcpMax: 1800 },
    { name: 'store of a member', path: '/store', lcpMax: 1800, session },
  ]
}

/** Adds the index of the machine at each visit to `indexes`, because other work changes it meanwhile. */
async function measurePage(mode: Mode, origin: string, page: Page, indexes: number[]): Promise<Figure[]> {
  const { name, path, lcpMax, fcpMax } = page
  const visit = async () => {
    const slowdown = slowdownOf(indexes.at(-1) ?? 0)
    const found = await visitOnPhone({ ...page, address: origin + path, slowdown })
    if (typeof found !== 'string') indexes.push(found.index)
    return found
  }
  // The first visit resizes pictures for the phone.
  if (mode === 'full') await visit()
  const visits: Visit[] = []
  for (let tries = 0; visits.length < RUNS[mode]; tries++) {
    const found = await visit()
    if (typeof found !== 'string') visits.push(found)
    else if (tries >= TRIES_MAX * RUNS[mode]) throw new Error(`Lighthouse: ${found}`)
  }
  const of = (key: keyof Visit) => median(visits.map((visit) => visit[key]))
  const what = `${name} on a phone`
  const shift = figureOf({ what: `${what}: layout shift`, figure: of('cls').toFixed(4), bar: '0', ok: of('cls') === 0 })
  const firstPaint = figureOf({
    what: `${what}: first contentful paint`,
    figure: milliseconds(of('fcp')),
    ...(fcpMax && { bar: `≤ ${milliseconds(fcpMax)}`, ok: of('fcp') <= fcpMax }),
  })
  if (lcpMax === undefined) return fcpMax ? [firstPaint, shift] : [shift]
  return [
    figureOf({
      what: `${what}: largest contentful paint`,
      figure: milliseconds(of('lcp')),
      yardstick: milliseconds(lcpMax),
      ratio: of('lcp') / lcpMax,
      bar: `≤ ${milliseconds(lcpMax)}`,
      ok: of('lcp') <= lcpMax,
    }),
    shift,
    firstPaint,
    figureOf({
      what: `${what}: total blocking time`,
      figure: milliseconds(of('tbt')),
      bar: `≤ ${milliseconds(TBT_MAX_MS)}`,
      ok: of('tbt') <= TBT_MAX_MS,
    }),
    figureOf({
      what: `${what}: performance score`,
      figure: (of('score') * 100).toFixed(0),
      bar: `≥ ${SCORE_MIN}`,
      ok: of('score') * 100 >= SCORE_MIN,
    }),
  ]
}
