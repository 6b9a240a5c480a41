import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { GENERATOR_CORE, killOnExit, onCore } from './children.ts'
import { median } from './figure.ts'
import type { GeneratorRun } from './generator.ts'
import { cpuSeconds } from './process-facts.ts'

const run = promisify(execFile)

const CONNECTIONS = 16
/** Maximum number of turns, including discarded ones, per planned turn. */
const ATTEMPTS_MAX = 3

/** A generator above `generatorCpuMax`, a share of its core, would limit the result. */
export type ThroughputPlan = { turns: number; seconds: number; generatorCpuMax: number }

/** Result of one address in one turn. `cpuMicroseconds` is per request, `serverCpu` a share of a core. */
type TurnResult = {
  perSecond: number
  cpuMicroseconds: number
  serverCpu: number
  answered: number
  failed: number
}

/**
 * Results of one address: medians over the turns; sums for `answered` and `failed`. `ratio` compares its requests per
 * second with those of the first address in the same turn.
 */
export type Throughput = TurnResult & { ratio: number; turns: number }

/** Requests the addresses in turns, after a warm-up, and discards turns with a busy generator. */
export async function compareThroughput(
  addresses: readonly string[],
  serverPid: number,
  plan: ThroughputPlan,
): Promise<Throughput[]> {
  const turn = async () => {
    const results = []
    for (const address of addresses) results.push(await measureAddress(address, serverPid, plan.seconds))
    return results
  }
  await turn()
  const turns: TurnResult[][] = []
  for (let attempts = 0; attempts < ATTEMPTS_MAX * plan.turns && turns.length < plan.turns; attempts++) {
    const results = await turn()
    if (results.every(({ generatorCpu }) => generatorCpu <= plan.generatorCpuMax)) turns.push(results)
  }
  return addresses.map((_, index) => {
    const valuesOf = (of: (result: TurnResult, first: TurnResult) => number) =>
      turns.flatMap((results) => (results[index] && results[0] ? [of(results[index], results[0])] : []))
    return {
      perSecond: median(valuesOf(({ perSecond }) => perSecond)),
      cpuMicroseconds: median(valuesOf(({ cpuMicroseconds }) => cpuMicroseconds)),
      serverCpu: median(valuesOf(({ serverCpu }) => serverCpu)),
      ratio: median(valuesOf(({ perSecond }, first) => perSecond / first.perSecond)),
      answered: sum(valuesOf(({ answered }) => answered)),
      failed: sum(valuesOf(({ failed }) => failed)),
      turns: turns.length,
    }
  })
}

async function measureAddress(
  address: string,
  serverPid: number,
  duration: number,
): Promise<TurnResult & { generatorCpu: number }> {
  const script = join(import.meta.dirname, 'generator.ts')
  const [command = '', ...args] = await onCore(GENERATOR_CORE, [process.execPath, script, address])
  const before = cpuSeconds(serverPid)
  const running = run(command, [...args, String(duration), String(CONNECTIONS)])
  const unregister = killOnExit(running.child.pid)
  const { stdout } = await running.finally(unregister)
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
