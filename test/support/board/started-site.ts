import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { migrate, openPlatform } from '../../../dev/platform.ts'
import { DEFAULT_SITE, type LocalSite, ROOT, siteOrigin } from '../../../dev/settings.ts'
import { killOnExit, kill } from '../../bench/lib/children.ts'
import { writeLauncher } from '../../bench/lib/workerd.ts'
import { addChat } from '../chat/members.ts'

/** A site as `npm start` runs it. */
export type StartedSite = {
  origin: string
  /** Ends the runtime in the midst of its work; the site starts it again. */
  killRuntime: () => Promise<void>
  /** Tells the site to end, as Ctrl-C does; answers its exit code. */
  stop: () => Promise<number>
}

/** A place with so many members and nothing else, on ports that are free. */
export async function emptySite(state: string, members: number): Promise<LocalSite> {
  await rm(join(ROOT, state), { recursive: true, force: true })
  const place = { ...DEFAULT_SITE, state }
  await migrate(place)
  const platform = await openPlatform(place)
  await addChat(platform.DB, { members, channels: [] })
  await platform.close()
  const sitePort = await freePorts()
  return { state, sitePort, providerPort: sitePort + 1 }
}

/** Starts a place by the script of `npm start`; answered when it says that it is there. */
export async function startSite(place: LocalSite): Promise<StartedSite> {
  const launcher = await writeLauncher(join(ROOT, place.state))
  const site = spawn(process.execPath, [join(ROOT, 'dev/start.ts'), '--built'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      CROQUIS_PORT: String(place.sitePort),
      CROQUIS_STATE: place.state,
      MINIFLARE_WORKERD_PATH: launcher.path,
    },
  })
  const gone = killOnExit(site.pid)
  const ended = once(site, 'exit').then(([code]) => {
    gone()
    return Number(code)
  })
  let complaints = ''
  site.stderr.on('data', (text: Buffer) => {
    complaints += text
  })
  await new Promise<void>((resolve, reject) => {
    site.stdout.on('data', (text: Buffer) => String(text).includes(siteOrigin(place)) && resolve())
    void ended.then((code) => reject(new Error(`the site ended with ${code}: ${complaints}`)))
  })
  return {
    origin: siteOrigin(place),
    // Of the two that wrangler runs, the last is the one with the site in it.
    killRuntime: async () => kill(Number(await readFile(launcher.pidFile, 'utf8')), 'SIGKILL'),
    stop: () => {
      site.kill('SIGTERM')
      return ended
    },
  }
}

/** The first of two ports side by side that nobody holds, and that no system gives out by itself. */
async function freePorts(): Promise<number> {
  for (;;) {
    const port = 20_000 + 2 * Math.floor(Math.random() * 5000)
    const servers = await Promise.all([listening(port), listening(port + 1)]).catch(() => null)
    for (const server of servers ?? []) server.close()
    if (servers) return port
  }
}

async function listening(port: number): Promise<Server> {
  const server = createServer()
  server.listen(port, 'localhost')
  await once(server, 'listening')
  return server
}
