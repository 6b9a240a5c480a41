import sharp from 'sharp'
import { startBrowser } from './lib/browser.ts'
import { buildPage, buildWorker } from './lib/build.ts'
import { bulkSite } from './lib/bulk-site.ts'
import { type Findings, figureOf, mebibytes, median, milliseconds } from './lib/figure.ts'
import type { Mode } from './lib/mode.ts'
import { FAST_PIXELS_PER_FRAME, openScroller, type Pass, SLOW_PIXELS_PER_FRAME } from './lib/scroller.ts'
import { withPlatform } from './lib/state.ts'
import { startWorkerd } from './lib/workerd.ts'

/** The passes end at `slowEndPixels`, about a thousand sketches, and at `fastEndPixels`. */
const PLANS = {
  full: { sketches: 10_000, runs: 5, slowEndPixels: 45_000, fastEndPixels: Number.MAX_SAFE_INTEGER, restMs: 2000 },
  short: { sketches: 1000, runs: 1, slowEndPixels: 1500, fastEndPixels: 6000, restMs: 200 },
} satisfies Record<Mode, object>
type Plan = (typeof PLANS)[Mode]
const TILES_MAX = 150
const FRAME_MAX_MS = 50
/** The heap varies even after a collection. */
const HEAP_GROWTH_MAX = 1.05

type Run = { slow: Pass; first: Pass; second: Pass; empty: Pass }

/** A gallery scrolled to its end twice in Chromium, compared with an empty page of the same height. */
export async function measureScroll(mode: Mode): Promise<Findings> {
  const plan = PLANS[mode]
  const localSite = await bulkSite(plan.sketches)
  await withPlatform(localSite, async ({ FILES }) => {
    const raw = { create: { width: 400, height: 300, channels: 3 as const, background: '#c47a4a' } }
    await FILES.put('bench/small.webp', await sharp(raw).webp().toBuffer())
  })
  const worker = { name: 'site', script: await buildWorker('test/bench/workers/small-pictures.ts') }
  await using workerd = await startWorkerd(localSite, [{ ...worker, page: await buildPage() }])
  const runs: Run[] = []
  for (let run = 0; run < plan.runs; run++) runs.push(await scrollOnce(workerd.origin, plan))
  const maximum = (of: (run: Run) => number) => Math.max(...runs.map(of))
  const medianOf = (of: (run: Run) => number) => median(runs.map(of))
  const tiles = maximum(({ slow, first, second }) => Math.max(...[slow, first, second].map((pass) => pass.tilesMax)))
  const growth = medianOf(({ first, second }) => second.heap / first.heap)
  const what = `scroll of ${medianOf(({ first }) => first.seen)} sketches`
  const emptyFrame = medianOf(({ empty }) => empty.longestFrame)
  return {
    figures: [
      figureOf({
        what: `${what}: most tiles in the document`,
        figure: String(tiles),
        bar: `≤ ${TILES_MAX}`,
        ok: tiles <= TILES_MAX,
      }),
      ...(
        [
          ['fast, while it loads', medianOf(({ first }) => first.longestFrame)],
          ['fast again', medianOf(({ second }) => second.longestFrame)],
          [
            `${medianOf(({ slow }) => slow.seen)} of them slowly, with all pictures`,
            medianOf(({ slow }) => slow.longestFrame),
          ],
        ] as const
      ).map(([name, frame]) =>
        figureOf({
          what: `${what}: longest frame, ${name}`,
          figure: milliseconds(frame),
          yardstick: milliseconds(emptyFrame),
          ratio: frame / emptyFrame,
          bar: `≤ ${FRAME_MAX_MS} ms`,
          ok: frame <= FRAME_MAX_MS,
        }),
      ),
      figureOf({
        what: `${what}: JavaScript heap after the second pass`,
        figure: mebibytes(medianOf(({ second }) => second.heap)),
        yardstick: mebibytes(medianOf(({ first }) => first.heap)),
        ratio: growth,
        bar: `growth ≤ 5 %`,
        ok: growth <= HEAP_GROWTH_MAX,
      }),
    ],
    notes: [
      `scroll: medians of ${plan.runs} runs each in a new browser; frames are the times between calls of` +
        ` requestAnimationFrame, yardstick: an empty page as high in the same run; heap after a collection, yardstick:` +
        ` after the first pass; fast is 15,000 pixels a second, slow 3,000; pictures are one small file;` +
        ` frames over ${FRAME_MAX_MS} ms in each first pass:` +
        ` ${runs.map(({ first }) => `${first.longFrames} of ${first.frames}`).join(', ')}; in each slow pass:` +
        ` ${runs.map(({ slow }) => `${slow.longFrames} of ${slow.frames}`).join(', ')}; on each empty page:` +
        ` ${runs.map(({ empty }) => `${empty.longFrames} of ${empty.frames}`).join(', ')}`,
    ],
  }
}

async function scrollOnce(origin: string, { slowEndPixels, fastEndPixels, restMs }: Plan): Promise<Run> {
  await using browser = await startBrowser()
  const slowGallery = await openScroller(browser.port, `${origin}/gallery/recent`, restMs)
  const slow = await slowGallery.pass({ pixelsPerFrame: SLOW_PIXELS_PER_FRAME, endPixels: slowEndPixels })
  await slowGallery.close()
  const gallery = await openScroller(browser.port, `${origin}/gallery/recent`, restMs)
  const first = await gallery.pass({ pixelsPerFrame: FAST_PIXELS_PER_FRAME, endPixels: fastEndPixels })
  const second = await gallery.pass({ pixelsPerFrame: FAST_PIXELS_PER_FRAME, endPixels: fastEndPixels })
  await gallery.close()
  const emptyPage = await openScroller(browser.port, `${origin}/plain?height=${first.height}`, restMs)
  const empty = await emptyPage.pass({ pixelsPerFrame: FAST_PIXELS_PER_FRAME, endPixels: 4 * slowEndPixels })
  await emptyPage.close()
  return { slow, first, second, empty }
}
