import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../dev/settings.ts'
import { type Agreement, meanAgreement } from './lib/compo/agreement.ts'
import type { Closing, ClosingPlan } from './lib/compo/close-compo.ts'
import { ACTIVE, LEAVING, SIMULTANEOUS, simulateCompo } from './lib/compo/simulation.ts'
import { type Figure, type Findings, figureOf, mebibytes, median, milliseconds } from './lib/figure.ts'
import type { Mode } from './lib/mode.ts'
import { runPinned } from './lib/pinned.ts'
import { BENCH } from './lib/state.ts'

type Sizes = { closed: Compo; compared: Compo; seeds: number; setsPerVoter: number[]; runs: number }
type Compo = { entries: number; voters: number }

const SIZES: Record<Mode, Sizes> = {
  full: {
    closed: { entries: 5000, voters: 11_500 },
    compared: { entries: 1000, voters: 1000 },
    seeds: 20,
    setsPerVoter: [5, 10, 20],
    runs: 5,
  },
  short: {
    closed: { entries: 50, voters: 100 },
    compared: { entries: 50, voters: 50 },
    seeds: 2,
    setsPerVoter: [5],
    runs: 1,
  },
}
/** The compo that is closed has random sets, which are simulated quickly, and no more of them than this. */
const CLOSED_SETS_PER_VOTER = 20
const CLOSED_SETS_MAX = 200_000
const SETS_PER_PAGE = 1000
const TIME_BAR_MS = 10_000
const MEMORY_BAR = 64 * 2 ** 20
const AGREEMENT_BAR = 0.005
const EXPOSURE_BAR = 0.8

/** Time and memory of a result, and its agreement with the true order of simulated entries, beside simpler ways. */
export async function measureCompo(mode: Mode): Promise<Findings> {
  const { compared, seeds, setsPerVoter } = SIZES[mode]
  const closing = await measureClosing(mode)
  const agreements = setsPerVoter.map((sets) => ({
    sets,
    ...meanAgreement({ ...compared, setsPerVoter: sets }, seeds),
  }))
  const byTauB = agreements.map(
    ({ sets, ours, shares, randomSets }) =>
      `${sets} sets ${tau(ours.b)}, shares ${tau(shares.b)}, random sets ${tau(randomSets.b)}`,
  )
  return {
    figures: [...closing.figures, ...agreements.flatMap(agreementFigures)],
    notes: [
      ...closing.notes,
      `compo: agreement is Kendall's tau, where a tie is half right, as a mean over ${seeds} seeds of ${compared.entries}` +
        ` entries and ${compared.voters} voters; qualities are normal, tastes have Gumbel's distribution, voters skip 6 %` +
        ` of the sets, ${LEAVING * 100} % leave within a set, ${ACTIVE} vote at once and ${SIMULTANEOUS} of them get a set` +
        ' at the same moment',
      `compo: by tau-b, which leaves ties out: ${byTauB.join('; ')}`,
    ],
  }
}

async function measureClosing(mode: Mode): Promise<Findings> {
  const { closed, runs } = SIZES[mode]
  const file = await writePages(closed)
  const closings: Record<ClosingPlan['method'], Closing[]> = { fit: [], shares: [] }
  for (let run = 0; run < runs; run++) {
    for (const method of ['fit', 'shares'] as const) {
      const plan: ClosingPlan = { ...file, entries: closed.entries, method }
      closings[method].push(await runPinned(join(import.meta.dirname, 'lib/compo/close-compo.ts'), plan))
    }
  }
  const [fit, shares] = [middle(closings.fit), middle(closings.shares)]
  const what = `compo of ${closed.entries} entries and ${file.sets} answered sets closed`
  return {
    figures: [
      figureOf({
        what: `${what}: time`,
        figure: milliseconds(fit.ms),
        yardstick: milliseconds(shares.ms),
        ratio: fit.ms / shares.ms,
        bar: '≤ 10 s',
        ok: fit.ms <= TIME_BAR_MS,
      }),
      figureOf({
        what: `${what}: memory above rest`,
        figure: mebibytes(fit.memory),
        yardstick: mebibytes(shares.memory),
        ratio: fit.memory / shares.memory,
        bar: '≤ 64 MiB',
        ok: fit.memory <= MEMORY_BAR,
      }),
    ],
    notes: [
      `compo: the yardstick of closing counts the shares of picks; both read pages of ${SETS_PER_PAGE} sets as JSON,` +
        ` medians of ${runs}; the fit took ${fit.iterations} iterations and ${fit.cpuSeconds.toFixed(2)} s of` +
        ' processor time, and was encoded and decoded after each iteration',
    ],
  }
}

function middle(closings: readonly Closing[]): Closing {
  const of = (value: (closing: Closing) => number) => median(closings.map(value))
  return {
    ms: of(({ ms }) => ms),
    cpuSeconds: of(({ cpuSeconds }) => cpuSeconds),
    memory: of(({ memory }) => memory),
    iterations: of(({ iterations }) => iterations),
  }
}

/** Writes the answered sets of a simulated compo, a page in each line. */
async function writePages(compo: Compo): Promise<{ path: string; sets: number }> {
  const plan = { ...compo, setsPerVoter: CLOSED_SETS_PER_VOTER, choice: 'random', seed: 1 } as const
  const sets = simulateCompo(plan).sets.slice(0, CLOSED_SETS_MAX)
  const path = join(ROOT, BENCH, 'compo.jsonl')
  await mkdir(join(ROOT, BENCH), { recursive: true })
  await using file = await open(path, 'w')
  for (let start = 0; start < sets.length; start += SETS_PER_PAGE)
    await file.write(`${JSON.stringify(sets.slice(start, start + SETS_PER_PAGE))}\n`)
  return { path, sets: sets.length }
}

function agreementFigures({ sets, ours, shares, randomSets, leastExposure }: Agreement & { sets: number }): Figure[] {
  const others = [
    { name: 'shares of picks', other: shares.a },
    { name: 'random sets', other: randomSets.a },
  ]
  // At five sets ours must be better, otherwise not much worse.
  const margin = sets === 5 ? 0 : AGREEMENT_BAR
  return [
    ...others.map(({ name, other }) =>
      figureOf({
        what: `compo, ${sets} sets a voter: agreement with the true order, beside ${name}`,
        figure: tau(ours.a),
        yardstick: tau(other),
        ratio: ours.a / other,
        bar: margin === 0 ? '> yardstick' : '≥ yardstick − 0.005',
        ok: margin === 0 ? ours.a > other : ours.a >= other - margin,
      }),
    ),
    figureOf({
      what: `compo, ${sets} sets a voter: exposure of the least-seen entry, of the mean`,
      figure: `${(leastExposure * 100).toFixed(0)} %`,
      bar: '≥ 80 %',
      ok: leastExposure >= EXPOSURE_BAR,
    }),
  ]
}

const tau = (value: number) => value.toFixed(4)
