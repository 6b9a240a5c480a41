import { buildWorker } from './lib/build.ts'
import { bulkPlace } from './lib/bulk-place.ts'
import { SERVER_CORE } from './lib/children.ts'
import { type Findings, figureOf } from './lib/figure.ts'
import { race } from './lib/race.ts'
import { startWorkerd } from './lib/workerd.ts'

const SKETCHES = 1000
const RATIO_MIN = 0.5

/** Requests per second of a visitor's gallery page against a bare "hello", in one workerd on one core. */
export async function measureGallery(): Promise<Findings> {
  const place = await bulkPlace(SKETCHES)
  const workers = [
    { name: 'site', script: await buildWorker('worker/index.ts') },
    { name: 'hello', script: await buildWorker('test/bench/workers/hello.ts') },
  ]
  await using workerd = await startWorkerd(place, workers, SERVER_CORE)
  const page = `${workerd.direct.site}/recentSketches`
  const { items } = (await (await fetch(page)).json()) as { items: unknown[] }
  const [gallery, hello] = await race([page, `${workerd.direct.hello}/`], workerd.pid)
  if (!gallery || !hello) throw new Error('a race of fewer than two')
  const what = `gallery, visitor, ${items.length} sketches`
  const ratio = gallery.perSecond / hello.perSecond
  return {
    figures: [
      figureOf({
        what: `${what}: requests per second`,
        figure: gallery.perSecond.toFixed(0),
        yardstick: hello.perSecond.toFixed(0),
        ratio,
        bar: `ratio ≥ ${RATIO_MIN}`,
        ok: ratio >= RATIO_MIN,
      }),
      figureOf({
        what: `${what}: processor time of a request`,
        figure: `${gallery.cpuMicroseconds.toFixed(0)} µs`,
        yardstick: `${hello.cpuMicroseconds.toFixed(0)} µs`,
        ratio: gallery.cpuMicroseconds / hello.cpuMicroseconds,
      }),
      figureOf({
        what: `${what}: requests that failed`,
        figure: `${gallery.failed} of ${gallery.failed + gallery.answered}`,
        yardstick: `${hello.failed} of ${hello.failed + hello.answered}`,
        bar: '0',
        ok: gallery.failed === 0,
      }),
    ],
    notes: [
      `gallery: medians of ${gallery.laps} and ${hello.laps} runs by turns; yardstick: a bare Hono "hello" beside it; the` +
        ` server had ${percent(gallery.serverCpu)} and ${percent(hello.serverCpu)} of its core (below 95 %, others disturbed it)`,
    ],
  }
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`
