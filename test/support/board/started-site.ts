import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { migrate, openPlatform } from '../../../dev/platform.ts'
import { DEFAULT_SITE, type LocalSite, ROOT, siteOrigin } from '../../../dev/settings.ts'
import { kill, killOnExit } from '../../bench/lib/children.ts'
import { writeLauncher } from '../../bench/lib/workerd.ts'
import { addChat } from '../chat/members.ts'

/** A site started like by `npm start`. */
export type StartedSite = {
  origin: string
  /** Kills the runtime; the site restarts it. */
  killRuntime: () => Promise<void>
  /** Kills the script with a signal that it cannot handle. */
  killScript: () => void
  /** Stops the site like Ctrl-C; returns its exit code. */
  stop: () => Promise<number>
}

/** A site with members and nothing else, on free ports. */
export async function emptySite(state: string, members: number): Promise<LocalSite> {
  await rm(join(ROOT, state), { recursive: true, force: true })
  const localSite = { ...DEFAULT_SITE, state }
  await migrate(localSite)
  const platform = await openPlatform(localSite)
  await addChat(platform.DB, { members, channels: [] })
  await platform.close()
  const sitePort = await freePorts()
  return { state, sitePort, providerPort: sitePort + 1 }
}

/** Runs the script of `npm start`; resolves when it announces its address. */
export async function startSite(localSite: LocalSite): Promise<StartedSite> {
  const launcher = await writeLauncher(join(ROOT, localSite.state))
  const site = spawn(process.execPath, [join(ROOT, 'dev/start.ts'), '--built'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      CROQUIS_PORT: String(localSite.sitePort),
      CROQUIS_STATE: localSite.state,
      MINIFLARE_WORKERD_PATH: launcher.path,
    },
  })
  const unregister = killOnExit(site.pid)
  const ended = once(site, 'exit').then(([code]) => {
    unregister()
    return Number(code)
  })
  let complaints = ''
  site.stderr.on('data', (text: Buffer) => {
    complaints += text
  })
  await new Promise<void>((resolve, reject) => {
    site.stdout.on('data', (text: Buffer) => String(text).includes(siteOrigin(localSite)) && resolve())
    void ended.then((code) => reject(new Error(`the site ended with ${code}: ${complaints}`)))
  })
  return {
    origin: siteOrigin(localSite),
    // Wrangler runs two; the site is in the last one.
    killRuntime: async () => kill(Number(await readFile(launcher.pidFile, 'utf8')), 'SIGKILL'),
    killScript: () => site.kill('SIGKILL'),
    stop: () => {
      site.kill('SIGTERM')
      return ended
    },
  }
}

/** Runs a script on a site that is stopped; returns its exit code and output. */
export function runScript({ state }: LocalSite, ...args: string[]): Promise<{ code: number; output: string }> {
  const options = { cwd: ROOT, env: { ...process.env, CROQUIS_STATE: state } }
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, output, errors) =>
      resolve({ code: error ? Number(error.code) : 0, output: output + errors }),
    )
  })
}

/** First of three adjacent free ports, below the system's ephemeral range: of the site, sign-in and payments. */
async function freePorts(): Promise<number> {
  for (;;) {
    const port = 20_000 + 3 * Math.floor(Math.random() * 3300)
    const ports = await Promise.all([port, port + 1, port + 2].map(isFree))
    if (ports.every(Boolean)) return port
  }
}

/** True if a server could listen on the port. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  server.listen(port, 'localhost')
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.close()
  return isListening
}
