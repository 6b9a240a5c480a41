import sharp from 'sharp'
import { startBrowser } from './lib/browser.ts'
import { buildPage, buildWorker } from './lib/build.ts'
import { bulkSite } from './lib/bulk-site.ts'
import { type Findings, figureOf, mebibytes, median, milliseconds } from './lib/figure.ts'
import type { Mode } from './lib/mode.ts'
import { FAST_PIXELS, openScroller, type Pass, SLOW_PIXELS } from './lib/scroller.ts'
import { withPlatform } from './lib/state.ts'
import { startWorkerd } from './lib/workerd.ts'

/** `lookedAt` pixels are about a thousand sketches; `thrownOver` limits a fast pass. */
const PLANS = {
  full: { sketches: 10_000, runs: 5, lookedAt: 45_000, thrownOver: Number.MAX_SAFE_INTEGER, restMs: 2000 },
  short: { sketches: 1000, runs: 1, lookedAt: 1500, thrownOver: 6000, restMs: 200 },
} satisfies Record<Mode, object>
type Plan = (typeof PLANS)[Mode]
const TILES_MAX = 150
const FRAME_MAX_MS = 50
/** The heap varies even after a collection. */
const HEAP_GROWTH_MAX = 1.05

type Run = { looking: Pass; first: Pass; second: Pass; plain: Pass }

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
  const most = (of: (run: Run) => number) => Math.max(...runs.map(of))
  const middle = (of: (run: Run) => number) => median(runs.map(of))
  const tiles = most(({ looking, first, second }) =>
    Math.max(...[looking, first, second].map((pass) => pass.tilesMost)),
  )
  const growth = middle(({ first, second }) => second.heap / first.heap)
  const what = `scroll of ${middle(({ first }) => first.seen)} sketches`
  const plainFrame = middle(({ plain }) => plain.longestFrame)
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
          ['thrown, read as it comes', middle(({ first }) => first.longestFrame)],
          ['thrown again', middle(({ second }) => second.longestFrame)],
          [
            `${middle(({ looking }) => looking.seen)} looked at, pictures and all`,
            middle(({ looking }) => looking.longestFrame),
          ],
        ] as const
      ).map(([name, frame]) =>
        figureOf({
          what: `${what}: longest frame, ${name}`,
          figure: milliseconds(frame),
          yardstick: milliseconds(plainFrame),
          ratio: frame / plainFrame,
          bar: `≤ ${FRAME_MAX_MS} ms`,
          ok: frame <= FRAME_MAX_MS,
        }),
      ),
      figureOf({
        what: `${what}: JavaScript heap after the second pass`,
        figure: mebibytes(middle(({ second }) => second.heap)),
        yardstick: mebibytes(middle(({ first }) => first.heap)),
        ratio: growth,
        bar: `growth ≤ 5 %`,
        ok: growth <= HEAP_GROWTH_MAX,
      }),
    ],
    notes: [
      `scroll: medians of ${plan.runs} runs in a browser of their own; frames are the times between calls of` +
        ` requestAnimationFrame, yardstick: an empty page as high in the same run; heap after a collection, yardstick:` +
        ` after the first pass; thrown at 15,000 pixels a second, looked at at 3,000; pictures are one small file;` +
        ` frames over ${FRAME_MAX_MS} ms in each first pass:` +
        ` ${runs.map(({ first }) => `${first.longFrames} of ${first.frames}`).join(', ')}; in those looked at:` +
        ` ${runs.map(({ looking }) => `${looking.longFrames} of ${looking.frames}`).join(', ')}; in the plain ones:` +
        ` ${runs.map(({ plain }) => `${plain.longFrames} of ${plain.frames}`).join(', ')}`,
    ],
  }
}

async function scrollOnce(origin: string, { lookedAt, thrownOver, restMs }: Plan): Promise<Run> {
  await using browser = await startBrowser()
  const slow = await openScroller(browser.port, `${origin}/gallery/recent`, restMs)
  const looking = await slow.pass({ pixels: SLOW_PIXELS, upTo: lookedAt })
  await slow.close()
  const gallery = await openScroller(browser.port, `${origin}/gallery/recent`, restMs)
  const first = await gallery.pass({ pixels: FAST_PIXELS, upTo: thrownOver })
  const second = await gallery.pass({ pixels: FAST_PIXELS, upTo: thrownOver })
  await gallery.close()
  const empty = await openScroller(browser.port, `${origin}/plain?height=${first.height}`, restMs)
  const plain = await empty.pass({ pixels: FAST_PIXELS, upTo: 4 * lookedAt })
  await empty.close()
  return { looking, first, second, plain }
}
