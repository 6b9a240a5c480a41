import { join } from 'node:path'
import { median } from '../figure.ts'
import type { Mode } from '../mode.ts'
import { runPinned, startServer } from '../pinned.ts'
import { takeTurns } from '../turns.ts'
import type { TalkPlan, TalkResult } from './talk.ts'

/** A server under test; each talk has a room of its own. */
export type Host = { origin: string; serverPid: number; nextChannel: () => string | null }

type Talk = Pick<TalkPlan, 'listeners' | 'speakers' | 'linesPerSecond' | 'seconds' | 'settleMs'>

/** Medians of the talks at one host; sums for `delivered` and `missing`. */
export type TalkFigures = {
  p50: number
  p99: number
  delivered: number
  missing: number
  cpuSecondsPerMillion: number
  generatorCpu: number
  runs: number
}

/** Runs a talk at each host in turns. */
export async function runTalks(talk: Talk, hosts: readonly Host[], mode: Mode): Promise<TalkFigures[]> {
  const found = await takeTurns(
    hosts.map((host) => () => runTalk(talk, host)),
    mode,
  )
  return found.map(figuresOf)
}

function runTalk(talk: Talk, { origin, serverPid, nextChannel }: Host): Promise<TalkResult> {
  const plan: TalkPlan = { ...talk, origin, serverPid, channel: nextChannel() }
  return runPinned(join(import.meta.dirname, 'talk.ts'), plan)
}

function figuresOf(talks: readonly TalkResult[]): TalkFigures {
  const middle = (of: (talk: TalkResult) => number) => median(talks.map(of))
  const sum = (of: (talk: TalkResult) => number) => talks.reduce((total, talk) => total + of(talk), 0)
  return {
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    delivered: sum(({ delivered }) => delivered),
    missing: sum(({ missing }) => missing),
    cpuSecondsPerMillion: middle(({ serverCpuSeconds, delivered }) => (serverCpuSeconds / delivered) * 1e6),
    generatorCpu: middle(({ generatorCpu }) => generatorCpu),
    runs: talks.length,
  }
}

export async function startBroadcaster(): Promise<Host & AsyncDisposable> {
  return { ...(await startServer(join(import.meta.dirname, 'broadcast.ts'))), nextChannel: () => null }
}
