import { join } from 'node:path'
import { type Findings, figureOf, median, milliseconds } from './lib/figure.ts'
import type { Mode } from './lib/mode.ts'
import { runPinned } from './lib/pinned.ts'
import type { TexturePlan, TextureTime } from './lib/synthesize/make-texture.ts'

const PLANS: Record<Mode, Omit<TexturePlan, 'patchSide' | 'search'> & { patchSides: number[]; runs: number }> = {
  full: { sampleSide: 512, side: 1024, patchSides: [24, 64, 128], runs: 3 },
  short: { sampleSide: 96, side: 128, patchSides: [32], runs: 1 },
}
const MS_MAX = 5000
const SCRIPT = join(import.meta.dirname, 'lib/synthesize/make-texture.ts')

/** Processor time of making a texture, for the smallest, usual and largest patches of the page. */
export async function measureSynthesize(mode: Mode): Promise<Findings> {
  const { patchSides, runs, ...sizes } = PLANS[mode]
  const figures = []
  for (const patchSide of patchSides) {
    const measured = async (search: boolean) => {
      const times: number[] = []
      for (let run = 0; run < runs; run++) {
        const plan: TexturePlan = { ...sizes, patchSide, search }
        times.push((await runPinned<TextureTime>(SCRIPT, plan)).ms)
      }
      return median(times)
    }
    const [ms, copyMs] = [await measured(true), await measured(false)]
    figures.push(
      figureOf({
        what: `synthesize, ${sizes.side} × ${sizes.side} of a ${sizes.sampleSide}-pixel sample, patches of ${patchSide}`,
        figure: milliseconds(ms),
        yardstick: milliseconds(copyMs),
        ratio: ms / copyMs,
        bar: '≤ 5 s',
        ok: ms <= MS_MAX,
      }),
    )
  }
  return {
    figures,
    notes: [
      `synthesize: processor time, medians of ${runs} runs, each in a process of its own on one core; the yardstick copies as` +
        ' many patches without a search and without cuts',
    ],
  }
}
