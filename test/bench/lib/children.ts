import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../../dev/settings.ts'

const run = promisify(execFile)
const open = new Set<number>()

/** Servers and request generators run on different cores. */
export const SERVER_CORE = 0
export const GENERATOR_CORE = 1

/** Prevents wrangler's requests to outside services. */
export const QUIET = { WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false', CI: 'true' }

process.once('exit', () => {
  for (const pid of open) kill(pid, 'SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

/** Kills a process when this one exits; the returned function unregisters it. */
export function killOnExit(pid: number | undefined): () => void {
  if (pid === undefined) return () => undefined
  open.add(pid)
  return () => open.delete(pid)
}

export function kill(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, signal)
  } catch {
    // It has already ended.
  }
}

/** Prefixes `taskset`, if available and useful. */
export async function onCore(core: number | null, command: string[]): Promise<string[]> {
  if (core === null || availableParallelism() < 2) return command
  const found = await run('taskset', ['--version']).catch(() => null)
  return found ? ['taskset', '-c', String(core), ...command] : command
}

/** Runs a tool from node_modules in the project's folder; returns its output. */
export async function runTool(name: string, args: string[]): Promise<string> {
  const bin = join(ROOT, 'node_modules/.bin')
  const env = { ...process.env, ...QUIET, PATH: `${bin}${delimiter}${process.env.PATH}` }
  const { stdout } = await run(join(bin, name), args, { cwd: ROOT, env, maxBuffer: 2 ** 26 })
  return stdout
}
