import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { endWithUs, GENERATOR_CORE, kill, onCore, SERVER_CORE } from '../children.ts'
import { median } from '../figure.ts'
import type { TalkFound, TalkPlan } from './talk.ts'

const run = promisify(execFile)

const RUNS = 5
/** A generator that is busier than this is what limits the figure. */
const GENERATOR_CPU_MAX = 0.85
const TRIES_MAX = 3 * RUNS

/** One who is measured: where a talk is held, each in a room of its own. */
export type Host = { origin: string; serverPid: number; nextChannel: () => string | null }

/** How a talk goes. */
type Talk = Pick<TalkPlan, 'listeners' | 'speakers' | 'linesPerSecond' | 'seconds'>

/** Medians of the talks at one host; of deliveries all, and all that did not come. */
export type TalkFigures = {
  p50: number
  p99: number
  delivered: number
  missing: number
  cpuSecondsPerMillion: number
  generatorCpu: number
  runs: number
}

/**
 * Holds a talk at each host by turns, five times. Turns in which the generator was too busy at the first host are held
 * again; what it is at the others, who are there to compare, is said with their figures.
 */
export async function holdTalks(talk: Talk, hosts: readonly Host[]): Promise<TalkFigures[]> {
  const turns: TalkFound[][] = []
  for (let tries = 0; tries < TRIES_MAX && turns.length < RUNS; tries++) {
    const turn: TalkFound[] = []
    for (const host of hosts) turn.push(await hold(talk, host))
    if ((turn[0]?.generatorCpu ?? 0) <= GENERATOR_CPU_MAX) turns.push(turn)
  }
  return hosts.map((_, index) => figuresOf(turns.flatMap((turn) => turn[index] ?? [])))
}

async function hold(talk: Talk, { origin, serverPid, nextChannel }: Host): Promise<TalkFound> {
  const plan: TalkPlan = { ...talk, origin, serverPid, channel: nextChannel() }
  const script = join(import.meta.dirname, 'talk.ts')
  const [command = '', ...args] = await onCore(GENERATOR_CORE, [process.execPath, script, JSON.stringify(plan)])
  const running = run(command, args)
  const gone = endWithUs(running.child.pid)
  const { stdout } = await running.finally(gone)
  return JSON.parse(stdout) as TalkFound
}

function figuresOf(talks: readonly TalkFound[]): TalkFigures {
  const middle = (of: (talk: TalkFound) => number) => median(talks.map(of))
  const sum = (of: (talk: TalkFound) => number) => talks.reduce((total, talk) => total + of(talk), 0)
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

/** Starts the bare broadcaster on the servers' core. */
export async function startBroadcaster(): Promise<Host & AsyncDisposable> {
  const script = join(import.meta.dirname, 'broadcast.ts')
  const [command = '', ...args] = await onCore(SERVER_CORE, [process.execPath, script])
  const server = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = endWithUs(server.pid)
  const [port] = (await once(server.stdout, 'data')) as [Buffer]
  return {
    origin: `http://127.0.0.1:${Number(port)}`,
    serverPid: server.pid ?? 0,
    nextChannel: () => null,
    async [Symbol.asyncDispose]() {
      const ended = once(server, 'exit')
      kill(server.pid, 'SIGTERM')
      await ended
      gone()
    },
  }
}
