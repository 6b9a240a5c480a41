import type { LocalSite } from '../../dev/settings.ts'
import { buildWorker } from './lib/build.ts'
import { type ChatFigures, runChatLoads, startBroadcaster } from './lib/chat/load-runs.ts'
import { chatSite, UNLIMITED } from './lib/chat/site.ts'
import { measureVisits } from './lib/chat/visits.ts'
import { measureWakeUps } from './lib/chat/wake-ups.ts'
import { SERVER_CORE } from './lib/children.ts'
import { type Figure, type Findings, figureOf, mebibytes, milliseconds } from './lib/figure.ts'
import type { Mode } from './lib/mode.ts'
import { type BenchWorker, startWorkerd } from './lib/workerd.ts'

const PLANS = {
  full: {
    quiet: { members: 500, speakers: 20, linesPerSecond: 20, seconds: 10, settleMs: 2000 },
    busy: { members: 100, speakers: 100, linesPerSecond: 1000, seconds: 10, settleMs: 2000 },
  },
  short: {
    quiet: { members: 20, speakers: 5, linesPerSecond: 20, seconds: 1, settleMs: 200 },
    busy: { members: 20, speakers: 20, linesPerSecond: 500, seconds: 1, settleMs: 200 },
  },
} satisfies Record<Mode, object>
const QUIET_LIMITS = { missingMax: 0, p99Max: 50 }
const BUSY_LIMITS = { missingMax: 0.0001, p99Max: 100 }
const INSPECTOR_PORT = 9239
const WAKE_UP_MAX_MS = 100
const VISITS_MAX_BYTES = 5 * 2 ** 20

/** A quiet and a busy chat room, its wake-up, and the memory left by ten thousand visits. */
export async function measureChat(mode: Mode): Promise<Findings> {
  const { localSite, nextChannel } = await chatSite()
  const site = { name: 'site', script: await buildWorker('worker/index.ts'), settings: UNLIMITED }
  const loads = await measureLoads(localSite, site, nextChannel, mode)
  const wakeUp = await measureWakeUp(localSite, site, nextChannel, mode)
  const visits = await measureLeftMemory(localSite, site, nextChannel, mode)
  return { figures: [...loads.figures, wakeUp, ...visits], notes: loads.notes }
}

async function measureLoads(
  localSite: LocalSite,
  site: BenchWorker,
  nextChannel: () => string,
  mode: Mode,
): Promise<Findings> {
  const plan = PLANS[mode]
  const unbatched = { ...site, name: 'unbatched', script: await buildWorker('test/bench/workers/unbatched.ts') }
  await using workerd = await startWorkerd(localSite, [site, unbatched], SERVER_CORE)
  await using broadcaster = await startBroadcaster()
  const room = (name: string) => ({ origin: workerd.direct[name] ?? '', serverPid: workerd.pid, nextChannel })
  const [quiet] = await runChatLoads(plan.quiet, [room('site')], mode)
  const [busy, ...others] = await runChatLoads(plan.busy, [room('site'), broadcaster, room('unbatched')], mode)
  const [bare, unbatchedFigures] = others
  if (!quiet || !busy || !bare || !unbatchedFigures) throw new Error('a chat load has no results')
  return {
    figures: [
      ...figuresOf('500 members, 20 lines/s', quiet, QUIET_LIMITS),
      ...figuresOf('100 members, 1000 lines/s', busy, BUSY_LIMITS),
      ...comparisonFigures('a bare broadcaster', busy, bare),
      ...comparisonFigures('a room without batches', busy, unbatchedFigures),
    ],
    notes: [
      `chat: medians of ${busy.runs} turns (${quiet.runs} of the quiet room), times from sending to arrival at each member;` +
        ` of the busy load the broadcaster left out ${bare.missing} of ${bare.missing + bare.delivered} deliveries, the` +
        ` room without batches ${unbatchedFigures.missing}; the generator had ${[quiet, busy, ...others].map(ofCore).join(', ')}` +
        ' of its core',
    ],
  }
}

function figuresOf(what: string, figures: ChatFigures, limits: typeof QUIET_LIMITS): Figure[] {
  const missing = figures.missing / (figures.missing + figures.delivered)
  return [
    figureOf({
      what: `${what}: delivered`,
      figure: `${((1 - missing) * 100).toFixed(3)} %`,
      bar: `≥ ${(1 - limits.missingMax) * 100} %`,
      ok: missing <= limits.missingMax,
    }),
    figureOf({
      what: `${what}: p99 (p50)`,
      figure: `${milliseconds(figures.p99)} (${milliseconds(figures.p50)})`,
      bar: `≤ ${limits.p99Max} ms`,
      ok: figures.p99 <= limits.p99Max,
    }),
    figureOf({
      what: `${what}: processor time of a million deliveries`,
      figure: seconds(figures.cpuSecondsPerMillion),
    }),
  ]
}

function comparisonFigures(yardstick: string, figures: ChatFigures, other: ChatFigures): Figure[] {
  return [
    figureOf({
      what: `… p99 beside ${yardstick}`,
      figure: milliseconds(figures.p99),
      yardstick: milliseconds(other.p99),
      ratio: figures.p99 / other.p99,
      bar: 'ratio < 1',
      ok: figures.p99 < other.p99,
    }),
    figureOf({
      what: `… processor time of a million deliveries beside ${yardstick}`,
      figure: seconds(figures.cpuSecondsPerMillion),
      yardstick: seconds(other.cpuSecondsPerMillion),
      ratio: figures.cpuSecondsPerMillion / other.cpuSecondsPerMillion,
    }),
  ]
}

async function measureWakeUp(
  localSite: LocalSite,
  site: BenchWorker,
  nextChannel: () => string,
  mode: Mode,
): Promise<Figure> {
  await using workerd = await startWorkerd(localSite, [site], SERVER_CORE)
  const { enterMs, confirmMs } = await measureWakeUps(workerd, { full: nextChannel(), other: nextChannel() }, mode)
  return figureOf({
    what: 'wake-up of a room with 10,000 lines: from requesting a socket to its lines',
    figure: milliseconds(enterMs),
    yardstick: `${milliseconds(confirmMs)} (confirming a line afterwards)`,
    bar: `≤ ${WAKE_UP_MAX_MS} ms`,
    ok: enterMs <= WAKE_UP_MAX_MS,
  })
}

async function measureLeftMemory(
  localSite: LocalSite,
  site: BenchWorker,
  nextChannel: () => string,
  mode: Mode,
): Promise<Figure[]> {
  await using workerd = await startWorkerd(localSite, [site], SERVER_CORE, INSPECTOR_PORT)
  const { before, after } = await measureVisits(workerd, INSPECTOR_PORT, nextChannel(), mode)
  return [
    figureOf({
      what: 'after 10,000 visits: growth of the JavaScript heap of worker and room',
      figure: mebibytes(after.heap - before.heap),
      yardstick: `${mebibytes(before.heap)} (before)`,
      bar: `≤ ${mebibytes(VISITS_MAX_BYTES)}`,
      ok: after.heap - before.heap <= VISITS_MAX_BYTES,
    }),
    figureOf({
      what: '… growth of workerd as a whole, with the local database',
      figure: mebibytes(after.resident - before.resident),
      yardstick: `${mebibytes(before.resident)} (before)`,
    }),
  ]
}

const seconds = (value: number) => `${value.toFixed(2)} s`
const ofCore = ({ generatorCpu }: ChatFigures) => `${(generatorCpu * 100).toFixed(0)} %`
