import { readdirSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { type LocalSite, ROOT } from '../../../dev/settings.ts'
import { SITE_CONFIG } from './build.ts'
import { killOnExit, kill, onCore, QUIET } from './children.ts'

/** A worker to run: its bundle, and the folder of the page that is served with it, if any. */
export type BenchWorker = {
  name: string
  script: string
  page?: string
  settings?: Record<string, string>
  /** The wrangler configuration with its bindings; the site's unless given. */
  config?: string
}

export type Workerd = {
  readonly pid: number
  /** Where the first worker is reached as the site is in development: with its page, and compressed. */
  origin: string
  /** Where a worker is reached by a socket of its own, with nothing in between. */
  direct: Record<string, string>
  /** The database of a worker. */
  databaseOf: (worker: string) => Promise<D1Database>
  /** The files of a worker. */
  filesOf: (worker: string) => Promise<R2Bucket>
  /** Ends workerd in the midst of its work, and waits until it runs again, at the same addresses, on what it kept. */
  crash: () => Promise<void>
  [Symbol.asyncDispose]: () => Promise<void>
}

type Miniflare = {
  ready: Promise<URL>
  unsafeGetDirectURL: (worker: string) => Promise<URL>
  getD1Database: (binding: string, worker: string) => Promise<D1Database>
  getR2Bucket: (binding: string, worker: string) => Promise<R2Bucket>
  dispose: () => Promise<void>
}
type MiniflareModule = {
  Miniflare: new (options: unknown) => Miniflare
  convertV4MiniflareOptions: (options: unknown) => object
}

// The simulator that wrangler brings, not one of our own: the one that `wrangler dev` runs.
const requireFromWrangler = createRequire(createRequire(import.meta.url).resolve('wrangler'))
const HOST = '127.0.0.1'

/**
 * Runs workers in one workerd, each with the bindings of its configuration over the state of a place. What they log goes
 * to a file, or nowhere when pinned to a core for a race. At an inspector's port it can be looked into.
 */
export async function startWorkerd(
  place: Pick<LocalSite, 'state'>,
  workers: readonly BenchWorker[],
  core: number | null = null,
  inspectorPort?: number,
): Promise<Workerd> {
  const { Miniflare, convertV4MiniflareOptions } = requireFromWrangler('miniflare') as MiniflareModule
  const launcher = await writeLauncher(join(ROOT, place.state), core)
  Object.assign(process.env, QUIET, { MINIFLARE_WORKERD_PATH: launcher.path })
  let startedAgain = () => {}
  const simulator = new Miniflare({
    ...convertV4MiniflareOptions({
      host: HOST,
      port: 0,
      cf: false,
      ...(inspectorPort !== undefined && { inspectorPort }),
      resourcePersistencePath: join(ROOT, place.state, 'v3'),
      workers: workers.map(optionsOf),
    }),
    // The simulator starts a runtime again that has ended by itself.
    unsafeHandleRuntimeRestart: () => startedAgain(),
  })
  const origin = (await simulator.ready).origin
  let pid = Number(await readFile(launcher.pidFile, 'utf8'))
  let gone = killOnExit(pid)
  const direct = await Promise.all(
    workers.map(async ({ name }) => [name, (await simulator.unsafeGetDirectURL(name)).origin] as const),
  )
  return {
    get pid() {
      return pid
    },
    origin,
    direct: Object.fromEntries(direct),
    databaseOf: (worker) => simulator.getD1Database('DB', worker),
    filesOf: (worker) => simulator.getR2Bucket('FILES', worker),
    async crash() {
      const again = new Promise<void>((resolve) => {
        startedAgain = resolve
      })
      kill(pid, 'SIGKILL')
      gone()
      await again
      pid = Number(await readFile(launcher.pidFile, 'utf8'))
      gone = killOnExit(pid)
    },
    async [Symbol.asyncDispose]() {
      await simulator.dispose()
      gone()
    },
  }
}

function optionsOf({ name, script, page, settings, config = SITE_CONFIG }: BenchWorker): object {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(ROOT, config))
  const { assets, modulesRules: _, ...options } = workerOptions
  const folder = dirname(script)
  const wasm = readdirSync(folder).filter((file) => file.endsWith('.wasm'))
  return {
    ...options,
    name,
    bindings: { ...(options.bindings as object | undefined), ...settings },
    modulesRoot: folder,
    modules: [
      { type: 'ESModule', path: script },
      ...wasm.map((file) => ({ type: 'CompiledWasm', path: join(folder, file) })),
    ],
    assets: page && assets && { ...assets, directory: page },
    unsafeDirectSockets: [{ host: HOST, port: 0 }],
  }
}

/** Workerd is started through a script in a place's folder, which says its process id, pins it and takes its output. */
export async function writeLauncher(
  folder: string,
  core: number | null = null,
): Promise<{ path: string; pidFile: string }> {
  const workerd = createRequire(requireFromWrangler.resolve('miniflare'))('workerd') as { default: string }
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'workerd.sh')
  const pidFile = join(folder, 'workerd.pid')
  const log = core === null ? join(folder, 'workerd.log') : '/dev/null'
  const command = (await onCore(core, [workerd.default])).map((word) => `'${word}'`).join(' ')
  await writeFile(path, `#!/bin/sh\necho $$ > '${pidFile}'\nexec ${command} "$@" > '${log}'\n`)
  await chmod(path, 0o755)
  return { path, pidFile }
}
