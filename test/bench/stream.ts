import { measureLatency } from './latency.ts'
import { buildWorker } from './lib/build.ts'
import { SERVER_CORE } from './lib/children.ts'
import { type Figure, type Findings, figureOf, mebibytes, milliseconds } from './lib/figure.ts'
import type { Mode } from './lib/mode.ts'
import { type Host, runShows, type ShowFigures, startPlainRelay } from './lib/stream/shows.ts'
import { SETTINGS, streamSite } from './lib/stream/site.ts'
import { startWorkerd } from './lib/workerd.ts'

/**
 * Viewers of one object, slow ones in the second show, and viewers over relays. Relays receive small pictures and
 * less sound, because 2,000 viewers are much for one machine and the origin's work is measured.
 */
const PLANS = {
  full: { viewers: 200, slowViewers: 20, seconds: 20, relays: 10, relayedViewers: 2000, relayedSeconds: 10 },
  short: { viewers: 30, slowViewers: 3, seconds: 2, relays: 2, relayedViewers: 20, relayedSeconds: 1 },
} satisfies Record<Mode, object>
const PICTURES = { pictureBytes: 40_000, soundsPerSecond: 50 }
const SMALL_PICTURES = { slowViewers: 0, pictureBytes: 500, soundsPerSecond: 20 }
const P99_MAX_MS = 150
const WORSE_MAX = 1.1
const MEMORY_MAX_BYTES = 5 * 2 ** 20
/** Relative to the origin's work with ten viewers; relays also send reports. */
const WORK_MAX = 1.25

/** A live stream for 200 viewers, some of them slow, for 2,000 over relays, and between two browsers. */
export async function measureStream(mode: Mode): Promise<Findings> {
  const [shows, glass] = [await measureShows(mode), await measureLatency(mode)]
  return { figures: [...shows.figures, ...glass.figures], notes: [...shows.notes, ...glass.notes] }
}

async function measureShows(mode: Mode): Promise<Findings> {
  const { viewers, slowViewers, seconds, relays, relayedViewers, relayedSeconds } = PLANS[mode]
  const { localSite, nextStream } = await streamSite()
  const script = await buildWorker('test/bench/workers/counted-stream.ts')
  const workers = [
    { name: 'site', script, settings: SETTINGS },
    { name: 'relayed', script, settings: { ...SETTINGS, STREAM_RELAYS: String(relays) } },
  ]
  await using workerd = await startWorkerd(localSite, workers, SERVER_CORE)
  await using plain = await startPlainRelay()
  const host = (name: string): Host => ({
    ...{ origin: workerd.direct[name] ?? '', serverPid: workerd.pid, counts: true, nextStream },
  })
  const show = { ...PICTURES, viewers, slowViewers: 0, seconds }
  const [full, slow, bare] = await runShows(
    [
      { ...show, at: host('site') },
      { ...show, slowViewers, at: host('site') },
      { ...show, at: plain },
    ],
    mode,
  )
  const relayed = { ...SMALL_PICTURES, seconds: relayedSeconds }
  const [few, many] = await runShows(
    [
      { ...relayed, viewers: relays, at: host('site') },
      { ...relayed, viewers: relayedViewers, at: host('relayed') },
    ],
    mode,
  )
  if (!full || !slow || !bare || !few || !many) throw new Error('nobody watched')
  return {
    figures: [...fullFigures(full, bare), ...slowFigures(slow, full), ...relayFigures(many, few)],
    notes: [
      `stream: ${full.runs} turns, times of all of them, from the publisher's send to each viewer's arrival, pictures and sound;` +
        ` the generator had ${[full, slow, bare, few, many].map(ofCore).join(', ')} of its core`,
    ],
  }
}

function fullFigures(full: ShowFigures, bare: ShowFigures): Figure[] {
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
      what: '… frames that did not come',
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

function slowFigures(slow: ShowFigures, full: ShowFigures): Figure[] {
  const more = slow.memory - full.memory
  return [
    figureOf({
      what: '… one in ten of them at a crawl: p99 of the others',
      figure: milliseconds(slow.p99),
      yardstick: `${milliseconds(full.p99)} (nobody at a crawl)`,
      ratio: slow.p99 / full.p99,
      bar: `ratio ≤ ${WORSE_MAX}`,
      ok: slow.p99 <= full.p99 * WORSE_MAX,
    }),
    figureOf({
      what: '… one in ten of them at a crawl: memory at most, least of the turns, above that with nobody at a crawl',
      figure: mebibytes(more),
      bar: `≤ ${mebibytes(MEMORY_MAX_BYTES)}`,
      ok: more <= MEMORY_MAX_BYTES,
    }),
  ]
}

function relayFigures(many: ShowFigures, few: ShowFigures): Figure[] {
  return [
    figureOf({
      what: '2,000 viewers on 10 relays: messages that the origin takes in a second, sockets it sends to',
      figure: `${many.messagesPerSecond.toFixed(0)}, ${many.sockets}`,
      yardstick: `${few.messagesPerSecond.toFixed(0)}, ${few.sockets} (10 viewers)`,
      ratio: many.messagesPerSecond / few.messagesPerSecond,
      bar: `ratio ≤ ${WORK_MAX}, as many sockets`,
      ok: many.messagesPerSecond <= few.messagesPerSecond * WORK_MAX && many.sockets === few.sockets,
    }),
    figureOf({ what: '… frames that did not come', figure: `${many.missing} of ${many.missing + many.delivered}` }),
  ]
}

const seconds = (value: number) => `${value.toFixed(2)} s`
const ofCore = ({ generatorCpu }: ShowFigures) => `${(generatorCpu * 100).toFixed(0)} %`
