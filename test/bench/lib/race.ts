import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { endWithUs, GENERATOR_CORE, onCore } from './children.ts'
import { median } from './figure.ts'
import type { GeneratorRun } from './generator.ts'
import { cpuSeconds } from './process-facts.ts'

const run = promisify(execFile)

const RUNS = 5
const SECONDS = 4
const CONNECTIONS = 16
/** A generator that is busier than this is what limits the figure. */
const GENERATOR_CPU_MAX = 0.85
const TRIES_MAX = 3 * RUNS

type Lap = { perSecond: number; cpuMicroseconds: number; serverCpu: number; answered: number; failed: number }

/**
 * One address: medians of requests per second, of the server's processor time for one, and of its share of a core; how
 * many requests were answered as they should be and how many were not, in all.
 */
export type Racer = Lap & { laps: number }

/** Asks addresses of one server by turns, a warm-up first; runs whose generator was too busy are thrown away. */
export async function race(addresses: readonly string[], serverPid: number): Promise<Racer[]> {
  const laps = addresses.map((): Lap[] => [])
  for (const address of addresses) await lap(address, serverPid)
  for (let tries = 0; tries < TRIES_MAX && laps.some((kept) => kept.length < RUNS); tries++) {
    for (const [index, address] of addresses.entries()) {
      if (laps[index]?.length === RUNS) continue
      const done = await lap(address, serverPid)
      if (done.generatorCpu <= GENERATOR_CPU_MAX) laps[index]?.push(done)
    }
  }
  return laps.map((kept) => ({
    perSecond: median(kept.map(({ perSecond }) => perSecond)),
    cpuMicroseconds: median(kept.map(({ cpuMicroseconds }) => cpuMicroseconds)),
    serverCpu: median(kept.map(({ serverCpu }) => serverCpu)),
    answered: sum(kept.map(({ answered }) => answered)),
    failed: sum(kept.map(({ failed }) => failed)),
    laps: kept.length,
  }))
}

async function lap(address: string, serverPid: number): Promise<Lap & { generatorCpu: number }> {
  const script = join(import.meta.dirname, 'generator.ts')
  const [command = '', ...args] = await onCore(GENERATOR_CORE, [process.execPath, script, address])
  const before = cpuSeconds(serverPid)
  const running = run(command, [...args, String(SECONDS), String(CONNECTIONS)])
  const gone = endWithUs(running.child.pid)
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
