import { readdirSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { LOCAL_CLIENT, type LocalSite, ROOT } from '../../../dev/settings.ts'
import { TICKET_SECRET } from '../../support/chat/members.ts'
import { SITE_CONFIG } from './build.ts'
import { kill, killOnExit, onCore, QUIET } from './children.ts'

/** A worker to run: its bundle, and optionally the folder of its page. */
export type BenchWorker = {
  name: string
  script: string
  page?: string
  settings?: Record<string, string>
  /** Wrangler configuration; default: the site's. */
  config?: string
}

export type Workerd = {
  readonly pid: number
  /** Address of the first worker as in development: with its page, compressed. */
  origin: string
  /** Direct addresses of the workers. */
  direct: Record<string, string>
  databaseOf: (worker: string) => Promise<D1Database>
  filesOf: (worker: string) => Promise<R2Bucket>
  /** Kills workerd and waits until it runs again with the same addresses and state. */
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

// Wrangler's own copy of miniflare, the one that `wrangler dev` runs.
const requireFromWrangler = createRequire(createRequire(import.meta.url).resolve('wrangler'))
const HOST = '127.0.0.1'
/** The site refuses all requests without them. */
const SECRETS = { TICKET_SECRET, MAIL_SECRET: LOCAL_CLIENT.clientSecret, API_KEY_SECRET: LOCAL_CLIENT.clientSecret }

/**
 * Runs workers in one workerd, with the bindings of their configurations and the state of a site. They log to a file,
 * or nowhere when pinned to a core.
 */
export async function startWorkerd(
  localSite: Pick<LocalSite, 'state'>,
  workers: readonly BenchWorker[],
  core: number | null = null,
  inspectorPort?: number,
): Promise<Workerd> {
  const { Miniflare, convertV4MiniflareOptions } = requireFromWrangler('miniflare') as MiniflareModule
  const launcher = await writeLauncher(join(ROOT, localSite.state), core)
  Object.assign(process.env, QUIET, { MINIFLARE_WORKERD_PATH: launcher.path })
  let startedAgain = () => {}
  const simulator = new Miniflare({
    ...convertV4MiniflareOptions({
      host: HOST,
      port: 0,
      cf: false,
      ...(inspectorPort !== undefined && { inspectorPort }),
      resourcePersistencePath: join(ROOT, localSite.state, 'v3'),
      workers: workers.map(optionsOf),
    }),
    // Miniflare restarts a runtime that has exited.
    unsafeHandleRuntimeRestart: () => startedAgain(),
  })
  const origin = (await simulator.ready).origin
  let pid = Number(await readFile(launcher.pidFile, 'utf8'))
  let unregister = killOnExit(pid)
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
      unregister()
      await again
      pid = Number(await readFile(launcher.pidFile, 'utf8'))
      unregister = killOnExit(pid)
    },
    async [Symbol.asyncDispose]() {
      await simulator.dispose()
      unregister()
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
    bindings: { ...(options.bindings as object | undefined), ...SECRETS, ...settings },
    modulesRoot: folder,
    modules: [
      { type: 'ESModule', path: script },
      ...wasm.map((file) => ({ type: 'CompiledWasm', path: join(folder, file) })),
    ],
    assets: page && assets && { ...assets, directory: page },
    unsafeDirectSockets: [{ host: HOST, port: 0 }],
  }
}

/** Writes a script that starts workerd: it records the process id, pins it and redirects its output. */
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
