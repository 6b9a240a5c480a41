import { join } from 'node:path'
import { median } from '../figure.ts'
import type { Mode } from '../mode.ts'
import { runPinned, startServer } from '../pinned.ts'
import { takeTurns } from '../turns.ts'
import type { ChatLoadPlan, ChatLoadResult } from './generate-load.ts'

/** A server under test; each run has a room of its own. */
export type ChatHost = { origin: string; serverPid: number; nextChannel: () => string | null }

type ChatLoad = Pick<ChatLoadPlan, 'members' | 'speakers' | 'linesPerSecond' | 'seconds' | 'settleMs'>

/** Medians of the runs at one host; sums for `delivered` and `missing`. */
export type ChatFigures = {
  /** Milliseconds from sending to arrival. */
  p50: number
  p99: number
  delivered: number
  missing: number
  /** Per million delivered lines. */
  cpuSecondsPerMillion: number
  /** Share of a core that the load generator used. */
  generatorCpu: number
  runs: number
}

/** Runs a load at each host in turns. */
export async function runChatLoads(load: ChatLoad, hosts: readonly ChatHost[], mode: Mode): Promise<ChatFigures[]> {
  const resultsByHost = await takeTurns(
    hosts.map((host) => () => runChatLoad(load, host)),
    mode,
  )
  return resultsByHost.map(figuresOf)
}

function runChatLoad(load: ChatLoad, { origin, serverPid, nextChannel }: ChatHost): Promise<ChatLoadResult> {
  const plan: ChatLoadPlan = { ...load, origin, serverPid, channel: nextChannel() }
  return runPinned(join(import.meta.dirname, 'generate-load.ts'), plan)
}

function figuresOf(results: readonly ChatLoadResult[]): ChatFigures {
  const middle = (of: (result: ChatLoadResult) => number) => median(results.map(of))
  const sum = (of: (result: ChatLoadResult) => number) => results.reduce((total, result) => total + of(result), 0)
  return {
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    delivered: sum(({ delivered }) => delivered),
    missing: sum(({ missing }) => missing),
    cpuSecondsPerMillion: middle(({ serverCpuSeconds, delivered }) => (serverCpuSeconds / delivered) * 1e6),
    generatorCpu: middle(({ generatorCpu }) => generatorCpu),
    runs: results.length,
  }
}

export async function startBroadcaster(): Promise<ChatHost & AsyncDisposable> {
  return { ...(await startServer(join(import.meta.dirname, 'broadcast.ts'))), nextChannel: () => null }
}
