import { join } from 'node:path'
import { median } from '../figure.ts'
import type { Mode } from '../mode.ts'
import { runPinned, startServer } from '../pinned.ts'
import { takeTurns } from '../turns.ts'
import type { ShowPlan, ShowResult } from './show.ts'
import { FIRST_VIEWER } from './site.ts'
import { quantile } from './times.ts'

export type Show = Pick<ShowPlan, 'viewers' | 'slowViewers' | 'pictureBytes' | 'soundsPerSecond' | 'seconds'> & {
  at: Host
}

/** A server under test; each show has a stream of its own. */
export type Host = { origin: string; serverPid: number; counts: boolean; nextStream: () => number | null }

/**
 * Quantiles over the times of all shows, because single slow collections dominate one show; the minimum of `memory`;
 * otherwise medians.
 */
export type ShowFigures = Pick<ShowResult, 'delivered' | 'missing' | 'memory' | 'generatorCpu'> & {
  p50: number
  p99: number
  cpuSecondsPerSecond: number
  messagesPerSecond: number
  sockets: number
  runs: number
}

/** Runs each show in turns. */
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
    // In the first turns the heap still grows to its working size.
    memory: Math.min(...shows.map(({ memory }) => memory)),
    generatorCpu: middle(({ generatorCpu }) => generatorCpu),
    cpuSecondsPerSecond: middle(({ serverCpuSeconds }) => serverCpuSeconds / seconds),
    messagesPerSecond: middle(({ work }) => work.messages / seconds),
    sockets: middle(({ work }) => work.sockets),
    runs: shows.length,
  }
}

export async function startPlainRelay(): Promise<Host & AsyncDisposable> {
  const server = await startServer(join(import.meta.dirname, 'relay.ts'))
  return { ...server, counts: false, nextStream: () => null }
}
