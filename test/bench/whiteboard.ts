import { join } from 'node:path'
import type { LocalSite } from '../../dev/settings.ts'
import { buildWorker } from './lib/build.ts'
import { type Figure, type Findings, figureOf, kilobytes, median, milliseconds } from './lib/figure.ts'
import type { Mode } from './lib/mode.ts'
import { runPinned } from './lib/pinned.ts'
import { measureJoins } from './lib/whiteboard/late-join.ts'
import { type BoardFigures, type BoardHost, relayHost, runBoardLoads, tldrawHost } from './lib/whiteboard/load-runs.ts'
import type { ReplayPlan, ReplayResult } from './lib/whiteboard/replay.ts'
import { boardOrigin, boardSite, startBlank } from './lib/whiteboard/site.ts'
import { fetchTldraw } from './lib/whiteboard/tldraw.ts'

const PLANS = {
  full: {
    many: { artists: 100, commandsPerSecond: 20, seconds: 10, settleMs: 2000 },
    some: { artists: 50, commandsPerSecond: 20, seconds: 10, settleMs: 2000 },
    replayMinutes: 60,
  },
  short: {
    many: { artists: 20, commandsPerSecond: 20, seconds: 1, settleMs: 200 },
    some: { artists: 10, commandsPerSecond: 20, seconds: 1, settleMs: 200 },
    replayMinutes: 1,
  },
} satisfies Record<Mode, object>
const MANY_LIMITS = { p50Max: 40, p99Max: 75 }
const SOME_LIMITS = { p99Max: 30 }
const TLDRAW_RATIO_MAX = 0.1
const JOIN_MAX_MS = 300
const JOIN_MAX_BYTES = 300_000
const REPLAY_MAX_SECONDS = 10

/** Many artists at once, compared with other servers; a join of a full board; a replay of one hour. */
export async function measureWhiteboard(mode: Mode): Promise<Findings> {
  const localSite = await boardSite()
  const script = await buildWorker('worker/index.ts')
  const replay = await measureReplay(PLANS[mode].replayMinutes)
  const loads = await measureLoads(siteHost(localSite, script), mode)
  const joins = await measureLateJoins(localSite, script, mode)
  return { figures: [...loads.figures, ...joins, replay], notes: loads.notes }
}

type Comparison = { name: string; host: BoardHost; ratioMax?: number }

async function measureLoads(board: BoardHost, mode: Mode): Promise<Findings> {
  const plan = PLANS[mode]
  await using tldraw = mode === 'full' ? await fetchTldraw() : null
  const others: Comparison[] = [{ name: 'a plain `ws` relay', host: relayHost }]
  if (tldraw) others.unshift({ name: "tldraw's room", host: tldrawHost(tldraw.path), ratioMax: TLDRAW_RATIO_MAX })
  const [some] = await runBoardLoads(plan.some, [board], mode)
  const [many, ...otherFigures] = await runBoardLoads(plan.many, [board, ...others.map(({ host }) => host)], mode)
  if (!some || !many) throw new Error('a whiteboard load has no results')
  const compared = others.flatMap((other, index) => {
    const figures = otherFigures[index]
    return figures ? [{ ...other, figures }] : []
  })
  const missingNotes = compared.map(
    ({ name, figures }) => `${name} did not deliver ${percent(missingOf(figures))} of the commands`,
  )
  return {
    figures: [
      ...figuresOf('50 artists, 20 commands/s each', some, SOME_LIMITS),
      ...figuresOf('100 artists, 20 commands/s each', many, MANY_LIMITS),
      ...compared.flatMap((other) => comparisonFigures(many, other)),
    ],
    notes: [
      `whiteboard: medians of ${many.runs} turns (${some.runs} of the fifty artists), times from sending to arrival at each` +
        ` client, missing commands count with the full waiting time; ${missingNotes.join(', ')}; the generator had` +
        ` ${[some, many, ...otherFigures].map(ofCore).join(', ')} of its core`,
      ...(tldraw ? [] : ["whiteboard: tldraw's room could not be fetched and is not measured"]),
    ],
  }
}

