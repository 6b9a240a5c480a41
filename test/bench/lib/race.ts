import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { killOnExit, GENERATOR_CORE, onCore } from './children.ts'
import { median } from './figure.ts'
import type { GeneratorRun } from './generator.ts'
import { cpuSeconds } from './process-facts.ts'

const run = promisify(execFile)

const CONNECTIONS = 16
/** Turns in all, the discarded ones included, for each that is wanted. */
const TRIES_MAX = 3

/** Turns of so many seconds. A generator that is busier than `generatorCpuMax`, a share of its core, limits the figure. */
export type RacePlan = { turns: number; seconds: number; generatorCpuMax: number }

type Lap = { perSecond: number; cpuMicroseconds: number; serverCpu: number; answered: number; failed: number }

/**
 * One address: medians of requests per second, of the server's processor time for one, and of its share of a core; how
 * many requests were answered as they should be and how many were not, in all. `ratio` is the median over the turns of
 * its requests per second to those of the first address in the same turn.
 */
export type Racer = Lap & { ratio: number; turns: number }

/** Asks addresses of one server by turns, a warm-up first, and discards turns whose generator was too busy. */
export async function race(addresses: readonly string[], serverPid: number, plan: RacePlan): Promise<Racer[]> {
  const turn = async () => {
    const laps = []
    for (const address of addresses) laps.push(await lap(address, serverPid, plan.seconds))
    return laps
  }
  await turn()
  const turns: Lap[][] = []
  for (let tries = 0; tries < TRIES_MAX * plan.turns && turns.length < plan.turns; tries++) {
    const laps = await turn()
    if (laps.every(({ generatorCpu }) => generatorCpu <= plan.generatorCpuMax)) turns.push(laps)
  }
  return addresses.map((_, index) => {
    const all = (of: (lap: Lap, first: Lap) => number) =>
      turns.flatMap((laps) => (laps[index] && laps[0] ? [of(laps[index], laps[0])] : []))
    return {
      perSecond: median(all(({ perSecond }) => perSecond)),
      cpuMicroseconds: median(all(({ cpuMicroseconds }) => cpuMicroseconds)),
      serverCpu: median(all(({ serverCpu }) => serverCpu)),
      ratio: median(all(({ perSecond }, first) => perSecond / first.perSecond)),
      answered: sum(all(({ answered }) => answered)),
      failed: sum(all(({ failed }) => failed)),
      turns: turns.length,
    }
  })
}

async function lap(address: string, serverPid: number, duration: number): Promise<Lap & { generatorCpu: number }> {
  const script = join(import.meta.dirname, 'generator.ts')
  const [command = '', ...args] = await onCore(GENERATOR_CORE, [process.execPath, script, address])
  const before = cpuSeconds(serverPid)
  const running = run(command, [...args, String(duration), String(CONNECTIONS)])
  const gone = killOnExit(running.child.pid)
  const { stdout } = await running.finally(gone)
  const cpu = cpuSeconds(serverPid) - before
  const { answered, failed, seconds, generatorCpu } = JSON.parse(stdout) as GeneratorRun
  if (answered === 0) throw new Error(`${address}: all ${failed} requests failed`)
  const perSecond = answered / seconds
  return {
    perSecond,
    cpuMicroseconds: (cpu / answered) * 1e6,
    serverCpu: cpu / seconds,
    answered,
    failed,
    generatorCpu,
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
