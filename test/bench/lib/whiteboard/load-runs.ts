import { join } from 'node:path'
import { median } from '../figure.ts'
import type { Mode } from '../mode.ts'
import { runPinned, startServer } from '../pinned.ts'
import { takeTurns } from '../turns.ts'
import type { BoardLoadPlan, BoardLoadResult } from './generate-load.ts'

type BoardLoad = Pick<BoardLoadPlan, 'artists' | 'commandsPerSecond' | 'seconds' | 'settleMs'>

/** A server under test, restarted for each run. */
export type BoardHost = { protocol: BoardLoadPlan['protocol']; open: () => Promise<BoardServer> }
type BoardServer = Pick<BoardLoadPlan, 'origin' | 'serverPid'> & AsyncDisposable

/** Medians of the runs at one host; sums for `delivered` and `missing`. */
export type BoardFigures = {
  /** Milliseconds from sending to arrival. */
  p50: number
  p99: number
  delivered: number
  missing: number
  /** Per million commands that reached all artists. */
  cpuSecondsPerMillion: number
  bytesPerMillion: number
  /** Share of a core that the load generator used. */
  generatorCpu: number
  runs: number
}

/** Runs a load at each host in turns. */
export async function runBoardLoads(load: BoardLoad, hosts: readonly BoardHost[], mode: Mode): Promise<BoardFigures[]> {
  const resultsByHost = await takeTurns(
    hosts.map((host) => () => runBoardLoad(load, host)),
    mode,
  )
  return resultsByHost.map(figuresOf)
}

async function runBoardLoad(load: BoardLoad, { protocol, open }: BoardHost): Promise<BoardLoadResult> {
  await using server = await open()
  const { origin, serverPid } = server
  return await runPinned(join(import.meta.dirname, 'generate-load.ts'), {
    ...load,
    protocol,
    origin,
    serverPid,
  } satisfies BoardLoadPlan)
}

function figuresOf(results: readonly BoardLoadResult[]): BoardFigures {
  const middle = (of: (result: BoardLoadResult) => number) => median(results.map(of))
  const sum = (of: (result: BoardLoadResult) => number) => results.reduce((total, result) => total + of(result), 0)
  return {
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    delivered: sum(({ delivered }) => delivered),
    missing: sum(({ missing }) => missing),
    cpuSecondsPerMillion: middle((result) => (result.serverCpuSeconds / deliveredToAll(result)) * 1e6),
    bytesPerMillion: middle((result) => (result.bytes / deliveredToAll(result)) * 1e6),
    generatorCpu: middle(({ generatorCpu }) => generatorCpu),
    runs: results.length,
  }
}

/** Commands, reduced by the share of missing deliveries. */
function deliveredToAll({ commands, delivered, missing }: BoardLoadResult): number {
  return (commands * delivered) / (delivered + missing)
}

export const relayHost: BoardHost = {
  protocol: 'relay',
  open: () => startServer(join(import.meta.dirname, 'relay.ts')),
}

export function tldrawHost(folder: string): BoardHost {
  const script = join(import.meta.dirname, 'tldraw-room.ts')
  return { protocol: { tldraw: folder }, open: () => startServer(script, folder) }
}
