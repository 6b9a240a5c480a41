import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../../dev/settings.ts'

const run = promisify(execFile)
const open = new Set<number>()

/** The core that servers run on, and the one that the generator of requests runs on. */
export const SERVER_CORE = 0
export const GENERATOR_CORE = 1

/** Nothing outside is asked: no metrics, no look-up of where this machine is. */
export const QUIET = { WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false', CI: 'true' }

process.once('exit', () => {
  for (const pid of open) kill(pid, 'SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

/** Makes sure that a process is ended with this one, however this one ends; answers how to say that it is gone. */
export function killOnExit(pid: number | undefined): () => void {
  if (pid === undefined) return () => undefined
  open.add(pid)
  return () => open.delete(pid)
}

export function kill(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}

/** A command and its arguments, kept on one core where this machine has `taskset` and two cores. */
export async function onCore(core: number | null, command: string[]): Promise<string[]> {
  if (core === null || availableParallelism() < 2) return command
  const found = await run('taskset', ['--version']).catch(() => null)
  return found ? ['taskset', '-c', String(core), ...command] : command
}

/** Runs a tool of the project to its end, in the project's folder; answers what it printed. */
export async function runTool(name: string, args: string[]): Promise<string> {
  const bin = join(ROOT, 'node_modules/.bin')
  const env = { ...process.env, ...QUIET, PATH: `${bin}${delimiter}${process.env.PATH}` }
  const { stdout } = await run(join(bin, name), args, { cwd: ROOT, env, maxBuffer: 2 ** 26 })
  return stdout
}
