import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT, siteOrigin } from '../../dev/settings.ts'
import { RESULTS } from './report.ts'

/** The port. With different ports, two copies can run side by side. */
const PORT = Number(process.env.CROQUIS_BROWSERS_PORT ?? 8837)
/** Enough to scroll the gallery. */
const SKETCHES = 18

export type Site = { origin: string; stop: () => Promise<void> }

/** Starts the local site with a small new community. `CROQUIS_BUILT` skips the build. */
export async function startSite(): Promise<Site> {
  await mkdir(RESULTS, { recursive: true })
  const built = process.env.CROQUIS_BUILT ? ['--built'] : []
  const site = spawn(process.execPath, [join(ROOT, 'dev/start.ts'), '--fresh', ...built], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      CROQUIS_PORT: String(PORT),
      CROQUIS_STATE: '.local/browsers',
      CROQUIS_SKETCHES: String(SKETCHES),
    },
  })
  const ended = once(site, 'exit')
  const log = createWriteStream(join(RESULTS, 'site.log'))
  site.stdout.pipe(log)
  site.stderr.pipe(log)
  const origin = siteOrigin({ sitePort: PORT, providerPort: PORT + 1, state: '' })
  await new Promise<void>((resolve, reject) => {
    site.stdout.on('data', (text: Buffer) => String(text).includes(origin) && resolve())
    void ended.then(() => reject(new Error(`the site did not start, see ${log.path}`)))
  })
  return {
    origin,
    async stop() {
      site.kill('SIGTERM')
      await ended
    },
  }
}
