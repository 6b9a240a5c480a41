import { join } from 'node:path'
import { median } from '../figure.ts'
import type { Mode } from '../mode.ts'
import { runPinned, startServer } from '../pinned.ts'
import { takeTurns } from '../turns.ts'
import { FIRST_VIEWER } from './place.ts'
import type { ShowResult, ShowPlan } from './show.ts'
import { quantile } from './times.ts'

/** How a show goes, and where. */
export type Show = Pick<ShowPlan, 'viewers' | 'crawlers' | 'pictureBytes' | 'soundsPerSecond' | 'seconds'> & {
  at: Host
}

/** One who is measured: where a stream is shown, each time another one. */
export type Host = { origin: string; serverPid: number; counts: boolean; nextStream: () => number | null }

/**
 * Times of all shows together, as few collections decide on the slowest of one; of memory the least, else medians. What the
 * origin did is of a second.
 */
export type ShowFigures = Pick<ShowResult, 'delivered' | 'missing' | 'memory' | 'generatorCpu'> & {
  p50: number
  p99: number
  cpuSecondsPerSecond: number
  messagesPerSecond: number
  sockets: number
  runs: number
}

/** Gives each show by turns. */
export async function runShows(shows: readonly Show[], mode: Mode): Promise<ShowFigures[]> {
  const found = await takeTurns(
    shows.map((show) => () => runShow(show)),
    mode,
  )
  return found.map((some, index) => figuresOf(some, shows[index]?.seconds ?? 1))
}

function runShow({ at, ...show }: Show): Promise<ShowResult> {
  const { nextStream, ...host } = at
  const plan: ShowPlan = { ...show, ...host, streamId: nextStream(), firstViewer: FIRST_VIEWER }
  return runPinned(join(import.meta.dirname, 'show.ts'), plan)
}

function figuresOf(shows: readonly ShowResult[], seconds: number): ShowFigures {
  const middle = (of: (show: ShowResult) => number) => median(shows.map(of))
  const sum = (of: (show: ShowResult) => number) => shows.reduce((total, show) => total + of(show), 0)
  const times = shows.map((show) => show.times)
  return {
    delivered: sum(({ delivered }) => delivered),
    missing: sum(({ missing }) => missing),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    // In the first turns the heap still grows to the size that it then has, whoever watches.
    memory: Math.min(...shows.map(({ memory }) => memory)),
    generatorCpu: middle(({ generatorCpu }) => generatorCpu),
    cpuSecondsPerSecond: middle(({ serverCpuSeconds }) => serverCpuSeconds / seconds),
    messagesPerSecond: middle(({ work }) => work.messages / seconds),
    sockets: middle(({ work }) => work.sockets),
    runs: shows.length,
  }
}

/** Starts a plain relay on the servers' core. */
export async function startPlainRelay(): Promise<Host & AsyncDisposable> {
  const server = await startServer(join(import.meta.dirname, 'relay.ts'))
  return { ...server, counts: false, nextStream: () => null }
}