/** The site's board, blank for each run. */
function siteHost(localSite: LocalSite, script: string): BoardHost {
  return {
    protocol: 'board',
    async open() {
      const site = await startBlank(localSite, script)
      return { origin: boardOrigin(site), serverPid: site.pid, [Symbol.asyncDispose]: site[Symbol.asyncDispose] }
    },
  }
}

function figuresOf(what: string, site: BoardFigures, limits: { p50Max?: number; p99Max: number }): Figure[] {
  const { p50Max = Number.POSITIVE_INFINITY, p99Max } = limits
  const p50Bar = Number.isFinite(p50Max) ? ` (${p50Max} ms)` : ''
  return [
    figureOf({
      what: `${what}: commands received by every client`,
      figure: `${((1 - missingOf(site)) * 100).toFixed(3)} %`,
      bar: '100 %',
      ok: site.missing === 0,
    }),
    figureOf({
      what: `${what}: p99 (p50)`,
      figure: `${milliseconds(site.p99)} (${milliseconds(site.p50)})`,
      bar: `≤ ${p99Max} ms${p50Bar}`,
      ok: site.p99 <= p99Max && site.p50 <= p50Max,
    }),
  ]
}

function comparisonFigures(
  site: BoardFigures,
  { name, ratioMax, figures }: Comparison & { figures: BoardFigures },
): Figure[] {
  const ratio = site.p99 / figures.p99
  return [
    figureOf({
      what: `… p99 (p50) beside ${name}`,
      figure: `${milliseconds(site.p99)} (${milliseconds(site.p50)})`,
      yardstick: `${milliseconds(figures.p99)} (${milliseconds(figures.p50)})`,
      ratio,
      ...(ratioMax !== undefined && { bar: `ratio ≤ ${ratioMax}`, ok: ratio <= ratioMax }),
    }),
    figureOf({
      what: `… processor time of a million commands, each to all, beside ${name}`,
      figure: `${site.cpuSecondsPerMillion.toFixed(0)} s`,
      yardstick: `${figures.cpuSecondsPerMillion.toFixed(0)} s`,
      ratio: site.cpuSecondsPerMillion / figures.cpuSecondsPerMillion,
    }),
    figureOf({
      what: `… bytes of their frames beside ${name}`,
      figure: gigabytes(site.bytesPerMillion),
      yardstick: gigabytes(figures.bytesPerMillion),
      ratio: site.bytesPerMillion / figures.bytesPerMillion,
    }),
  ]
}

async function measureLateJoins(localSite: LocalSite, script: string, mode: Mode): Promise<Figure[]> {
  await using site = await startBlank(localSite, script)
  const joins = await measureJoins(boardOrigin(site), mode)
  const [ms, slowest] = [median(joins.map((join) => join.ms)), Math.max(...joins.map((join) => join.ms))]
  const bytes = Math.max(...joins.map((join) => join.bytes))
  return [
    figureOf({
      what: 'a member joins a full board: from opening the socket to the drawn board',
      figure: joinTime(ms),
      yardstick: `${joinTime(slowest)} (slowest)`,
      bar: `≤ ${JOIN_MAX_MS} ms`,
      ok: ms <= JOIN_MAX_MS,
    }),
    figureOf({
      what: '… maximum sent to one of them',
      figure: kilobytes(bytes),
      bar: `≤ ${kilobytes(JOIN_MAX_BYTES)}`,
      ok: bytes <= JOIN_MAX_BYTES,
    }),
  ]
}

async function measureReplay(minutes: number): Promise<Figure> {
  const script = join(import.meta.dirname, 'lib/whiteboard/replay.ts')
  const { commands, seconds } = await runPinned<ReplayResult>(script, { minutes } satisfies ReplayPlan)
  return figureOf({
    what: `an hour of thirty artists, ${(commands / 1e6).toFixed(1)} million commands, replayed`,
    figure: `${seconds.toFixed(1)} s`,
    bar: `< ${REPLAY_MAX_SECONDS} s`,
    ok: seconds < REPLAY_MAX_SECONDS,
  })
}

const missingOf = ({ missing, delivered }: BoardFigures) => missing / (missing + delivered)
const percent = (share: number) => `${(share * 100).toFixed(0)} %`
const ofCore = ({ generatorCpu }: BoardFigures) => percent(generatorCpu)
const joinTime = (ms: number) => (Number.isFinite(ms) ? milliseconds(ms) : 'refused')
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
