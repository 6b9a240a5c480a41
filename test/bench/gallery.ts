import { buildBareWorker, buildWorker } from './lib/build.ts'
import { bulkSite } from './lib/bulk-site.ts'
import { SERVER_CORE } from './lib/children.ts'
import { type Figure, type Findings, figureOf } from './lib/figure.ts'
import type { Mode } from './lib/mode.ts'
import { compareThroughput, type Throughput } from './lib/throughput.ts'
import { startWorkerd } from './lib/workerd.ts'

const SKETCHES = 1000
/**
 * Many short turns, because other load on the machine varies and all addresses of a turn share it. The short mode
 * measures nothing, and waits long enough for the first reply beside other tests.
 */
const PLANS = {
  full: { turns: 15, seconds: 1.5, generatorCpuMax: 0.85 },
  short: { turns: 1, seconds: 3, generatorCpuMax: Number.POSITIVE_INFINITY },
} satisfies Record<Mode, object>
const REQUESTS = [
  { what: '/recentSketches, visitor', path: '/recentSketches', ratioMin: 0.6 },
  { what: '/featuredSketches, visitor', path: '/featuredSketches', ratioMin: 0.6 },
]

/** Requests per second of visitors' gallery calls, relative to a bare "hello" in the same workerd on one core. */
export async function measureGallery(mode: Mode): Promise<Findings> {
  const localSite = await bulkSite(SKETCHES)
  const workers = [{ name: 'site', script: await buildWorker('worker/index.ts') }, await buildBareWorker('hello')]
  await using workerd = await startWorkerd(localSite, workers, SERVER_CORE)
  const addresses = REQUESTS.map(({ path }) => `${workerd.direct.site}${path}`)
  const [hello, ...lists] = await compareThroughput(
    [`${workerd.direct.hello}/`, ...addresses],
    workerd.pid,
    PLANS[mode],
  )
  if (!hello) throw new Error('no address was measured')
  return {
    figures: lists.flatMap((list, index) => figuresOf(list, hello, REQUESTS[index] ?? { what: '', ratioMin: 0 })),
    notes: [
      `gallery: medians of ${hello.turns} turns, ratios within a turn; yardstick: a bare Hono "hello" beside it; the server had` +
        ` ${[...lists, hello].map(({ serverCpu }) => percent(serverCpu)).join(', ')} of its core (below 95 %, others` +
        ' disturbed it)',
    ],
  }
}

function figuresOf(
  list: Throughput,
  hello: Throughput,
  { what, ratioMin }: { what: string; ratioMin: number },
): Figure[] {
  return [
    figureOf({
      what: `${what}: requests per second`,
      figure: list.perSecond.toFixed(0),
      yardstick: hello.perSecond.toFixed(0),
      ratio: list.ratio,
      bar: `ratio ≥ ${ratioMin}`,
      ok: list.ratio >= ratioMin,
    }),
    figureOf({
      what: `${what}: processor time of a request`,
      figure: `${list.cpuMicroseconds.toFixed(0)} µs`,
      yardstick: `${hello.cpuMicroseconds.toFixed(0)} µs`,
      ratio: list.cpuMicroseconds / hello.cpuMicroseconds,
    }),
    figureOf({
      what: `${what}: failed requests`,
      figure: `${list.failed} of ${list.failed + list.answered}`,
      yardstick: `${hello.failed} of ${hello.failed + hello.answered}`,
      bar: '0',
      ok: list.failed === 0,
    }),
  ]
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`
