import { join } from 'node:path'
import { median } from '../figure.ts'
import type { Mode } from '../mode.ts'
import { generate, startServer } from '../pinned.ts'
import { takeTurns } from '../turns.ts'
import type { DrawingFound, DrawingPlan } from './drawing.ts'

/** How a drawing goes. */
type Drawing = Pick<DrawingPlan, 'artists' | 'commandsPerSecond' | 'seconds' | 'settleMs'>

/** One who is measured: at a server that is started anew for each drawing. */
export type DrawingHost = { by: DrawingPlan['by']; open: () => Promise<DrawingServer> }
type DrawingServer = Pick<DrawingPlan, 'origin' | 'serverPid'> & AsyncDisposable

/** Medians of the drawings at one host; of deliveries all, and all that did not come. */
export type DrawingFigures = {
  p50: number
  p99: number
  delivered: number
  missing: number
  /** Of a million commands that came to everyone. */
  cpuSecondsPerMillion: number
  bytesPerMillion: number
  generatorCpu: number
  runs: number
}

/** Lets artists draw at each host by turns. */
export async function holdDrawings(
  drawing: Drawing,
  hosts: readonly DrawingHost[],
  mode: Mode,
): Promise<DrawingFigures[]> {
  const found = await takeTurns(
    hosts.map((host) => () => hold(drawing, host)),
    mode,
  )
  return found.map(figuresOf)
}

async function hold(drawing: Drawing, { by, open }: DrawingHost): Promise<DrawingFound> {
  await using server = await open()
  const { origin, serverPid } = server
  return await generate(join(import.meta.dirname, 'drawing.ts'), {
    ...drawing,
    by,
    origin,
    serverPid,
  } satisfies DrawingPlan)
}

function figuresOf(drawings: readonly DrawingFound[]): DrawingFigures {
  const middle = (of: (drawing: DrawingFound) => number) => median(drawings.map(of))
  const sum = (of: (drawing: DrawingFound) => number) => drawings.reduce((total, drawing) => total + of(drawing), 0)
  return {
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    delivered: sum(({ delivered }) => delivered),
    missing: sum(({ missing }) => missing),
    cpuSecondsPerMillion: middle((drawing) => (drawing.serverCpuSeconds / cameToAll(drawing)) * 1e6),
    bytesPerMillion: middle((drawing) => (drawing.bytes / cameToAll(drawing)) * 1e6),
    generatorCpu: middle(({ generatorCpu }) => generatorCpu),
    runs: drawings.length,
  }
}

/** Commands, where some did not come to all counted as much less. */
function cameToAll({ drawn, delivered, missing }: DrawingFound): number {
  return (drawn * delivered) / (delivered + missing)
}

/** A plain relay. */
export const relayHost: DrawingHost = { by: 'relay', open: () => startServer(join(import.meta.dirname, 'relay.ts')) }

/** tldraw's room, from a folder. */
export function tldrawHost(folder: string): DrawingHost {
  const script = join(import.meta.dirname, 'tldraw-room.ts')
  return { by: { tldraw: folder }, open: () => startServer(script, folder) }
}
