import type { LocalSite } from '../../dev/settings.ts'
import { buildWorker } from './lib/build.ts'
import { chatSite, UNLIMITED } from './lib/chat/site.ts'
import { runTalks, startBroadcaster, type TalkFigures } from './lib/chat/talks.ts'
import { measureVisits } from './lib/chat/visits.ts'
import { measureWakeUps } from './lib/chat/wake-ups.ts'
import { SERVER_CORE } from './lib/children.ts'
import { type Figure, type Findings, figureOf, mebibytes, milliseconds } from './lib/figure.ts'
import type { Mode } from './lib/mode.ts'
import { type BenchWorker, startWorkerd } from './lib/workerd.ts'

const PLANS = {
  full: {
    quiet: { listeners: 500, speakers: 20, linesPerSecond: 20, seconds: 10, settleMs: 2000 },
    busy: { listeners: 100, speakers: 100, linesPerSecond: 1000, seconds: 10, settleMs: 2000 },
  },
  short: {
    quiet: { listeners: 20, speakers: 5, linesPerSecond: 20, seconds: 1, settleMs: 200 },
    busy: { listeners: 20, speakers: 20, linesPerSecond: 500, seconds: 1, settleMs: 200 },
  },
} satisfies Record<Mode, object>
const QUIET_BARS = { missingMax: 0, p99Max: 50 }
const BUSY_BARS = { missingMax: 0.0001, p99Max: 100 }
const INSPECTOR_PORT = 9239
const WAKING_MAX_MS = 100
const VISITS_MAX_BYTES = 5 * 2 ** 20

/** A quiet and a busy chat room, its wake-up, and the memory left by ten thousand visits. */
export async function measureChat(mode: Mode): Promise<Findings> {
  const { localSite, nextChannel } = await chatSite()
  const site = { name: 'site', script: await buildWorker('worker/index.ts'), settings: UNLIMITED }
  const talks = await measureTalks(localSite, site, nextChannel, mode)
  const wakings = await measureWaking(localSite, site, nextChannel, mode)
  const visits = await measureLeft(localSite, site, nextChannel, mode)
  return { figures: [...talks.figures, wakings, ...visits], notes: talks.notes }
}

async function measureTalks(
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
  const [quiet] = await runTalks(plan.quiet, [room('site')], mode)
  const [busy, ...others] = await runTalks(plan.busy, [room('site'), broadcaster, room('unbatched')], mode)
  const [bare, alone] = others
  if (!quiet || !busy || !bare || !alone) throw new Error('nobody talked')
  return {
    figures: [
      ...figuresOf('500 listeners, 20 lines/s', quiet, QUIET_BARS),
      ...figuresOf('100 members, 1000 lines/s', busy, BUSY_BARS),
      ...comparisonFigures('a bare broadcaster', busy, bare),
      ...comparisonFigures('a room without batches', busy, alone),
    ],
    notes: [
      `chat: medians of ${busy.runs} turns (${quiet.runs} of the quiet talk), times from sending to arrival at each listener;` +
        ` in the busy talk the broadcaster left out ${bare.missing} of ${bare.missing + bare.delivered} deliveries, the` +
        ` room without batches ${alone.missing}; the generator had ${[quiet, busy, ...others].map(ofCore).join(', ')}` +
        ' of its core',
    ],
  }
}

function figuresOf(what: string, talk: TalkFigures, bars: typeof QUIET_BARS): Figure[] {
  const missing = talk.missing / (talk.missing + talk.delivered)
  return [
    figureOf({
      what: `${what}: delivered`,
      figure: `${((1 - missing) * 100).toFixed(3)} %`,
      bar: `≥ ${(1 - bars.missingMax) * 100} %`,
      ok: missing <= bars.missingMax,
    }),
    figureOf({
      what: `${what}: p99 (p50)`,
      figure: `${milliseconds(talk.p99)} (${milliseconds(talk.p50)})`,
      bar: `≤ ${bars.p99Max} ms`,
      ok: talk.p99 <= bars.p99Max,
    }),
    figureOf({ what: `${what}: processor time of a million deliveries`, figure: seconds(talk.cpuSecondsPerMillion) }),
  ]
}

function comparisonFigures(beside: string, talk: TalkFigures, other: TalkFigures): Figure[] {
  return [
    figureOf({
      what: `… p99 beside ${beside}`,
      figure: milliseconds(talk.p99),
      yardstick: milliseconds(other.p99),
      ratio: talk.p99 / other.p99,
      bar: 'ratio < 1',
      ok: talk.p99 < other.p99,
    }),
    figureOf({
      what: `… processor time of a million deliveries beside ${beside}`,
      figure: seconds(talk.cpuSecondsPerMillion),
      yardstick: seconds(other.cpuSecondsPerMillion),
      ratio: talk.cpuSecondsPerMillion / other.cpuSecondsPerMillion,
    }),
  ]
}

async function measureWaking(
  localSite: LocalSite,
  site: BenchWorker,
  nextChannel: () => string,
  mode: Mode,
): Promise<Figure> {
  await using workerd = await startWorkerd(localSite, [site], SERVER_CORE)
  const { entered, said } = await measureWakeUps(workerd, { full: nextChannel(), other: nextChannel() }, mode)
  return figureOf({
    what: 'room of 10,000 lines that wakes: from asking for a socket to its lines',
    figure: milliseconds(entered),
    yardstick: `${milliseconds(said)} (a line then)`,
    bar: `≤ ${WAKING_MAX_MS} ms`,
    ok: entered <= WAKING_MAX_MS,
  })
}

async function measureLeft(
  localSite: LocalSite,
  site: BenchWorker,
  nextChannel: () => string,
  mode: Mode,
): Promise<Figure[]> {
  await using workerd = await startWorkerd(localSite, [site], SERVER_CORE, INSPECTOR_PORT)
  const { before, after } = await measureVisits(workerd, INSPECTOR_PORT, nextChannel(), mode)
  return [
    figureOf({
      what: '10,000 members who came and left: JavaScript of worker and room above before',
      figure: mebibytes(after.heap - before.heap),
      yardstick: `${mebibytes(before.heap)} (before)`,
      bar: `≤ ${mebibytes(VISITS_MAX_BYTES)}`,
      ok: after.heap - before.heap <= VISITS_MAX_BYTES,
    }),
    figureOf({
      what: '… all of workerd, the local database in it, above before',
      figure: mebibytes(after.resident - before.resident),
      yardstick: `${mebibytes(before.resident)} (before)`,
    }),
  ]
}

const seconds = (value: number) => `${value.toFixed(2)} s`
const ofCore = ({ generatorCpu }: TalkFigures) => `${(generatorCpu * 100).toFixed(0)} %`
