import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { GENERATOR_CORE, killOnExit, onCore } from './children.ts'
import { median } from './figure.ts'
import type { GeneratorRun } from './generator.ts'
import { cpuSeconds } from './process-facts.ts'

const run = promisify(execFile)

const CONNECTIONS = 16
/** Maximum number of turns, including discarded ones, per wanted turn. */
const TRIES_MAX = 3

/** A generator above `generatorCpuMax`, a share of its core, would limit the result. */
export type RacePlan = { turns: number; seconds: number; generatorCpuMax: number }

type Lap = { perSecond: number; cpuMicroseconds: number; serverCpu: number; answered: number; failed: number }

/**
 * Results of one address: medians over the turns; sums for `answered` and `failed`. `ratio` compares its requests per
 * second with those of the first address in the same turn.
 */
export type Racer = Lap & { ratio: number; turns: number }

/** Requests the addresses in turns, after a warm-up, and discards turns with a busy generator. */
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
