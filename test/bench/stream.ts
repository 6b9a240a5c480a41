import { measureLatency } from './latency.ts'
import { buildWorker } from './lib/build.ts'
import { SERVER_CORE } from './lib/children.ts'
import { type Figure, type Findings, figureOf, mebibytes, milliseconds } from './lib/figure.ts'
import type { Mode } from './lib/mode.ts'
import { runStreamLoads, type StreamFigures, type StreamHost, startPlainRelay } from './lib/stream/load-runs.ts'
import { SETTINGS, streamSite } from './lib/stream/site.ts'
import { startWorkerd } from './lib/workerd.ts'

/**
 * Viewers of one object, some of them slow in the second load, and viewers over relays. Relays receive small pictures
 * and less sound, because only the origin's work is measured and 2,000 viewers exceed what one machine can carry.
 */
const PLANS = {
  full: { viewers: 200, slowViewers: 20, seconds: 20, relays: 10, relayedViewers: 2000, relayedSeconds: 10 },
  short: { viewers: 30, slowViewers: 3, seconds: 2, relays: 2, relayedViewers: 20, relayedSeconds: 1 },
} satisfies Record<Mode, object>
const PICTURES = { pictureBytes: 40_000, soundsPerSecond: 50 }
const SMALL_PICTURES = { slowViewers: 0, pictureBytes: 500, soundsPerSecond: 20 }
const P99_MAX_MS = 150
const SLOW_RATIO_MAX = 1.1
const MEMORY_GROWTH_MAX_BYTES = 5 * 2 ** 20
/** Relative to the origin's work with ten viewers; relays also send reports. */
const WORK_RATIO_MAX = 1.25

/** A live stream for 200 viewers, some of them slow, for 2,000 over relays, and between two browsers. */
export async function measureStream(mode: Mode): Promise<Findings> {
  const [loads, latency] = [await measureLoads(mode), await measureLatency(mode)]
  return { figures: [...loads.figures, ...latency.figures], notes: [...loads.notes, ...latency.notes] }
}

async function measureLoads(mode: Mode): Promise<Findings> {
  const { viewers, slowViewers, seconds, relays, relayedViewers, relayedSeconds } = PLANS[mode]
  const { localSite, nextStream } = await streamSite()
  const script = await buildWorker('test/bench/workers/counted-stream.ts')
  const workers = [
    { name: 'site', script, settings: SETTINGS },
    { name: 'relayed', script, settings: { ...SETTINGS, STREAM_RELAYS: String(relays) } },
  ]
  await using workerd = await startWorkerd(localSite, workers, SERVER_CORE)
  await using plain = await startPlainRelay()
  const hostOf = (name: string): StreamHost => ({
    ...{ origin: workerd.direct[name] ?? '', serverPid: workerd.pid, countsWork: true, nextStream },
  })
  const load = { ...PICTURES, viewers, slowViewers: 0, seconds }
  const [full, slow, bare] = await runStreamLoads(
    [
      { ...load, host: hostOf('site') },
      { ...load, slowViewers, host: hostOf('site') },
      { ...load, host: plain },
    ],
    mode,
  )
  const relayed = { ...SMALL_PICTURES, seconds: relayedSeconds }
  const [few, many] = await runStreamLoads(
    [
      { ...relayed, viewers: relays, host: hostOf('site') },
      { ...relayed, viewers: relayedViewers, host: hostOf('relayed') },
    ],
    mode,
  )
  if (!full || !slow || !bare || !few || !many) throw new Error('a stream load has no results')
  return {
    figures: [...fullFigures(full, bare), ...slowFigures(slow, full), ...relayFigures(many, few)],
    notes: [
      `stream: ${full.runs} turns, times of all of them, from the publisher's send to each viewer's arrival, pictures and sound;` +
        ` the generator had ${[full, slow, bare, few, many].map(ofCore).join(', ')} of its core`,
    ],
  }
}

function fullFigures(full: StreamFigures, bare: StreamFigures): Figure[] {
  return [
    figureOf({
      what: '200 viewers, 10 pictures/s of 40 KB and sound: p99 (p50)',
      figure: `${milliseconds(full.p99)} (${milliseconds(full.p50)})`,
      yardstick: `${milliseconds(bare.p99)} (a plain relay on Node)`,
      ratio: full.p99 / bare.p99,
      bar: `≤ ${P99_MAX_MS} ms`,
      ok: full.p99 <= P99_MAX_MS,
    }),
    figureOf({
      what: '… missing frames',
      figure: `${full.missing} of ${full.missing + full.delivered}`,
      yardstick: `${bare.missing}`,
      bar: 'none',
      ok: full.missing === 0,
    }),
    figureOf({
      what: '… processor time of a second',
      figure: seconds(full.cpuSecondsPerSecond),
      yardstick: seconds(bare.cpuSecondsPerSecond),
      ratio: full.cpuSecondsPerSecond / bare.cpuSecondsPerSecond,
    }),
  ]
}

function slowFigures(slow: StreamFigures, full: StreamFigures): Figure[] {
  const growth = slow.memoryBytes - full.memoryBytes
  return [
    figureOf({
      what: '… one viewer in ten slow: p99 of the others',
      figure: milliseconds(slow.p99),
      yardstick: `${milliseconds(full.p99)} (no slow viewer)`,
      ratio: slow.p99 / full.p99,
      bar: `ratio ≤ ${SLOW_RATIO_MAX}`,
      ok: slow.p99 <= full.p99 * SLOW_RATIO_MAX,
    }),
    figureOf({
      what: '… one viewer in ten slow: peak memory above that without slow viewers, least of the turns',
      figure: mebibytes(growth),
      bar: `≤ ${mebibytes(MEMORY_GROWTH_MAX_BYTES)}`,
      ok: growth <= MEMORY_GROWTH_MAX_BYTES,
    }),
  ]
}

function relayFigures(many: StreamFigures, few: StreamFigures): Figure[] {
  return [
    figureOf({
      what: '2,000 viewers on 10 relays: messages to the origin a second, its open sockets',
      figure: `${many.messagesPerSecond.toFixed(0)}, ${many.sockets}`,
      yardstick: `${few.messagesPerSecond.toFixed(0)}, ${few.sockets} (10 viewers)`,
      ratio: many.messagesPerSecond / few.messagesPerSecond,
      bar: `ratio ≤ ${WORK_RATIO_MAX}, same number of sockets`,
      ok: many.messagesPerSecond <= few.messagesPerSecond * WORK_RATIO_MAX && many.sockets === few.sockets,
    }),
    figureOf({ what: '… missing frames', figure: `${many.missing} of ${many.missing + many.delivered}` }),
  ]
}

const seconds = (value: number) => `${value.toFixed(2)} s`
const ofCore = ({ generatorCpu }: StreamFigures) => `${(generatorCpu * 100).toFixed(0)} %`
