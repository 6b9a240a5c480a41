import { join } from 'node:path'
import { median } from '../figure.ts'
import type { Mode } from '../mode.ts'
import { runPinned, startServer } from '../pinned.ts'
import { takeTurns } from '../turns.ts'
import type { StreamLoadPlan, StreamLoadResult } from './generate-load.ts'
import { FIRST_VIEWER } from './site.ts'
import { quantile } from './times.ts'

export type StreamLoad = Pick<
  StreamLoadPlan,
  'viewers' | 'slowViewers' | 'pictureBytes' | 'soundsPerSecond' | 'seconds'
> & {
  host: StreamHost
}

/** A server under test; each run has a stream of its own. */
export type StreamHost = { origin: string; serverPid: number; countsWork: boolean; nextStream: () => number | null }

/**
 * Quantiles over the times of all runs, because single slow garbage collections dominate one run; the minimum of
 * `memoryBytes`; otherwise medians.
 */
export type StreamFigures = Pick<StreamLoadResult, 'delivered' | 'missing' | 'memoryBytes' | 'generatorCpu'> & {
  /** Milliseconds from sending to arrival. */
  p50: number
  p99: number
  cpuSecondsPerSecond: number
  messagesPerSecond: number
  sockets: number
  runs: number
}

/** Runs each load in turns. */
export async function runStreamLoads(loads: readonly StreamLoad[], mode: Mode): Promise<StreamFigures[]> {
  const resultsByLoad = await takeTurns(
    loads.map((load) => () => runStreamLoad(load)),
    mode,
  )
  return resultsByLoad.map((results, index) => figuresOf(results, loads[index]?.seconds ?? 1))
}

function runStreamLoad({ host, ...load }: StreamLoad): Promise<StreamLoadResult> {
  const { nextStream, ...server } = host
  const plan: StreamLoadPlan = { ...load, ...server, streamId: nextStream(), firstViewer: FIRST_VIEWER }
  return runPinned(join(import.meta.dirname, 'generate-load.ts'), plan)
}

function figuresOf(results: readonly StreamLoadResult[], seconds: number): StreamFigures {
  const middle = (of: (result: StreamLoadResult) => number) => median(results.map(of))
  const sum = (of: (result: StreamLoadResult) => number) => results.reduce((total, result) => total + of(result), 0)
  const times = results.map((result) => result.times)
  return {
    delivered: sum(({ delivered }) => delivered),
    missing: sum(({ missing }) => missing),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    // In the first turns the heap still grows to its working size.
    memoryBytes: Math.min(...results.map(({ memoryBytes }) => memoryBytes)),
    generatorCpu: middle(({ generatorCpu }) => generatorCpu),
    cpuSecondsPerSecond: middle(({ serverCpuSeconds }) => serverCpuSeconds / seconds),
    messagesPerSecond: middle(({ work }) => work.messages / seconds),
    sockets: middle(({ work }) => work.sockets),
    runs: results.length,
  }
}

export async function startPlainRelay(): Promise<StreamHost & AsyncDisposable> {
  const server = await startServer(join(import.meta.dirname, 'relay.ts'))
  return { ...server, countsWork: false, nextStream: () => null }
}
