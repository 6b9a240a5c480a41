import { join } from 'node:path'
import { median } from '../figure.ts'
import type { Mode } from '../mode.ts'
import { runPinned, startServer } from '../pinned.ts'
import { takeTurns } from '../turns.ts'
import type { DrawingPlan, DrawingResult } from './drawing.ts'

type Drawing = Pick<DrawingPlan, 'artists' | 'commandsPerSecond' | 'seconds' | 'settleMs'>

/** A server under test, restarted for each drawing. */
export type DrawingHost = { by: DrawingPlan['by']; open: () => Promise<DrawingServer> }
type DrawingServer = Pick<DrawingPlan, 'origin' | 'serverPid'> & AsyncDisposable

/** Medians of the drawings at one host; sums for `delivered` and `missing`. */
export type DrawingFigures = {
  p50: number
  p99: number
  delivered: number
  missing: number
  /** Per million commands that reached everyone. */
  cpuSecondsPerMillion: number
  bytesPerMillion: number
  generatorCpu: number
  runs: number
}

/** Runs a drawing at each host in turns. */
export async function runDrawings(
  drawing: Drawing,
  hosts: readonly DrawingHost[],
  mode: Mode,
): Promise<DrawingFigures[]> {
  const found = await takeTurns(
    hosts.map((host) => () => runDrawing(drawing, host)),
    mode,
  )
  return found.map(figuresOf)
}

async function runDrawing(drawing: Drawing, { by, open }: DrawingHost): Promise<DrawingResult> {
  await using server = await open()
  const { origin, serverPid } = server
  return await runPinned(join(import.meta.dirname, 'drawing.ts'), {
    ...drawing,
    by,
    origin,
    serverPid,
  } satisfies DrawingPlan)
}

function figuresOf(drawings: readonly DrawingResult[]): DrawingFigures {
  const middle = (of: (drawing: DrawingResult) => number) => median(drawings.map(of))
  const sum = (of: (drawing: DrawingResult) => number) => drawings.reduce((total, drawing) => total + of(drawing), 0)
  return {
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    delivered: sum(({ delivered }) => delivered),
    missing: sum(({ missing }) => missing),
    cpuSecondsPerMillion: middle((drawing) => (drawing.serverCpuSeconds / deliveredToAll(drawing)) * 1e6),
    bytesPerMillion: middle((drawing) => (drawing.bytes / deliveredToAll(drawing)) * 1e6),
    generatorCpu: middle(({ generatorCpu }) => generatorCpu),
    runs: drawings.length,
  }
}

/** Commands, reduced by the share of missing deliveries. */
function deliveredToAll({ drawn, delivered, missing }: DrawingResult): number {
  return (drawn * delivered) / (delivered + missing)
}

export const relayHost: DrawingHost = { by: 'relay', open: () => startServer(join(import.meta.dirname, 'relay.ts')) }

export function tldrawHost(folder: string): DrawingHost {
  const script = join(import.meta.dirname, 'tldraw-room.ts')
  return { by: { tldraw: folder }, open: () => startServer(script, folder) }
}
