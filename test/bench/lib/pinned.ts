import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { GENERATOR_CORE, kill, killOnExit, onCore, SERVER_CORE } from './children.ts'

const run = promisify(execFile)

export type PinnedServer = { origin: string; serverPid: number } & AsyncDisposable

/** Runs a script on the core of the load generator, with `plan` as its JSON argument; returns its JSON output. */
export async function runPinned<Output>(script: string, plan: object = {}): Promise<Output> {
  const [command = '', ...args] = await onCore(GENERATOR_CORE, [process.execPath, script, JSON.stringify(plan)])
  const running = run(command, args)
  const unregister = killOnExit(running.child.pid)
  const { stdout } = await running.finally(unregister)
  return JSON.parse(stdout) as Output
}

/** Starts a server on the core of the servers; the script prints its port. */
export async function startServer(script: string, ...scriptArguments: string[]): Promise<PinnedServer> {
  const [command = '', ...args] = await onCore(SERVER_CORE, [process.execPath, script, ...scriptArguments])
  const env = { ...process.env, NODE_ENV: 'production' }
  const server = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env })
  const unregister = killOnExit(server.pid)
  const [port] = (await once(server.stdout, 'data')) as [Buffer]
  return {
    origin: `http://127.0.0.1:${Number(port)}`,
    serverPid: server.pid ?? 0,
    async [Symbol.asyncDispose]() {
      const ended = once(server, 'exit')
      kill(server.pid, 'SIGTERM')
      await ended
      unregister()
    },
  }
}
